import type { Context, ContextField, ReadonlyRecord } from './inference/context'

/** The fields of a term, to which declaration merging can add those of a plugin. */
export interface TermFields<C extends Context> {
  /** How many published posts have it. */
  count: ContextField<number, 'view' | 'edit', C>
  description: ContextField<string, 'view' | 'edit', C>
  id: number
  /** The address where visitors see its posts. */
  link: string
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  name: string
  /** The id of the term above it, 0 for none; absent where the taxonomy is flat. */
  parent?: number
  slug: string
  /** The slug of its taxonomy. */
  taxonomy: string
}

/**
 * A category, tag or other term (every `taxonomy` entity), in the `edit` context unless said otherwise.
 */
export type Term<C extends Context = 'edit'> = ReadonlyRecord<TermFields<C>>
