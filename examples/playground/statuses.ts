import type { PostStatus } from 'copydesk'

/** The statuses of posts and what people call them. */
export const statusNames: Record<string, string> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Pending review',
  private: 'Private',
  trash: 'Trash',
}

/** The statuses that somebody can choose for a document. */
export const choosableStatuses: readonly PostStatus[] = ['draft', 'pending', 'publish', 'private']

/** How a status looks: what waits for somebody stands out. */
export const statusTones: Record<string, 'good' | 'warn' | 'danger' | 'accent' | undefined> = {
  publish: 'good',
  future: 'accent',
  private: 'accent',
  draft: undefined,
  pending: 'warn',
  trash: 'danger',
}
