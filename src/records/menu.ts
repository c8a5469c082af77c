import type { Context, ContextField, ReadonlyRecord } from './inference/context'

/**
 * The fields of a classic menu, to which declaration merging can add those of a plugin.
 */
export interface MenuFields<C extends Context> {
  /** Whether new top-level pages are added to it. */
  auto_add: ContextField<boolean, 'view' | 'edit', C>
  description: ContextField<string, 'view' | 'edit', C>
  id: number
  /** The names of the menu locations that show it. */
  locations: ContextField<string[], 'view' | 'edit', C>
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  name: string
  /** The id of the object it stands for, where the server sends it. */
  object_id?: number
  slug: string
}

/** A classic menu (`root`, `menu`), in the `edit` context unless said otherwise. */
export type Menu<C extends Context = 'edit'> = ReadonlyRecord<MenuFields<C>>
