import { isRecord } from '../../core/plain'
import type { TemplateRevisionRow, TemplateRow } from '../styles/appearanceRows'
import { contextArg, contextOf, listArgs, pageOf, restUrl } from '../http/listing'
import { forbidden, WpError } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { activeTheme, can, does, tick } from '../site/siteState'
import { findTemplate, templateBase, templateFields } from './templateAnswer'

/** Older versions of templates, and safety copies. */
export function templateRevisionRoutes(type: TemplateRow['type'], base: string): Route[] {
  const permit = (call: Call) => {
    const parent = findParent(type, call)
    if (parent.databaseId === 0 && does(call.site, 'noRevisionsOfThemeFiles')) {
      const message = "Templates based on theme files can't have revisions."
      throw new WpError(400, 'rest_invalid_template', message)
    }
    if (parent.databaseId !== 0 && can(call.user, 'edit_theme_options')) return
    const message = 'Sorry, you are not allowed to view revisions of this post.'
    throw forbidden(call.user, 'rest_cannot_read', message)
  }
  // Safety copies stand among the revisions, too.
  const rowsOf = (call: Call, onlyAutosaves: boolean) => {
    const parent = findParent(type, call)
    return call.site.templateRevisions
      .filter((row) => row.parent === parent.databaseId && (row.isAutosave || !onlyAutosaves))
      .reverse()
  }
  const findRevision = (call: Call, isAutosave: boolean) => {
    const id = Number(call.params.revisionId)
    const found = rowsOf(call, isAutosave).find(({ databaseId }) => databaseId === id)
    if (found) return found
    throw isAutosave
      ? new WpError(404, 'rest_post_no_autosave', 'There is no autosave revision for this post.')
      : new WpError(404, 'rest_post_invalid_id', 'Invalid revision ID.')
  }
  const single = (isAutosave: boolean): Route => ({
    path: `${base}/:template+/${isAutosave ? 'autosaves' : 'revisions'}/:revisionId`,
    batch: false,
    GET: {
      args: contextArg,
      permit,
      run: (call) => showRevision(call, findRevision(call, isAutosave)),
    },
    ...(!isAutosave && {
      DELETE: {
        args: { force: { type: 'boolean' as const, default: false } },
        permit: (call: Call) => {
          permit(call)
          findRevision(call, false)
        },
        run: (call: Call) => {
          const revision = findRevision(call, false)
          if (!call.params.force) {
            const message = "Revisions do not support trashing. Set 'force=true' to delete."
            throw new WpError(501, 'rest_trash_not_supported', message)
          }
          const { _links: _, ...previous } = showRevision(call, revision, 'view')
          call.site.templateRevisions = call.site.templateRevisions.filter((row) => row !== revision)
          tick(call.site)
          return { deleted: true, previous }
        },
      },
    }),
  })
  return [
    {
      path: `${base}/:template+/revisions`,
      batch: false,
      GET: {
        args: listArgs,
        permit,
        run: (call) =>
          pageOf(call, rowsOf(call, false), 'rest_revision_invalid_page_number').map((row) =>
            showRevision(call, row),
          ),
      },
    },
    single(false),
    {
      path: `${base}/:template+/autosaves`,
      batch: false,
      GET: {
        args: contextArg,
        permit,
        run: (call) => rowsOf(call, true).map((row) => showRevision(call, row)),
      },
      POST: {
        permit: ({ user }) => {
          if (can(user, 'edit_theme_options')) return
          const message = 'Sorry, you are not allowed to access the templates on this site.'
          throw forbidden(user, 'rest_cannot_manage_templates', message)
        },
        run: (call) => autosave(type, call),
      },
    },
    single(true),
  ]
}

function findParent(type: TemplateRow['type'], call: Call): TemplateRow {
  try {
    return findTemplate(type, call)
  } catch {
    throw new WpError(404, 'rest_post_invalid_parent', 'Invalid template parent ID.')
  }
}

function autosave(type: TemplateRow['type'], call: Call): object {
  const { site, user, params } = call
  const parent = findTemplate(type, call)
  const author = user?.id ?? 0
  const text = (value: unknown) => String((isRecord(value) ? value.raw : value) ?? '')
  const time = tick(site)
  // What is not sent is empty: a safety copy of a template does not take over the rest.
  const row: TemplateRevisionRow = {
    ...parent,
    title: text(params.title),
    content: text(params.content),
    description: text(params.excerpt),
    parent: parent.databaseId,
    author,
    isAutosave: true,
    databaseId: site.lastPostId + 1,
    date: time,
    modified: time,
  }
  const old = site.templateRevisions.find(
    (other) => other.isAutosave && other.parent === row.parent && other.author === author,
  )
  if (old) Object.assign(old, { ...row, databaseId: old.databaseId })
  else {
    site.lastPostId++
    site.templateRevisions.push(row)
  }
  return showRevision(call, old ?? row, 'edit')
}

function showRevision(
  call: Call,
  row: TemplateRevisionRow,
  context = contextOf(call),
): Record<string, unknown> {
  const { type, slug, databaseId, parent, isAutosave } = row
  const href = restUrl(call, `${templateBase(type)}/${activeTheme(call.site).stylesheet}//${slug}`)
  return {
    ...templateFields(call, row, context),
    status: 'inherit',
    parent,
    _links: {
      self: [{ href: `${href}/${isAutosave ? 'autosaves' : 'revisions'}/${databaseId}` }],
      parent: [{ href }],
    },
  }
}
