import type { Context, InEveryContext } from './inference/context'

/** The fields of a font collection, the same in every context. */
export interface FontCollectionFields {
  categories?: FontCategory[]
  description?: string
  font_families?: FontFamily[]
  name: string
  /** The key. */
  slug: string
}

/** One font family with the categories it is in. */
export interface FontFamily {
  /** The slugs of its categories. */
  categories?: string[]
  /** As a font family in theme.json. */
  font_family_settings: Record<string, unknown>
}

/** One category of fonts. */
export interface FontCategory {
  name: string
  slug: string
}

/** A collection of fonts to install from (`root`, `fontCollection`). */
export type FontCollection<C extends Context = 'edit'> = InEveryContext<FontCollectionFields, C>
