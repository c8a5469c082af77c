import { useRef } from 'react'
import { createUndoLevel } from 'copydesk'
import { useEntityDispatch, useUndo } from 'copydesk/react'

/** After so many milliseconds without a key, what is typed next is undone by itself. */
const pause = 800

/**
 * A function to call before every change by key, so that an undo takes a burst of typing back and not a letter:
 * it ends the level before when the field is another one or there was a pause.
 */
export function useTyping(): (field: string) => void {
  const dispatch = useEntityDispatch()
  const { hasRedo } = useUndo()
  const last = useRef({ field: '', at: 0 })
  return (field) => {
    const at = performance.now()
    const isNewBurst = last.current.field !== field || at - last.current.at > pause
    if (isNewBurst || hasRedo) dispatch(createUndoLevel())
    last.current = { field, at }
  }
}
