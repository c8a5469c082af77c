import { isRecord } from '../../core/plain'
import type { TemplateRow } from '../styles/appearanceRows'
import { contextArg, restUrl } from '../http/listing'
import type { Args } from '../http/params'
import { forbidden, WpError } from '../http/wpError'
import { freeSlug, slugOf } from '../posts/rendering'
import { type Call, type Endpoint, Reply, type Route } from '../http/route'
import { activeTheme, can, type SiteState, tick } from '../site/siteState'
import { findTemplate, isOfTheme, showTemplate, templateBase, templatesOf } from './templateAnswer'
import { lookUpTemplate } from './templateLookup'
import { templateRevisionRoutes } from './templateRevisions'

type Type = TemplateRow['type']

/** Templates or their parts: those of the theme, and what was made or changed of them. */
export function templateRoutes(type: Type): Route[] {
  const base = templateBase(type)
  const text = { type: 'string' } as const
  const fields: Args = {
    slug: text,
    theme: text,
    type: text,
    status: { type: 'string', enum: ['publish', 'future', 'draft', 'pending', 'private'] },
    ...(type === 'wp_template_part' && { area: text }),
  }
  return [
    {
      path: `${base}/lookup`,
      batch: false,
      GET: {
        args: {
          slug: { type: 'string', required: true },
          is_custom: { type: 'boolean' },
          template_prefix: text,
        },
        permit: mayRead,
        run: (call) => {
          const found = lookUpTemplate(call.site, type, call.params)
          return found ? showTemplate(call, found) : {}
        },
      },
    },
    ...templateRevisionRoutes(type, base),
    {
      path: base,
      batch: false,
      GET: {
        args: { ...contextArg, wp_id: { type: 'integer' }, area: text, post_type: text },
        permit: mayRead,
        run: (call) => list(type, call).map((template) => showTemplate(call, template)),
      },
      POST: {
        args: { ...fields, slug: { type: 'string', required: true } },
        permit: mayWrite,
        run: (call) => create(type, call, base),
      },
    },
    {
      path: `${base}/:template+`,
      batch: false,
      GET: {
        args: contextArg,
        permit: mayRead,
        run: (call) => showTemplate(call, findTemplate(type, call)),
      },
      update: {
        args: fields,
        permit: mayWrite,
        run: (call) => update(type, call),
      },
      DELETE: {
        args: { force: { type: 'boolean', default: false } },
        permit: mayWrite,
        run: (call) => remove(type, call),
      },
    },
  ]
}

const message = 'Sorry, you are not allowed to access the templates on this site.'

const mayRead: NonNullable<Endpoint['permit']> = ({ user }) => {
  if (!can(user, 'edit_posts')) throw forbidden(user, 'rest_cannot_manage_templates', message)
}

const mayWrite: NonNullable<Endpoint['permit']> = ({ user }) => {
  if (!can(user, 'edit_theme_options')) throw forbidden(user, 'rest_cannot_manage_templates', message)
}

function list(type: Type, { site, params }: Call): TemplateRow[] {
  return templatesOf(site, type).filter(
    (row) =>
      (params.wp_id === undefined || row.databaseId === params.wp_id) &&
      (params.area === undefined || row.area === params.area) &&
      // Those that an editor may choose for one post.
      (params.post_type === undefined || row.isCustom),
  )
}

function create(type: Type, call: Call, base: string): Reply {
  const { site, params } = call
  const { stylesheet } = activeTheme(site)
  const wanted = slugOf(String(params.slug))
  const others = site.templates.filter((row) => row.type === type && row.databaseId !== 0 && !row.isTrashed)
  const slug = freeSlug(wanted, (free) => others.some((row) => row.slug === free))
  const template = withChanges(call, {
    type,
    slug,
    title: '',
    description: '',
    content: '',
    area: 'uncategorized',
    databaseId: 0,
    author: call.user?.id ?? 0,
    date: '',
    modified: '',
    isTrashed: false,
    origin: null,
    isCustom: !isOfTheme(site, type, slug),
  })
  if (template.title === '' && template.content === '' && template.description === '') {
    throw new WpError(400, 'empty_content', 'Content, title, and excerpt are empty.')
  }
  store(site, template)
  call.headers.Location = restUrl(call, `${base}/${stylesheet}//${slug}`)
  return new Reply(201, showTemplate(call, template))
}

function update(type: Type, call: Call): object {
  const { site, user } = call
  const before = findTemplate(type, call)
  const template = withChanges(call, before)
  if (before.databaseId === 0) {
    store(site, { ...template, author: user?.id ?? 0, origin: 'theme' })
  } else {
    Object.assign(before, template, { modified: tick(site) })
    const id = ++site.lastPostId
    const { modified: date } = before
    const kept = { ...before, date, parent: before.databaseId, author: user?.id ?? 0, isAutosave: false }
    site.templateRevisions.push({ ...kept, databaseId: id })
  }
  return showTemplate(call, findTemplate(type, call), 'edit')
}

function withChanges({ params }: Call, before: TemplateRow): TemplateRow {
  const template = { ...before }
  for (const field of ['title', 'content'] as const) {
    const given = params[field]
    const value = isRecord(given) ? given.raw : given
    if (value !== undefined && value !== null) template[field] = String(value)
  }
  if (params.description !== undefined) template.description = String(params.description)
  if (params.area !== undefined) {
    const isKnown = ['header', 'footer', 'uncategorized'].includes(String(params.area))
    template.area = isKnown ? String(params.area) : 'uncategorized'
  }
  return template
}

function store(site: SiteState, template: TemplateRow): void {
  site.lastPostId++
  template.databaseId = site.lastPostId
  template.modified = tick(site)
  template.date = template.modified
  // The newest comes first.
  site.templates.unshift(template)
}

function remove(type: Type, call: Call): object {
  const { site, params } = call
  const template = findTemplate(type, call)
  if (template.databaseId === 0) {
    const refused = "Templates based on theme files can't be removed."
    throw new WpError(400, 'rest_invalid_template', refused)
  }
  const shown = showTemplate(call, template, 'edit') as { _links: Record<string, unknown> }
  tick(site)
  if (params.force) {
    const { _links: _, ...previous } = shown
    site.templates = site.templates.filter((row) => row !== template)
    return { deleted: true, previous }
  }
  template.isTrashed = true
  // What lies in the trash has no history to follow.
  const links = Object.entries(shown._links).filter(([relation]) => !/-(history|version)$/.test(relation))
  return { ...shown, status: 'trash', _links: Object.fromEntries(links) }
}
