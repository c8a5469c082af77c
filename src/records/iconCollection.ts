import type { Context, InEveryContext } from './inference/context'

/** The fields of an icon collection, the same in every context. */
export interface IconCollectionFields {
  description: string
  label: string
  /** The key. */
  slug: string
}

/** A set of registered icons (`root`, `iconCollection`). */
export type IconCollection<C extends Context = 'view'> = InEveryContext<IconCollectionFields, C>
