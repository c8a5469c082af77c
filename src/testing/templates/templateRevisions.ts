import { takeSent } from '../http/params'
import type { TemplateRow } from '../posts/postRows'
import type { TemplateMeta, TemplateType } from '../styles/appearanceRows'
import { linksTo } from '../http/links'
import { contextOf } from '../http/listing'
import {
  autosaveRoutesOf,
  findRevision,
  type History,
  mayReadRevisions,
  revisionRoutesOf,
} from '../posts/history'
import { isAutosave, keepAutosave, textFields } from '../posts/revisions'
import { WpError } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { can, does, type PostRow, tick } from '../site/siteState'
import { findTemplate, mayWriteTemplates, templateBase, templateFields, templatePath } from './templateAnswer'

/** Older versions of templates, and safety copies. */
export function templateRevisionRoutes(type: TemplateType): Route[] {
  const history: History<TemplateRow> = {
    base: `${templateBase(type)}/:template+`,
    find: (call) => findTemplate(type, call),
    noun: 'template',
    mayRead: ({ site, user }, { id }) => {
      if (id === 0 && does(site, 'noRevisionsOfThemeFiles')) {
        const message = "Templates based on theme files can't have revisions."
        throw new WpError(400, 'rest_invalid_template', message)
      }
      return id !== 0 && can(user, 'edit_theme_options')
    },
    show: showRevision,
    remove: {
      permit: (call) => {
        mayReadRevisions(history)(call)
        findRevision(history, call)
      },
      context: 'view',
    },
  }
  return [
    ...revisionRoutesOf(history),
    ...autosaveRoutesOf(history, {
      save: { permit: mayWriteTemplates, run: (call) => autosave(type, call) },
    }),
  ]
}

function autosave(type: TemplateType, call: Call): object {
  const { site, user, params } = call
  const parent = findTemplate(type, call)
  tick(site)
  // What is not sent is empty: a safety copy of a template does not take over the rest.
  const sent = { ...parent, title: '', content: '', excerpt: '' }
  takeSent(sent, params, textFields)
  return showRevision(call, keepAutosave(site, sent, user?.id ?? 0), parent, 'edit')
}

function showRevision(call: Call, row: PostRow, parent: TemplateRow, context = contextOf(call)): object {
  const { type, slug } = parent
  const path = templatePath(call.site, parent)
  const version = { ...row, type, slug, meta: row.meta as TemplateMeta }
  return {
    ...templateFields(call, version, context),
    status: 'inherit',
    parent: row.parent,
    _links: linksTo(call, {
      self: `${path}/${isAutosave(row) ? 'autosaves' : 'revisions'}/${row.id}`,
      parent: path,
    }),
  }
}
