import type { Context, ContextField, ReadonlyRecord, OpenText } from './inference/context'
import type { BaseTemplateFields } from './template'

/**
 * The fields of a template part, to which declaration merging can add those of a plugin.
 */
export interface TemplatePartFields<C extends Context> extends BaseTemplateFields<C> {
  /** Where on the page it belongs. */
  area: OpenText<'header' | 'footer' | 'sidebar' | 'uncategorized'>
  /** Who made it, as it is shown. Older servers do not send it. */
  author_text?: string
  /** When it was made: ISO 8601 in the site's time zone; null for a file of the theme. Since WordPress 7.1. */
  date?: ContextField<string | null, 'view' | 'edit', C>
  /**
   * When it was last changed: ISO 8601 in the site's time zone. Null for a file of the theme, false before
   * WordPress 7.1. Older servers do not send it.
   */
  modified?: ContextField<string | false | null, 'view' | 'edit', C>
}

/**
 * A part that templates share (`postType`, `wp_template_part`), in the `edit` context unless said
 * otherwise.
 */
export type TemplatePart<C extends Context = 'edit'> = ReadonlyRecord<TemplatePartFields<C>>
