import type { Context, ContextField, ReadonlyRecord, RenderedText } from './inference/context'

/**
 * The fields of an older version of a post, to which declaration merging can add those of a plugin.
 */
export interface PostRevisionFields<C extends Context> {
  /** The id of the user who made it. */
  author: number
  content: ContextField<RenderedText<C>, 'view' | 'edit', C>
  /** ISO 8601 in the site's time zone. */
  date: string
  /** The same moment in UTC. */
  date_gmt: ContextField<string, 'view' | 'edit', C>
  excerpt: RenderedText<C>
  /** The lasting global identifier, which is not a link. */
  guid: ContextField<RenderedText<C>, 'view' | 'edit', C>
  id: number
  /** Registered meta values that have revisions, by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** ISO 8601 in the site's time zone. */
  modified: ContextField<string, 'view' | 'edit', C>
  /** The same moment in UTC. */
  modified_gmt: ContextField<string, 'view' | 'edit', C>
  /** The id of the post. */
  parent: number
  slug: string
  title: RenderedText<C>
}

/**
 * An older version of a post, or its autosave, in the `view` context unless said otherwise.
 */
export type PostRevision<C extends Context = 'view'> = ReadonlyRecord<PostRevisionFields<C>>
