import type { TemplateType } from '../styles/appearanceRows'
import { contextArg, contextOf, wishesOf } from '../http/listing'
import { type Args, integer, takeSent, text } from '../http/params'
import { WpError } from '../http/wpError'
import { freeSlug, slugOf } from '../posts/rendering'
import { writableStatus } from '../posts/postParams'
import { emptyPost, putPost, type TemplateRow } from '../posts/postRows'
import { checkText, dropPost } from '../posts/postWrites'
import { revisionOf } from '../posts/revisions'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { type SiteState, tick } from '../site/siteState'
import {
  findTemplate,
  isOfTheme,
  mayReadTemplates,
  mayWriteTemplates,
  showTemplate,
  storedTemplates,
  templateBase,
  templatesOf,
} from './templateAnswer'
import { lookUpTemplate } from './templateLookup'
import { templateRevisionRoutes } from './templateRevisions'

/** Templates or their parts: those of the theme, and what was made or changed of them. */
export function templateRoutes(type: TemplateType): Route[] {
  const base = templateBase(type)
  const fields: Args = {
    slug: text,
    theme: text,
    type: text,
    status: writableStatus,
    ...(type === 'wp_template_part' && { area: text }),
  }
  return [
    {
      path: `${base}/lookup`,
      GET: {
        args: {
          slug: { type: 'string', required: true },
          is_custom: { type: 'boolean' },
          template_prefix: text,
        },
        permit: mayReadTemplates,
        run: (call) => {
          const found = lookUpTemplate(call.site, type, call.params)
          return found ? showTemplate(call, found) : {}
        },
      },
    },
    ...templateRevisionRoutes(type),
    ...resource<TemplateRow>({
      path: base,
      single: `${base}/:template+`,
      find: (call) => findTemplate(type, call),
      show: showTemplate,
      list: {
        args: { ...contextArg, wp_id: integer, area: text, post_type: text },
        permit: mayReadTemplates,
        rows: (call) => list(type, call),
      },
      create: {
        args: { ...fields, slug: { type: 'string', required: true } },
        permit: mayWriteTemplates,
        make: (call) => create(type, call),
        context: contextOf,
      },
      read: { permit: mayReadTemplates },
      update: { args: fields, permit: mayWriteTemplates, change: update },
      remove: { permit: mayWriteTemplates, trash, drop: dropTemplate },
    }),
  ]
}

function list(type: TemplateType, call: Call): TemplateRow[] {
  const { among } = wishesOf(call)
  // Those that an editor may choose for one post.
  const isChoice = call.params.post_type !== undefined
  return templatesOf(call.site, type).filter(
    ({ id, meta }) => among('wp_id', id) && among('area', meta.area) && (!isChoice || meta.isCustom),
  )
}

function create(type: TemplateType, call: Call): TemplateRow {
  const { site, user, params } = call
  const others = storedTemplates(site, type)
  const slug = freeSlug(slugOf(String(params.slug)), (free) => others.some((row) => row.slug === free))
  const given = { slug, status: 'publish', author: user?.id ?? 0 }
  const meta = { isCustom: !isOfTheme(site, type, slug) }
  const template = withChanges(call, emptyPost(type, site, { ...given, meta }))
  checkText(template)
  return store(site, template)
}

function update(call: Call, before: TemplateRow): TemplateRow {
  const { site, user } = call
  const author = user?.id ?? 0
  const template = withChanges(call, before)
  if (before.id === 0) {
    return store(site, { ...template, author, meta: { ...template.meta, origin: 'theme' } })
  }
  template.modified = tick(site)
  putPost(site, revisionOf(site, template, author))
  return putPost(site, template)
}

function withChanges({ params }: Call, before: TemplateRow): TemplateRow {
  const template = { ...before, meta: { ...before.meta } }
  takeSent(template, params, ['title', 'content'], { excerpt: 'description' })
  if (params.area !== undefined) {
    const isKnown = ['header', 'footer', 'uncategorized'].includes(String(params.area))
    template.meta.area = isKnown ? String(params.area) : 'uncategorized'
  }
  return template
}

function store(site: SiteState, template: TemplateRow): TemplateRow {
  const date = tick(site)
  return putPost(site, { ...template, date, modified: date })
}

function dropTemplate(call: Call, template: TemplateRow): void {
  checkStored(template)
  dropPost(call, template)
}

function trash(call: Call, template: TemplateRow): object {
  checkStored(template)
  const shown = showTemplate(call, template, 'edit')
  tick(call.site)
  template.status = 'trash'
  // What lies in the trash has no history to follow.
  const links = Object.entries(shown._links).filter(([relation]) => !/-(history|version)$/.test(relation))
  return { ...shown, status: 'trash', _links: Object.fromEntries(links) }
}

function checkStored({ id }: TemplateRow): void {
  if (id !== 0) return
  throw new WpError(400, 'rest_invalid_template', "Templates based on theme files can't be removed.")
}
