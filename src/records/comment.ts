import type { AvatarUrls } from './avatarUrls'
import type { Context, ContextField, ReadonlyRecord, RenderedText, OpenText } from './inference/context'

/** The fields of a comment, to which declaration merging can add those of a plugin. */
export interface CommentFields<C extends Context> {
  /** The id of the user who wrote it; 0 for a visitor. */
  author: number
  author_avatar_urls: AvatarUrls
  author_email: ContextField<string, 'edit', C>
  author_ip: ContextField<string, 'edit', C>
  author_name: string
  author_url: string
  author_user_agent: ContextField<string, 'edit', C>
  content: RenderedText<C>
  /** ISO 8601 in the site's time zone. */
  date: string
  /** The same moment in UTC. */
  date_gmt: ContextField<string, 'view' | 'edit', C>
  id: number
  link: string
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** The id of the comment it answers; 0 for none. */
  parent: number
  /** The id of the post it stands under. */
  post: ContextField<number, 'view' | 'edit', C>
  status: ContextField<CommentStatus, 'view' | 'edit', C>
  type: OpenText<'comment'>
}

/**
 * Whether a comment is shown: `approved` is what the server says, the others are what it also takes.
 */
export type CommentStatus = 'hold' | 'approve' | 'approved' | 'spam' | 'trash' | '1' | '0'

/** A comment (`root`, `comment`), in the `edit` context unless said otherwise. */
export type Comment<C extends Context = 'edit'> = ReadonlyRecord<CommentFields<C>>
