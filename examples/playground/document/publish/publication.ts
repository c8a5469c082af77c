import type { PostStatus } from 'copydesk'
import { isFuture, isValid } from 'date-fns'
import { isPublic } from '../../statuses'

/** What is known of how far a document has come. */
export interface Publication {
  /** As the site has it. */
  saved: PostStatus
  /** As it would be saved. */
  edited: PostStatus
  /** When it appears, by the site's clock; null or undefined for at once. */
  date: string | null | undefined
  canPublish: boolean
}

/** What a save is called: readers see what an update changes at once, and what a draft says not at all. */
export function saveLabel({ saved, edited, date }: Publication): 'Save' | 'Update' | 'Publish' | 'Schedule' {
  if (!isPublic(edited)) return 'Save'
  if (isPublic(saved)) return 'Update'
  return isAhead(date) ? 'Schedule' : 'Publish'
}

/** What is to be done with a document next besides saving it, and the status that it has then. */
export interface NextStep {
  label: 'Publish' | 'Schedule' | 'Submit for review'
  status: PostStatus
}

/** The next step of a document that no reader sees yet; null where a save is all that is left to do. */
export function nextStep({ saved, edited, date, canPublish }: Publication): NextStep | null {
  if (isPublic(saved) || isPublic(edited)) return null
  if (canPublish) return { label: isAhead(date) ? 'Schedule' : 'Publish', status: 'publish' }
  return edited === 'pending' ? null : { label: 'Submit for review', status: 'pending' }
}

/** Whether a date lies ahead. */
export function isAhead(date: string | null | undefined): boolean {
  const time = date ? new Date(date) : null
  return time !== null && isValid(time) && isFuture(time)
}
