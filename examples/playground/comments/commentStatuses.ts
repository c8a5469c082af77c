import type { Tone } from '../ui/Badge'

/** The statuses of comments, as the server says them, and how they are shown. */
export const commentStatuses: Record<string, { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'good' },
  approve: { label: 'Approved', tone: 'good' },
  hold: { label: 'Pending', tone: 'warn' },
  spam: { label: 'Spam', tone: 'danger' },
  trash: { label: 'Trash', tone: undefined },
}
