import { useEffect, useState } from 'react'
import {
  saveEditedEntityRecord,
  selectIsSaving,
  selectNonTransientEdits,
  selectSaveError,
  type EntityStore,
} from 'copydesk'
import { selectIsQueued } from 'copydesk/durable'
import { useEntityStore } from 'copydesk/react'
import { format } from 'date-fns'
import type { PostType } from '../route'

/** After so many milliseconds without a change, a safety copy is sent. */
const pause = 10_000

/** After so many milliseconds one is sent to who goes on writing. */
const longest = 30_000

/** What an autosave holds. */
const copied = ['title', 'content', 'excerpt', 'meta']

/**
 * Sends a safety copy of what is being written whenever there is a pause, and every half minute where there is none. The
 * server keeps it beside the document; of one's own draft it is a save.
 * @returns When it last kept something, for people; null before the first, and once the document itself was saved.
 */
export function useAutosave(type: PostType, id: number, isEnabled: boolean): string | null {
  const store = useEntityStore()
  const [note, setNote] = useState<string | null>(null)
  useEffect(() => {
    if (!isEnabled) return undefined
    let keptAt = ''
    return watchEdits(store, type, id, {
      async onCopy() {
        await store.dispatch(saveEditedEntityRecord('postType', type, id, { isAutosave: true }))
        const isKept = selectSaveError(store.getState(), 'postType', type, id) === undefined
        if (isKept) keptAt = format(new Date(), 'HH:mm')
        const since = keptAt && ` since ${keptAt}`
        setNote(isKept ? `Saved a copy at ${keptAt}` : `No copy could be saved${since}`)
      },
      onSave: () => setNote(null),
    })
  }, [store, type, id, isEnabled])
  return note
}

interface EditsWatch {
  /** The edits want a copy. */
  onCopy: () => Promise<void>
  /** The document itself is being saved. */
  onSave: () => void
}

function watchEdits(store: EntityStore, type: PostType, id: number, watch: EditsWatch): () => void {
  const read = () => selectNonTransientEdits(store.getState(), 'postType', type, id)
  const isSaving = () => selectIsSaving(store.getState(), 'postType', type, id)
  const isQueued = () => selectIsQueued(store.getState(), 'postType', type, id)
  let seen = read()
  let wasSaving = false
  /** When the first change was made that no copy has. */
  let since: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    if (!copied.some((field) => Object.hasOwn(read(), field))) {
      since = null
      return
    }
    since ??= Date.now()
    timer = setTimeout(copy, Math.max(0, Math.min(pause, since + longest - Date.now())))
  }
  const copy = () => {
    // A save that is under way may be all that is needed, and one that waits to be sent goes first; without a network
    // there is nowhere to keep it.
    if (isSaving() || isQueued() || !navigator.onLine) {
      timer = setTimeout(copy, pause)
      return
    }
    since = null
    if (copied.some((field) => Object.hasOwn(read(), field))) void watch.onCopy()
  }
  const leave = store.subscribe(() => {
    const edits = read()
    const saves = isSaving()
    if (saves && !wasSaving) watch.onSave()
    wasSaving = saves
    if (edits === seen) return
    seen = edits
    wait()
  })
  return () => {
    leave()
    clearTimeout(timer)
  }
}
