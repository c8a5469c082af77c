import type { Context, ContextField, ReadonlyRecord } from './inference/context'

/**
 * The fields of an older version of global styles, to which declaration merging can add others.
 */
export interface GlobalStylesRevisionFields<C extends Context> {
  /** The id of the user who made it. */
  author: number
  /** ISO 8601 in the site's time zone. */
  date: string
  /** The same moment in UTC. */
  date_gmt: ContextField<string, 'view' | 'edit', C>
  id: number
  /** ISO 8601 in the site's time zone. */
  modified: ContextField<string, 'view' | 'edit', C>
  /** The same moment in UTC. */
  modified_gmt: ContextField<string, 'view' | 'edit', C>
  /** The id of the global-styles record. */
  parent: number
  /** As in the `settings` of theme.json. */
  settings: Record<string, unknown>
  /** As in the `styles` of theme.json. */
  styles: Record<string, unknown>
}

/** An older version of global styles, in the `view` context unless said otherwise. */
export type GlobalStylesRevision<C extends Context = 'view'> = ReadonlyRecord<GlobalStylesRevisionFields<C>>
