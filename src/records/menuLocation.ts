import type { Context, InEveryContext } from './inference/context'

/** The fields of a menu location, the same in every context. (spec.md, section 3) */
export interface MenuLocationFields {
  description: string
  /** The id of the menu shown there; 0 for none. */
  menu: number
  /** The key of the location. */
  name: string
}

/** A place of the theme where a classic menu can go (`root`, `menuLocation`). (spec.md, section 3) */
export type MenuLocation<C extends Context = 'edit'> = InEveryContext<MenuLocationFields, C>
