import { contextOf, inAnyOrder, pageOf, sorted } from '../http/listing'
import { showPost } from './postAnswer'
import { canSee } from './postPermissions'
import { taxonomiesOf } from './postTypes'
import type { Call } from '../http/route'
import { canPost, does, type PostRow, type PostType } from '../site/siteState'

/** The page of posts that a list asks for, without those that the user may not see, or edit in edit context. */
export function listPosts(type: PostType, call: Call): object[] {
  const { site, params } = call
  const rows = sortPosts(
    inAnyOrder(
      site,
      [...site.posts.values()].filter((post) => post.type === type.slug && fits(type, call, post)),
    ),
    params,
  )
  const page = pageOf(call, rows, {
    code: 'rest_post_invalid_page_number',
    message: 'The page number requested is larger than the number of pages available.',
  })
  // What is kept back leaves a page shorter than it is counted.
  const isForEditors = contextOf(call) === 'edit' && does(site, 'rowsKeptBack')
  const shown = page.filter((post) =>
    isForEditors ? canPost(site, call.user, 'edit', post) : canSee(type, call, post),
  )
  return shown.map((post) => showPost(call, post, contextOf(call)))
}

function fits(type: PostType, { site, params }: Call, post: PostRow): boolean {
  const list = (name: string) => (params[name] ?? []) as (string | number)[]
  const among = (name: string, value: string | number) =>
    list(name).length === 0 || list(name).includes(value)
  const statuses = list('status')
  const text = `${post.title}\n${post.excerpt}\n${post.content}`.toLowerCase()
  const words = String(params.search ?? '')
    .toLowerCase()
    .split(/\s+/)
  const at = (name: string, fallback: string) => String(params[name] ?? fallback).slice(0, 19)
  return (
    (statuses.includes(post.status) ||
      (statuses.includes('any') && !['trash', 'auto-draft', 'inherit'].includes(post.status))) &&
    among('include', post.id) &&
    !list('exclude').includes(post.id) &&
    among('author', post.author) &&
    !list('author_exclude').includes(post.author) &&
    among('slug', post.slug) &&
    among('parent', post.parent) &&
    !list('parent_exclude').includes(post.parent) &&
    (params.menu_order === undefined || params.menu_order === post.menuOrder) &&
    (params.sticky === undefined || params.sticky === post.sticky) &&
    words.every((word) => text.includes(word)) &&
    post.date > at('after', '') &&
    post.date < at('before', '9999') &&
    post.modified > at('modified_after', '') &&
    post.modified < at('modified_before', '9999') &&
    (params.media_type === undefined ||
      post.file?.mimeType.startsWith(`${String(params.media_type)}/`) === true) &&
    (params.mime_type === undefined || post.file?.mimeType === params.mime_type) &&
    taxonomiesOf(type, site).every(({ slug, restBase }) => {
      const terms = post.terms[slug] ?? []
      const wanted = list(restBase)
      return (
        (wanted.length === 0 || terms.some((term) => wanted.includes(term))) &&
        !terms.some((term) => list(`${restBase}_exclude`).includes(term))
      )
    }) === true
  )
}

function sortPosts(rows: readonly PostRow[], params: Record<string, unknown>): PostRow[] {
  const { orderby, order } = params
  const given = (params.include ?? []) as number[]
  const slugs = (params.slug ?? []) as string[]
  const keys: Record<string, (post: PostRow) => string | number> = {
    author: ({ author }) => author,
    date: (post) => Date.parse(post.date),
    modified: ({ modified }) => Date.parse(modified),
    id: ({ id }) => id,
    parent: ({ parent }) => parent,
    slug: ({ slug }) => slug,
    title: ({ title }) => title,
    menu_order: ({ menuOrder }) => menuOrder,
    relevance: (post) => Date.parse(post.date),
  }
  if (orderby === 'include') return sorted(rows, ({ id }) => given.indexOf(id), 'asc')
  if (orderby === 'include_slugs') return sorted(rows, ({ slug }) => slugs.indexOf(slug), 'asc')
  return sorted(rows, keys[String(orderby)] ?? (({ id }) => id), order)
}
