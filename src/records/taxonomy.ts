import type { Context, ContextField, ReadonlyRecord, PromisedIn } from './inference/context'

/** The fields of a taxonomy, to which declaration merging can add others. */
export interface TaxonomyFields<C extends Context> {
  /** The capability that each deed needs. */
  capabilities: ContextField<Record<string, string>, 'edit', C>
  description: ContextField<string, 'view' | 'edit', C>
  /** Whether its terms can stand below one another. */
  hierarchical: ContextField<boolean, 'view' | 'edit', C>
  /** Texts for screens; null where a text does not apply. */
  labels: ContextField<Record<string, string | null>, 'edit', C>
  name: string
  /** The last part of its REST route. */
  rest_base: string
  /** The first part of its REST route, such as `wp/v2`. */
  rest_namespace: string
  /** Whether it can be shown as a cloud. */
  show_cloud: ContextField<boolean, 'edit', C>
  /** The key. */
  slug: string
  /** The slugs of the post types that use it. */
  types: ContextField<string[], 'view' | 'edit', C>
  /** Present in the `edit` context; elsewhere by some versions only. */
  visibility: TaxonomyVisibility
}

/** Where a taxonomy is offered. */
export interface TaxonomyVisibility {
  public: boolean
  publicly_queryable: boolean
  show_admin_column: boolean
  show_in_nav_menus: boolean
  show_in_quick_edit: boolean
  show_ui: boolean
}

/** A taxonomy (`root`, `taxonomy`), in the `edit` context unless said otherwise. */
export type Taxonomy<C extends Context = 'edit'> = ReadonlyRecord<
  PromisedIn<'edit', 'visibility', TaxonomyFields<C>, C>
>
