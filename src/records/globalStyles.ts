import type { Context, ContextField, ReadonlyRecord, RenderedText } from './inference/context'
import type { RecordLinks } from './links'

/** The fields of a global-styles record, to which declaration merging can add others. */
export interface GlobalStylesFields<C extends Context> {
  _links?: RecordLinks
  id: number
  /** As in the `settings` of theme.json. */
  settings: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** As in the `styles` of theme.json. */
  styles: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** With `raw` in every context. */
  title: RenderedText<'edit'>
}

/**
 * What the user changed in the theme's looks (`root`, `globalStyles`), in `edit` unless said otherwise.
 */
export type GlobalStyles<C extends Context = 'edit'> = ReadonlyRecord<GlobalStylesFields<C>>
