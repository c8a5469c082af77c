import type { Context, ContextField, ReadonlyRecord, RenderedText } from './inference/context'
import type { ThemeSupports } from './themeSupports'

/** The fields of a theme, to which declaration merging can add others. */
export interface ThemeFields<C extends Context> {
  author: RenderedText<C>
  author_uri: RenderedText<C>
  /** Where parts of templates can belong; of the active theme, since WordPress 6.8. */
  default_template_part_areas?: TemplatePartArea[]
  /** The kinds of templates that WordPress knows; of the active theme, since WordPress 6.8. */
  default_template_types?: TemplateType[]
  description: RenderedText<C>
  /** Whether its templates are made of blocks. Older servers do not send it. */
  is_block_theme?: boolean
  name: RenderedText<C>
  /** The least PHP version it asks for. */
  requires_php: string
  /** The least WordPress version it asks for. */
  requires_wp: string
  /** The address of its picture. */
  screenshot: string
  status: 'active' | 'inactive'
  /** The key: the name of its folder. */
  stylesheet: string
  /** The address of that folder. Older servers do not send it. */
  stylesheet_uri?: string
  tags: ThemeTags<C>
  /** The folder of the theme it builds on; its own where it stands alone. */
  template: string
  /** The address of that folder. Older servers do not send it. */
  template_uri?: string
  textdomain: string
  theme_supports: ThemeSupports
  theme_uri: RenderedText<C>
  version: string
}

/**
 * The words that describe a theme, joined by commas; in the `edit` context also one by one.
 */
export interface ThemeTags<C extends Context> {
  raw: ContextField<string[], 'edit', C>
  rendered: string
}

/** A place where parts of templates can belong. */
export interface TemplatePartArea {
  area: string
  /** The HTML element around the part. */
  area_tag: string
  description: string
  icon: string
  label: string
}

/** A kind of templates, by the slug that such a template has. */
export interface TemplateType {
  description: string
  slug: string
  title: string
}

/** An installed theme (`root`, `theme`), in the `edit` context unless said otherwise. */
export type Theme<C extends Context = 'edit'> = ReadonlyRecord<ThemeFields<C>>
