import type { Context, OmitNever, OpenText } from './context'
import type { BaseTemplateFields } from './template'

/** The fields of a template part, to which declaration merging can add those of a plugin. */
export interface TemplatePartFields<C extends Context> extends BaseTemplateFields<C> {
  /** Where on the page it belongs. */
  area: OpenText<'header' | 'footer' | 'sidebar' | 'uncategorized'>
}

/** A part that templates share (`postType`, `wp_template_part`), in the `edit` context unless told otherwise. */
export type TemplatePart<C extends Context = 'edit'> = OmitNever<TemplatePartFields<C>>
