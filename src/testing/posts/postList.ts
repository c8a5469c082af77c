import { contextOf, inAnyOrder, inOrder, pageOf, sorted, type Wishes, wishesOf } from '../http/listing'
import { canSee } from './postPermissions'
import { rowsOf } from './postRows'
import { taxonomiesOf } from './postTypes'
import { hasWantedTerms } from './termQuery'
import type { Call } from '../http/route'
import { canPost, does, type PostRow, type PostType, type Taxonomy } from '../site/siteState'

/** The page of posts that a list asks for, without those that the user may not see, or edit in edit context. */
export function listPosts(type: PostType, call: Call): PostRow[] {
  const { site } = call
  const wishes = wishesOf(call)
  const taxonomies = taxonomiesOf(type, site)
  const found = rowsOf(site, type.slug).filter((post) => fits(taxonomies, call, wishes, post))
  const rows = inOrder(call, inAnyOrder(site, found), orderKeys, ({ id }) => id, ['include', 'include_slugs'])
  const page = stickyFirst(type, call, pageOf(call, rows, 'rest_post_invalid_page_number'))
  // What is kept back leaves a page shorter than it is counted.
  const isForEditors = contextOf(call) === 'edit' && does(site, 'rowsKeptBack')
  return page.filter((post) =>
    isForEditors ? canPost(site, call.user, 'edit', post) : canSee(type, call, post),
  )
}

/** A first page with the sticky posts before the others: all of them, whatever else was asked for, as WordPress does. */
function stickyFirst(type: PostType, { site, params }: Call, page: PostRow[]): PostRow[] {
  const { ignore_sticky: isIgnored, page: number, sticky } = params
  if (isIgnored !== false || number !== 1 || sticky !== undefined || !does(site, 'stickyFirst')) return page
  const bases = taxonomiesOf(type, site).map(({ restBase }) => restBase)
  if (['include', 'search', 'format', ...bases].some((name) => params[name] !== undefined)) return page
  const excluded = (params.exclude ?? []) as number[]
  const others = rowsOf(site, type.slug).filter(
    (post) => post.sticky && post.status === 'publish' && !page.includes(post) && !excluded.includes(post.id),
  )
  return [
    ...page.filter((post) => post.sticky),
    ...sorted(others, ({ date }) => Date.parse(date), 'desc'),
    ...page.filter((post) => !post.sticky),
  ]
}

function fits(
  taxonomies: readonly Taxonomy[],
  { site, params }: Call,
  wishes: Wishes,
  post: PostRow,
): boolean {
  const { list, among, takes, words, hasWords } = wishes
  const isNew = does(site, 'listsByFormat')
  const isExact = isNew && params.search_semantics === 'exact'
  const statuses = list('status')
  const texts = [post.title, post.excerpt, post.content]
  const hasText = (word: string) => texts.some((text) => text.toLowerCase() === word)
  const { mimeType = '' } = post.file ?? {}
  const at = (name: string, fallback: string) => String(params[name] ?? fallback).slice(0, 19)
  return (
    (statuses.includes(post.status) ||
      (statuses.includes('any') && !['trash', 'auto-draft', 'inherit'].includes(post.status))) &&
    takes(post.id) &&
    among('author', post.author) &&
    among('slug', post.slug) &&
    among('parent', post.parent) &&
    among('menu_order', post.menuOrder) &&
    among('sticky', post.sticky) &&
    (isExact ? words.every(hasText) : hasWords(texts.join('\n'))) &&
    post.date > at('after', '') &&
    post.date < at('before', '9999') &&
    post.modified > at('modified_after', '') &&
    post.modified < at('modified_before', '9999') &&
    (!isNew || among('format', post.format)) &&
    among('media_type', mimeType.split('/')[0]) &&
    among('mime_type', mimeType) &&
    taxonomies.every(({ slug, restBase }) => {
      const terms = post.terms[slug] ?? []
      return (
        hasWantedTerms(site, terms, params[restBase]) !== false &&
        hasWantedTerms(site, terms, params[`${restBase}_exclude`]) !== true
      )
    })
  )
}

const orderKeys: Record<string, (post: PostRow) => string | number> = {
  author: ({ author }) => author,
  date: ({ date }) => Date.parse(date),
  modified: ({ modified }) => Date.parse(modified),
  parent: ({ parent }) => parent,
  title: ({ title }) => title,
  menu_order: ({ menuOrder }) => menuOrder,
  relevance: ({ date }) => Date.parse(date),
}
