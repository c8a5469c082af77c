import {
  clearEntityRecordEdits,
  deleteEntityRecord,
  removeEntityRecords,
  type EntityId,
  type EntityQuery,
} from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { isDeleted } from '../errorText'
import { useErrand } from '../useErrand'
import { useNotify } from '../ui/Notices'

interface Removal {
  /** What people call it: "“Fog on Low Quay”", "this term". */
  what: string
  /** What the server wants to hear, such as `force`. */
  query?: EntityQuery
  /** Leaves the place where it was, if one is still there. */
  leave?: () => void
}

/**
 * Deletes a record, after which nothing of it is unsaved. Where somebody else was quicker it leaves the page as well,
 * and that is said.
 * @returns A function that rejects with why it could not be deleted.
 */
export function useRemoval(kind: string, name: string): (id: EntityId, removal: Removal) => Promise<void> {
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const begin = useErrand()
  return async (id, { what, query, leave }) => {
    const { isHere } = begin()
    try {
      await dispatch(deleteEntityRecord(kind, name, id, query, { throwOnError: true }))
    } catch (error) {
      if (!isDeleted(error)) throw error
      dispatch(removeEntityRecords(kind, name, id))
      notify({ text: `Somebody else has already deleted ${what}.` })
    }
    dispatch(clearEntityRecordEdits(kind, name, id))
    if (isHere()) leave?.()
  }
}
