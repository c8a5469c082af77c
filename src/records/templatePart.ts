import type { Context, ContextField, OmitNever, OpenText } from './inference/context'
import type { BaseTemplateFields } from './template'

/**
 * The fields of a template part, to which declaration merging can add those of a plugin.
 * (spec.md, section 3)
 */
export interface TemplatePartFields<C extends Context> extends BaseTemplateFields<C> {
  /** Where on the page it belongs. */
  area: OpenText<'header' | 'footer' | 'sidebar' | 'uncategorized'>
  /** Who made it, as it is shown. Older servers do not send it. */
  author_text?: string
  /** When it was last changed: ISO 8601 in the site's time zone. Older servers do not send it. */
  modified?: ContextField<string, 'view' | 'edit', C>
}

/**
 * A part that templates share (`postType`, `wp_template_part`), in the `edit` context unless told
 * otherwise. (spec.md, section 3)
 */
export type TemplatePart<C extends Context = 'edit'> = OmitNever<TemplatePartFields<C>>
