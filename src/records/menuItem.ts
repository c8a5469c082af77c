import type { Context, ContextField, ReadonlyRecord, RenderedText } from './inference/context'
import type { PostStatus } from './postStatus'

/**
 * The fields of an item of a classic menu, to which declaration merging can add those of a plugin.
 */
export interface MenuItemFields<C extends Context> {
  /** The text of the link's title attribute. */
  attr_title: string
  classes: string[]
  description: string
  id: number
  /** Whether what it points to is gone. */
  invalid: boolean
  /** Its place in the menu, smallest first. */
  menu_order: number
  /** The id of the menu it belongs to. */
  menus: ContextField<number, 'view' | 'edit', C>
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** What it points to: the slug of a post type or taxonomy, or `custom`. */
  object: string
  /** The id of the post or term it points to; 0 for none. */
  object_id: number
  /** The id of the item above it; 0 for none. */
  parent: number
  status: PostStatus
  /** Where the link opens. */
  target: '_blank' | ''
  title: RenderedText<C>
  type: 'taxonomy' | 'post_type' | 'post_type_archive' | 'custom'
  /** The type in the words of the site's language. */
  type_label: string
  url: string
  /** Relations to the person behind the link, as in the XFN attribute. */
  xfn: string[]
}

/**
 * An item of a classic menu (`root`, `menuItem`), in the `edit` context unless said otherwise.
 */
export type MenuItem<C extends Context = 'edit'> = ReadonlyRecord<MenuItemFields<C>>
