import { useEffect, useState } from 'react'
import {
  saveEditedEntityRecord,
  selectIsSaving,
  selectNonTransientEdits,
  selectSaveError,
  type EntityStore,
} from 'copydesk'
import { useEntityStore } from 'copydesk/react'
import { format } from 'date-fns'
import type { PostType } from '../route'

/** After so many milliseconds without a change, a safety copy is sent. */
const pause = 10_000

/** What an autosave holds. */
const copied = ['title', 'content', 'excerpt', 'meta']

/**
 * Sends a safety copy of what is being written whenever there is a pause. The server keeps it beside the document; of
 * one's own draft it is a save.
 * @returns What became of the last one, for people; null before the first.
 */
export function useAutosave(type: PostType, id: number, isEnabled: boolean): string | null {
  const store = useEntityStore()
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => {
    if (!isEnabled) return undefined
    return watchEdits(store, type, id, async () => {
      await store.dispatch(saveEditedEntityRecord('postType', type, id, { isAutosave: true }))
      const error = selectSaveError(store.getState(), 'postType', type, id)
      setNote(error ? 'No copy could be saved' : `Saved a copy at ${format(new Date(), 'HH:mm')}`)
    })
  }, [store, type, id, isEnabled])
  return note
}

/** Calls when the edits of a document have rested for a while. */
function watchEdits(store: EntityStore, type: PostType, id: number, onRest: () => Promise<void>): () => void {
  const read = () => selectNonTransientEdits(store.getState(), 'postType', type, id)
  let seen = read()
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    const isWanted = copied.some((field) => Object.hasOwn(read(), field))
    if (!isWanted || !navigator.onLine) return
    // A save that is under way may be all that is needed.
    if (selectIsSaving(store.getState(), 'postType', type, id)) timer = setTimeout(rest, pause)
    else void onRest()
  }
  const leave = store.subscribe(() => {
    const edits = read()
    if (edits === seen) return
    seen = edits
    clearTimeout(timer)
    timer = setTimeout(rest, pause)
  })
  return () => {
    leave()
    clearTimeout(timer)
  }
}
