import { linkOf } from '../http/links'
import { type Context, contextArg, contextOf, inContext, listArgs, pageOf, restUrl } from '../http/listing'
import { readMeta } from './meta'
import { findPost, mayUpdate } from './postPermissions'
import { isFloating } from './postRows'
import { has } from './postTypes'
import { forbidden, WpError } from '../http/wpError'
import { curl, renderContent, renderExcerpt } from './rendering'
import { addRevision, revisionOf, revisionsOf } from './revisions'
import type { Call, Route } from '../http/route'
import { canPost, does, now, type PostRow, type PostType, type RevisionRow, tick } from '../site/siteState'

/** Revisions and autosaves of one post type. */
export function revisionRoutes(type: PostType): Route[] {
  const base = `/wp/v2/${type.restBase}/:id`
  return [
    ...(type.supports.includes('revisions')
      ? [
          {
            path: `${base}/revisions`,
            batch: false,
            GET: {
              args: listArgs,
              permit: mayReadRevisions(type),
              run: (call: Call) => {
                const rows = revisionsOf(call.site, findParent(type, call).id)
                return pageOf(call, rows, 'rest_revision_invalid_page_number').map((row) =>
                  show(type, call, row, contextOf(call)),
                )
              },
            },
          },
          {
            path: `${base}/revisions/:revisionId`,
            batch: false,
            GET: {
              args: contextArg,
              permit: mayReadRevisions(type),
              run: (call: Call) => show(type, call, findRevision(type, call), contextOf(call)),
            },
            DELETE: {
              args: { force: { type: 'boolean' as const, default: false } },
              permit: (call: Call) => {
                findParent(type, call)
                const message = 'Sorry, you are not allowed to delete this revision.'
                throw forbidden(call.user, 'rest_cannot_delete', message)
              },
              run: () => null,
            },
          },
        ]
      : []),
    {
      path: `${base}/autosaves`,
      batch: false,
      GET: {
        args: contextArg,
        permit: mayReadRevisions(type),
        run: (call) =>
          revisionsOf(call.site, findParent(type, call).id)
            .filter(({ isAutosave }) => isAutosave)
            .map((row) => showAutosave(type, call, row, contextOf(call))),
      },
      POST: {
        permit: (call) => {
          findParent(type, call, 'rest_post_invalid_id', 'Invalid post ID.')
          mayUpdate(type)(call)
        },
        run: (call) => autosave(type, call),
      },
    },
    {
      path: `${base}/autosaves/:revisionId`,
      batch: false,
      GET: {
        args: contextArg,
        permit: mayReadRevisions(type),
        run: (call) => {
          const row = call.site.revisions.get(Number(call.params.revisionId))
          if (!row?.isAutosave || row.parent !== Number(call.params.id)) {
            const message = 'There is no autosave revision for this post.'
            throw new WpError(404, 'rest_post_no_autosave', message)
          }
          return showAutosave(type, call, row, contextOf(call))
        },
      },
    },
  ]
}

function mayReadRevisions(type: PostType) {
  return (call: Call) => {
    if (canPost(call.site, call.user, 'edit', findParent(type, call))) return
    const message = 'Sorry, you are not allowed to view revisions of this post.'
    throw forbidden(call.user, 'rest_cannot_read', message)
  }
}

function findParent(
  type: PostType,
  call: Call,
  code = 'rest_post_invalid_parent',
  message = 'Invalid post parent ID.',
): PostRow {
  try {
    return findPost(type, call)
  } catch {
    throw new WpError(404, code, message)
  }
}

function findRevision(type: PostType, call: Call): RevisionRow {
  const parent = findParent(type, call)
  const row = call.site.revisions.get(Number(call.params.revisionId))
  if (row?.parent !== parent.id) throw new WpError(404, 'rest_post_invalid_id', 'Invalid revision ID.')
  return row
}

function autosave(type: PostType, call: Call): object {
  const { site, user, params } = call
  const post = findPost(type, call)
  const given: Partial<PostRow> = {}
  for (const field of ['title', 'content', 'excerpt'] as const) {
    const value = params[field]
    const text = typeof value === 'object' && value !== null ? (value as { raw?: unknown }).raw : value
    if (text !== undefined && text !== null) given[field] = String(text)
  }
  tick(site)
  const isOwnDraft = ['draft', 'auto-draft'].includes(post.status) && post.author === user?.id
  if (isOwnDraft) {
    const date = isFloating(post) ? now(site) : post.date
    Object.assign(post, given, { date, modified: now(site), status: 'draft' })
    const row = { ...revisionOf(site, type, post, post.author), id: post.id, parent: 0 }
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
  const old = revisionsOf(site, post.id).find(({ isAutosave, author }) => isAutosave && author === user?.id)
  const next = { ...revisionOf(site, type, { ...post, ...given }, user?.id ?? 0), isAutosave: true }
  if (!old) return showAutosave(type, call, addRevision(site, next), 'edit')
  Object.assign(old, next)
  return showAutosave(type, call, old, 'edit')
}

function showAutosave(type: PostType, call: Call, row: RevisionRow, context: Context): object {
  const post = call.site.posts.get(row.parent)
  const link = post ? linkOf(call.site, post) : ''
  const preview = `${link}${link.includes('?') ? '&' : '?'}preview_id=${row.parent}&preview_nonce=mock&preview=true`
  return { ...show(type, call, row, context), ...(context === 'edit' && { preview_link: preview }) }
}

function show(type: PostType, call: Call, row: RevisionRow, context: Context): object {
  const { site } = call
  const raw = (text: string, rendered: string) =>
    context === 'edit' ? { raw: text, rendered } : { rendered }
  const guid = `${site.url}/?p=${row.id}`
  const parent = `/wp/v2/${type.restBase}/${row.parent}`
  return {
    ...inContext(context, {
      all: {
        id: row.id,
        author: row.author,
        date: row.date,
        parent: row.parent,
        slug: `${row.parent}-${row.isAutosave ? 'autosave' : 'revision'}-v1`,
        title: raw(row.title, curl(row.title)),
        ...((has(type, 'excerpt') || type.slug === 'page') && {
          excerpt: raw(row.excerpt, row.excerpt === '' ? '' : renderExcerpt(row.excerpt, '')),
        }),
      },
      notEmbed: {
        date_gmt: row.date,
        modified: row.date,
        modified_gmt: row.date,
        guid: raw(guid, guid),
        content: raw(row.content, renderContent(row.content, does(site, 'paragraphClass'))),
        ...(type.supports.includes('custom-fields') || Object.keys(type.meta).length > 0
          ? { meta: readMeta(type.meta, row.meta) }
          : { meta: [] }),
      },
    }),
    _links: { parent: [{ href: restUrl(call, parent) }] },
  }
}
