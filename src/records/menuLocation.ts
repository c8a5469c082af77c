import type { Context, InEveryContext } from './inference/context'

/** The fields of a menu location, the same in every context. */
export interface MenuLocationFields {
  description: string
  /** The id of the menu shown there; 0 for none. */
  menu: number
  /** The key of the location. */
  name: string
}

/** A place of the theme where a classic menu can go (`root`, `menuLocation`). */
export type MenuLocation<C extends Context = 'edit'> = InEveryContext<MenuLocationFields, C>
