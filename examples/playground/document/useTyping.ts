import { useMemo } from 'react'
import { createUndoLevel, selectHasRedo, type EntityStore } from 'copydesk'
import { useEntityStore } from 'copydesk/react'

/** After so many milliseconds without a key, what is typed next is undone by itself. */
const pause = 800

/**
 * A function to call before every change by key, so that an undo takes a burst of typing back and not a letter:
 * it ends the level before when the field is another one or there was a pause. It tells whether a burst begins.
 */
export function useTyping(): (field: string) => boolean {
  const store = useEntityStore()
  return useMemo(() => watchTyping(store), [store])
}

function watchTyping(store: EntityStore): (field: string) => boolean {
  const last = { field: '', at: 0 }
  return (field) => {
    const at = performance.now()
    const isNewBurst = last.field !== field || at - last.at > pause
    const begins = isNewBurst || selectHasRedo(store.getState())
    if (begins) store.dispatch(createUndoLevel())
    Object.assign(last, { field, at })
    return begins
  }
}
