import type { TemplateRow } from '../posts/postRows'
import type { TemplateType } from '../styles/appearanceRows'
import type { SiteState } from '../site/siteState'
import { templatesOf } from './templateAnswer'

/** The template that a site would use for a slug: its own, or the next more general one that there is. */
export function lookUpTemplate(
  site: SiteState,
  type: TemplateType,
  { slug, is_custom: isCustom, template_prefix: prefix }: Record<string, unknown>,
): TemplateRow | undefined {
  const rows = templatesOf(site, type).filter(({ content }) => content !== '')
  const names = isCustom === true ? ['page', 'singular', 'index'] : fallbacksOf(site, String(slug), prefix)
  return names.map((name) => rows.find((row) => row.slug === name)).find((row) => row !== undefined)
}

function fallbacksOf(site: SiteState, slug: string, prefix: unknown): string[] {
  if (slug === 'front-page') return ['front-page', 'home', 'index']
  const kinds = [
    ...[...site.postTypes.keys()].map((name) => `single-${name}`),
    ...[...site.taxonomies.keys()].map((name) => `taxonomy-${name}`),
    'author',
    'category',
    'archive',
    'tag',
    'page',
    'single',
    'taxonomy',
  ]
  const general = kinds.filter((kind) => slug.startsWith(`${kind}-`))
  const isArchive = /^(author|taxonomy|category|tag|date)\b/.test(slug)
  const isSingle = /^(single|page|attachment)\b/.test(slug)
  return [
    slug,
    ...(typeof prefix === 'string' && prefix !== '' ? [prefix] : []),
    ...general,
    ...(isArchive ? ['archive'] : []),
    ...(slug.startsWith('attachment') ? ['single'] : []),
    ...(isSingle ? ['singular'] : []),
    'index',
  ]
}
