import type { Context, ContextField, ReadonlyRecord, OpenText } from './inference/context'

/** The fields of a post type, to which declaration merging can add others. */
export interface TypeFields<C extends Context> {
  /** The capability that each deed needs. */
  capabilities: ContextField<Record<string, string>, 'edit', C>
  description: ContextField<string, 'view' | 'edit', C>
  /** Whether visitors find its posts listed, and where if not under its slug. */
  has_archive?: ContextField<boolean | string, 'view' | 'edit', C>
  /** Whether its posts can stand below one another. */
  hierarchical: ContextField<boolean, 'view' | 'edit', C>
  /** A dashicon's class or the address of a picture; null for none. */
  icon?: string | null
  /** Texts for screens; null where a text does not apply. */
  labels: ContextField<Record<string, string | null>, 'edit', C>
  name: string
  /** The last part of its REST route. */
  rest_base: string
  /** The first part of its REST route, such as `wp/v2`. */
  rest_namespace: string
  /** The key. */
  slug: string
  /** What its posts can have; some features carry settings of their own. */
  supports: ContextField<Record<string, boolean | unknown[]>, 'edit', C>
  /** The slugs of its taxonomies. */
  taxonomies: ContextField<string[], 'view' | 'edit', C>
  /** The blocks that a new post begins with: names with attributes and inner blocks. */
  template?: unknown[]
  /** Whether its template can be changed: `all` for not at all, `insert` for moving blocks only. */
  template_lock?: OpenText<'all' | 'insert' | 'contentOnly'> | false
  /** Whether visitors can see its posts. */
  viewable: ContextField<boolean, 'edit', C>
  visibility: ContextField<TypeVisibility, 'edit', C>
}

/** Where a post type is offered. */
export interface TypeVisibility {
  show_in_nav_menus: boolean
  show_ui: boolean
}

/** A post type (`root`, `postType`), in the `edit` context unless said otherwise. */
export type Type<C extends Context = 'edit'> = ReadonlyRecord<TypeFields<C>>
