import type { AuthoredPostFields } from './basePost'
import type { Context, ContextField, ReadonlyRecord } from './inference/context'

/** The fields of a page, to which declaration merging can add those of a plugin. */
export interface PageFields<C extends Context> extends AuthoredPostFields<C> {
  /** Its place among its siblings, smallest first. */
  menu_order: ContextField<number, 'view' | 'edit', C>
  /** The id of the page above it; 0 for none. */
  parent: ContextField<number, 'view' | 'edit', C>
}

/** A page (`postType`, `page`), in the `edit` context unless said otherwise. */
export type Page<C extends Context = 'edit'> = ReadonlyRecord<PageFields<C>>
