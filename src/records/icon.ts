import type { Context, InEveryContext } from './inference/context'

/** The fields of an icon, the same in every context. */
export interface IconFields {
  /** The slug of its collection. */
  collection?: string
  /** The SVG. */
  content: string
  label: string
  /** The key, with its namespace. */
  name: string
}

/** A registered icon (`root`, `icon`). */
export type Icon<C extends Context = 'edit'> = InEveryContext<IconFields, C>
