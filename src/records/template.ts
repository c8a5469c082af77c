import type { Context, ContextField, ReadonlyRecord, RenderedText, OpenText } from './inference/context'
import type { PostStatus } from './postStatus'

/** The fields that templates and template parts have in common. */
export interface BaseTemplateFields<C extends Context> {
  /** The id of the user who changed it; 0 where it comes from the theme. */
  author: number
  /** Older servers do not send it. */
  blocks?: ContextField<unknown[], 'edit', C>
  content: ContextField<TemplateContent<C>, 'view' | 'edit', C>
  description: string
  /** Whether the theme has a file for it, to which it can go back. */
  has_theme_file: boolean
  /** The theme and the slug, as in `twentytwentyfive//single`. */
  id: string
  /** Where a changed template came from first. */
  origin: OpenText<'theme' | 'plugin' | 'custom'> | null
  /** Who made it first. Older servers do not send it. */
  original_source?: OpenText<'theme' | 'plugin' | 'site' | 'user'>
  slug: string
  /** Where its present text comes from. */
  source: OpenText<'theme' | 'plugin' | 'custom'>
  status: PostStatus
  /** The stylesheet name of the theme it belongs to. */
  theme: string
  /** With `raw` in every context. */
  title: RenderedText<'edit'>
  /** The slug of its post type. */
  type: string
  /** The id of the post that holds the change; 0 where there is none. */
  wp_id: number
}

/**
 * The text of a template as blocks, in the `edit` context with their version, except in the answer to a
 * create.
 */
export type TemplateContent<C extends Context> = [C] extends ['edit']
  ? { raw: string; rendered?: string; block_version?: number }
  : { raw: string; rendered?: string }

/** The fields of a template, to which declaration merging can add those of a plugin. */
export interface TemplateFields<C extends Context> extends BaseTemplateFields<C> {
  /** Who made it, as it is shown: the theme, the plugin, the site or a user. */
  author_text: string
  /** When it was made: ISO 8601 in the site's time zone; null for a file of the theme. Since WordPress 7.1. */
  date?: ContextField<string | null, 'view' | 'edit', C>
  /** Whether a user made it from nothing. */
  is_custom: boolean
  /**
   * When it was last changed: ISO 8601 in the site's time zone. Null for a file of the theme, false before
   * WordPress 7.1.
   */
  modified: ContextField<string | false | null, 'view' | 'edit', C>
  /** The slug of the plugin that registered it. */
  plugin?: string
}

/**
 * A template (`postType`, `wp_template`), in the `edit` context unless said otherwise.
 */
export type Template<C extends Context = 'edit'> = ReadonlyRecord<TemplateFields<C>>
