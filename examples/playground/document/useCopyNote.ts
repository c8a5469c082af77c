import { useState } from 'react'
import { useAutosave } from 'copydesk/react'
import { timeOfDay } from '../dates'
import type { PostType } from '../route'

/** The options of the copies: after a pause of ten seconds, or half a minute for who goes on writing. */
const pace = { after: 10_000, atMost: 30_000 }

/**
 * Has copies kept of what is being written: by the server beside the document; of one's own draft each is a save.
 * @param isUnsaved Whether there are changes that a copy could be of: one from before the last save says nothing of them.
 * @returns When that was done last, for people; null before the first.
 */
export function useCopyNote(
  type: PostType,
  id: number,
  isEnabled: boolean,
  isUnsaved: boolean,
): string | null {
  const { savedAt, error } = useAutosave('postType', type, id, { ...pace, enabled: isEnabled })
  const [before, setBefore] = useState<number>()
  if (!isUnsaved && before !== savedAt) setBefore(savedAt)
  if (!isUnsaved) return null
  const at = savedAt !== undefined && savedAt !== before && timeOfDay(new Date(savedAt))
  // Of a conflict the notice above tells, and one of a draft has to be resolved before anything is saved.
  if (error?.code === 'save_conflict') return null
  if (error) return `No copy could be saved${at ? ` since ${at}` : ''}`
  return at ? `Saved a copy at ${at}` : null
}
