import { takeSent } from '../http/params'
import { linkOf, linksTo } from '../http/links'
import { contextOf, inContext } from '../http/listing'
import { autosaveRoutesOf, type History, parentOf, revisionRoutesOf } from './history'
import { readMeta } from './meta'
import { findPost, mayUpdate } from './postPermissions'
import { isFloating } from './postRows'
import { hasExcerpt } from './postTypes'
import { notAllowed } from '../http/wpError'
import { curl, renderContent, renderExcerpt } from './rendering'
import { keepAutosave, keptMeta, revisionOf, textFields } from './revisions'
import type { Call, Route } from '../http/route'
import { canPost, does, now, type PostRow, type PostType, tick } from '../site/siteState'

/** Revisions and autosaves of one post type. */
export function revisionRoutes(type: PostType): Route[] {
  const history: History<PostRow> = {
    base: `/wp/v2/${type.restBase}/:id`,
    find: (call) => findPost(type, call),
    mayRead: ({ site, user }, post) => canPost(site, user, 'edit', post),
    show: (call, row, _, context) => show(type, call, row, context),
    remove: {
      permit: (call) => {
        parentOf(history, call)
        throw notAllowed(call.user, 'rest_cannot_delete', 'delete this revision')
      },
    },
  }
  const routes = [
    ...(type.supports.includes('revisions') ? revisionRoutesOf(history) : []),
    ...autosaveRoutesOf(history, {
      save: {
        permit: (call) => mayUpdate(type, call, findPost(type, call)),
        run: (call) => autosave(type, call),
      },
      show: (call, row, post, context) => showAutosave(type, call, row, post, context),
    }),
  ]
  return routes.map((route) => ({ ...route, whole: textFields }))
}

function autosave(type: PostType, call: Call): object {
  const { site, user, params } = call
  const post = findPost(type, call)
  tick(site)
  const isOwnDraft = ['draft', 'auto-draft'].includes(post.status) && post.author === user?.id
  if (isOwnDraft) {
    const date = isFloating(post) ? now(site) : post.date
    takeSent(post, params, textFields)
    Object.assign(post, { date, modified: now(site), status: 'draft' })
    const row = { ...revisionOf(site, post, post.author), id: post.id, parent: 0 }
    const shown = show(type, call, row, 'edit') as Record<string, unknown>
    delete shown._links
    const preview = `${linkOf(site, post)}&preview=true`
    return {
      ...shown,
      date: null,
      date_gmt: null,
      slug: post.slug,
      preview_link: preview,
      meta: readMeta(type.meta, post.meta),
    }
  }
  const copied = { ...post, meta: keptMeta(type, post) }
  takeSent(copied, params, textFields)
  return showAutosave(type, call, keepAutosave(site, copied, user?.id ?? 0), post, 'edit')
}

function showAutosave(
  type: PostType,
  call: Call,
  row: PostRow,
  post: PostRow,
  context = contextOf(call),
): object {
  const link = linkOf(call.site, post)
  const preview = `${link}${link.includes('?') ? '&' : '?'}preview_id=${post.id}&preview_nonce=mock&preview=true`
  return { ...show(type, call, row, context), ...(context === 'edit' && { preview_link: preview }) }
}

function show(type: PostType, call: Call, row: PostRow, context = contextOf(call)): object {
  const { site } = call
  const raw = (text: string, rendered: string) =>
    context === 'edit' ? { raw: text, rendered } : { rendered }
  const guid = `${site.url}/?p=${row.id}`
  return {
    ...inContext(context, {
      all: {
        id: row.id,
        author: row.author,
        date: row.date,
        parent: row.parent,
        slug: row.slug,
        title: raw(row.title, curl(row.title)),
        ...(hasExcerpt(type) && {
          excerpt: raw(row.excerpt, row.excerpt === '' ? '' : renderExcerpt(row.excerpt, '')),
        }),
      },
      notEmbed: {
        date_gmt: row.date,
        modified: row.modified,
        modified_gmt: row.modified,
        guid: raw(guid, guid),
        content: raw(row.content, renderContent(row.content, does(site, 'paragraphClass'))),
        ...(type.supports.includes('custom-fields') || Object.keys(type.meta).length > 0
          ? { meta: readMeta(type.meta, row.meta) }
          : { meta: [] }),
      },
    }),
    _links: linksTo(call, { parent: `/wp/v2/${type.restBase}/${row.parent}` }),
  }
}
