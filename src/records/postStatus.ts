import type { OpenText } from './inference/context'

/**
 * How far a post has come: one of the statuses every site has, or any that a plugin registers.
 */
export type PostStatus = OpenText<
  'publish' | 'future' | 'draft' | 'pending' | 'private' | 'auto-draft' | 'trash'
>

/** Whether a post takes comments or pings. */
export type DiscussionStatus = 'open' | 'closed'
