import { actionsAt, linksTo } from '../http/links'
import type { TemplateType } from '../styles/appearanceRows'
import { type Context, contextOf } from '../http/listing'
import { rowsOf, type TemplateRow } from '../posts/postRows'
import { historyOf } from '../posts/revisions'
import { found } from '../http/wpError'
import type { Call } from '../http/route'
import { activeTheme, can, demand, does, type SiteState } from '../site/siteState'

/** The path of templates, or of their parts. */
export function templateBase(type: string): string {
  return type === 'wp_template' ? '/wp/v2/templates' : '/wp/v2/template-parts'
}

/** The path of a template. */
export function templatePath(site: SiteState, { type, slug }: TemplateRow): string {
  return `${templateBase(type)}/${activeTheme(site).stylesheet}//${slug}`
}

/** The templates of a type; one that was changed replaces that of the theme. */
export function templatesOf(site: SiteState, type: TemplateType): TemplateRow[] {
  const stored = storedTemplates(site, type)
  const changed = new Set(stored.map(({ slug }) => slug))
  return [
    ...stored.reverse(),
    ...site.templateFiles.filter((row) => row.type === type && !changed.has(row.slug)),
  ]
}

/** The templates of a type that were made or changed, without those in the trash. */
export function storedTemplates(site: SiteState, type: TemplateType): TemplateRow[] {
  return rowsOf(site, type).filter(({ status }) => status !== 'trash')
}

/** The template of a call's `template`, such as `theme//page`; refuses one that is not there. */
export function findTemplate(type: TemplateType, { site, params }: Call): TemplateRow {
  const { stylesheet } = activeTheme(site)
  const template = templatesOf(site, type).find(({ slug }) => `${stylesheet}//${slug}` === params.template)
  return found(template, 'rest_template_not_found', 'No templates exist with that id.')
}

/** Whether the theme has a file for a slug. */
export function isOfTheme(site: SiteState, type: string, slug: string): boolean {
  return site.templateFiles.some((row) => row.type === type && row.slug === slug)
}

/** A template as the site answers it, without its links. */
export function templateFields(
  { site }: Call,
  template: TemplateRow,
  context: Context,
): Record<string, unknown> {
  const { id, type, slug, title, content, meta } = template
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
    source: id === 0 ? 'theme' : 'custom',
    origin: meta.origin,
    type,
    description: template.excerpt,
    title: { raw: title, rendered: title },
    status: 'publish',
    wp_id: id,
    has_theme_file: hasFile,
    ...(type === 'wp_template' ? { is_custom: meta.isCustom } : { area: meta.area }),
    author: template.author,
    ...(context !== 'embed' && datesOf(site, template)),
    author_text: hasFile ? theme.name : (site.users.get(template.author)?.name ?? ''),
    original_source: hasFile ? 'theme' : 'user',
  }
}

function datesOf(site: SiteState, { id, date, modified }: TemplateRow): object {
  if (!does(site, 'templateDates')) return { modified: id === 0 ? false : modified }
  return id === 0 ? { date: null, modified: null } : { date, modified }
}

/** A template as the site answers it. */
export function showTemplate(
  call: Call,
  template: TemplateRow,
  context = contextOf(call),
): Record<string, unknown> & { _links: Record<string, unknown> } {
  const { site, user } = call
  const { id, type } = template
  const self = templatePath(site, template)
  const actions = {
    publish: can(user, 'edit_theme_options'),
    'unfiltered-html': can(user, 'unfiltered_html'),
  }
  return {
    ...templateFields(call, template, context),
    _links: linksTo(call, {
      self,
      collection: templateBase(type),
      about: `/wp/v2/types/${type}`,
      ...(id !== 0 && historyOf(site, id, self)),
      ...actionsAt(self, actions),
    }),
  }
}

/** Refuses who may not read templates. */
export function mayReadTemplates(call: Call): void {
  mayUseTemplates(call, 'edit_posts')
}

/** Refuses who may not change templates. */
export function mayWriteTemplates(call: Call): void {
  mayUseTemplates(call, 'edit_theme_options')
}

function mayUseTemplates({ user }: Call, capability: string): void {
  demand(user, capability, 'rest_cannot_manage_templates', 'access the templates on this site')
}
