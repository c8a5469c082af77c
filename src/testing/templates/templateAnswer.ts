import type { TemplateRow } from '../styles/appearanceRows'
import { type Context, contextOf, curies, restUrl } from '../http/listing'
import { WpError } from '../http/wpError'
import type { Call } from '../http/route'
import { activeTheme, can, does, type SiteState } from '../site/siteState'

/** The path of templates, or of their parts. */
export function templateBase(type: TemplateRow['type']): string {
  return type === 'wp_template' ? '/wp/v2/templates' : '/wp/v2/template-parts'
}

/** The templates of a type; one that was changed replaces that of the theme. */
export function templatesOf(site: SiteState, type: TemplateRow['type']): TemplateRow[] {
  const rows = site.templates.filter((row) => row.type === type && !row.isTrashed)
  const changed = new Set(rows.filter(({ databaseId }) => databaseId !== 0).map(({ slug }) => slug))
  return rows.filter(({ databaseId, slug }) => databaseId !== 0 || !changed.has(slug))
}

/** The template of a call's `template`, such as `theme//page`; refuses one that is not there. */
export function findTemplate(type: TemplateRow['type'], { site, params }: Call): TemplateRow {
  const { stylesheet } = activeTheme(site)
  const found = templatesOf(site, type).find(({ slug }) => `${stylesheet}//${slug}` === params.template)
  if (!found) throw new WpError(404, 'rest_template_not_found', 'No templates exist with that id.')
  return found
}

/** Whether the theme has a file for a slug. */
export function isOfTheme(site: SiteState, type: TemplateRow['type'], slug: string): boolean {
  return site.templates.some((row) => row.type === type && row.slug === slug && row.databaseId === 0)
}

/** A template as the site answers it, without its links. */
export function templateFields(
  { site }: Call,
  template: TemplateRow,
  context: Context,
): Record<string, unknown> {
  const { type, slug, title, content, databaseId } = template
  const theme = activeTheme(site)
  const hasFile = isOfTheme(site, type, slug)
  const version = content.includes('<!-- wp:') ? 1 : 0
  const contents = {
    embed: [],
    view: { raw: content },
    edit: { raw: content, block_version: version },
  }
  return {
    id: `${theme.stylesheet}//${slug}`,
    theme: theme.stylesheet,
    content: contents[context],
    slug,
    source: databaseId === 0 ? 'theme' : 'custom',
    origin: template.origin,
    type,
    description: template.description,
    title: { raw: title, rendered: title },
    status: 'publish',
    wp_id: databaseId,
    has_theme_file: hasFile,
    ...(type === 'wp_template' ? { is_custom: template.isCustom } : { area: template.area }),
    author: template.author,
    ...(context !== 'embed' && datesOf(site, template)),
    author_text: hasFile ? theme.name : (site.users.get(template.author)?.name ?? ''),
    original_source: hasFile ? 'theme' : 'user',
  }
}

function datesOf(site: SiteState, { databaseId, date, modified }: TemplateRow): object {
  if (!does(site, 'templateDates')) return { modified: databaseId === 0 ? false : modified }
  return databaseId === 0 ? { date: null, modified: null } : { date, modified }
}

/** A template as the site answers it. */
export function showTemplate(
  call: Call,
  template: TemplateRow,
  context = contextOf(call),
): Record<string, unknown> & { _links: Record<string, unknown> } {
  const { site, user } = call
  const { type, slug, databaseId } = template
  const base = templateBase(type)
  const href = restUrl(call, `${base}/${activeTheme(site).stylesheet}//${slug}`)
  const revisions = site.templateRevisions.filter(({ parent }) => parent === databaseId)
  const latest = revisions.at(-1)?.databaseId
  const actions = [
    ...(can(user, 'edit_theme_options') ? ['publish'] : []),
    ...(can(user, 'unfiltered_html') ? ['unfiltered-html'] : []),
  ]
  return {
    ...templateFields(call, template, context),
    _links: {
      self: [{ href }],
      collection: [{ href: restUrl(call, base) }],
      about: [{ href: restUrl(call, `/wp/v2/types/${type}`) }],
      ...(databaseId !== 0 && {
        'version-history': [{ count: revisions.length, href: `${href}/revisions` }],
      }),
      ...(latest !== undefined && {
        'predecessor-version': [{ id: latest, href: `${href}/revisions/${latest}` }],
      }),
      ...Object.fromEntries(actions.map((action) => [`wp:action-${action}`, [{ href }]])),
      ...(actions.length > 0 && { curies }),
    },
  }
}
