import type { BasePostFields } from './basePost'
import type { Context, ContextField, ReadonlyRecord, ProtectedText } from './inference/context'
import type { PostStatus } from './postStatus'

/** The fields of a pattern, to which declaration merging can add those of a plugin. */
export interface BlockFields<C extends Context> extends BasePostFields<C> {
  content: ContextField<BlockContent<C>, 'view' | 'edit', C>
  excerpt: ProtectedText<C>
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** Opens the text to those who know it; empty for everybody. */
  password: ContextField<string, 'edit', C>
  status: ContextField<PostStatus, 'view' | 'edit', C>
  template: ContextField<string, 'view' | 'edit', C>
  /** Only as it was typed: a pattern is never shown by itself. */
  title: ContextField<{ raw: string }, 'view' | 'edit', C>
  /** The ids of its pattern categories. */
  wp_pattern_category?: ContextField<number[], 'view' | 'edit', C>
  /** Empty where all uses change with it, `unsynced` where each is a copy, `partial` for some of both. */
  wp_pattern_sync_status: '' | 'partial' | 'unsynced'
}

/** The blocks of a pattern as text. */
export interface BlockContent<C extends Context> {
  raw: string
  /** Whether a password keeps it back. */
  protected: boolean
  block_version: ContextField<number, 'edit', C>
}

/**
 * A pattern of blocks that a user made (`postType`, `wp_block`), in the `edit` context unless said
 * otherwise.
 */
export type Block<C extends Context = 'edit'> = ReadonlyRecord<BlockFields<C>>
