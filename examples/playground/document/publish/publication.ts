import type { PostStatus } from 'copydesk'
import { isAhead, type SiteClock } from '../../siteClock'
import { isPublic } from '../../statuses'

/** What is known of how far a document has come. */
export interface Publication {
  /** As the site has it. */
  saved: PostStatus
  /** As it would be saved. */
  edited: PostStatus
  /** When it appears, by the site's clock; null or undefined for at once. */
  date: string | null | undefined
  /** Undefined while it is not known. */
  clock: SiteClock | undefined
  /** In milliseconds; default: the present. */
  now?: number
  canPublish: boolean
}

/** What a save is called: readers see what an update changes at once, and what a draft says not at all. */
export function saveLabel({
  saved,
  edited,
  date,
  clock,
  now,
}: Publication): 'Save' | 'Update' | 'Publish' | 'Schedule' {
  if (!isPublic(edited)) return 'Save'
  if (isPublic(saved)) return 'Update'
  return isAhead(clock, date, now) ? 'Schedule' : 'Publish'
}

/** What is to be done with a document next besides saving it, and the status that it has then. */
export interface NextStep {
  label: 'Publish' | 'Schedule' | 'Submit for review'
  status: PostStatus
}

/** The next step of a document that no reader sees yet; null where a save is all that is left to do. */
export function nextStep({ saved, edited, date, canPublish, clock, now }: Publication): NextStep | null {
  if (isPublic(saved) || isPublic(edited)) return null
  if (canPublish) return { label: isAhead(clock, date, now) ? 'Schedule' : 'Publish', status: 'publish' }
  return edited === 'pending' ? null : { label: 'Submit for review', status: 'pending' }
}
