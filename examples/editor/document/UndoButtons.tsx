import { useUndo } from 'copydesk/react'
import { useShortcut } from '../useShortcut'

/** Back and forth through the changes of all documents, by button and by key. */
export function UndoButtons() {
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  useShortcut('undo', undo)
  useShortcut('redo', redo)
  return (
    <>
      <button disabled={!hasUndo} onClick={undo} title="Ctrl or Cmd + Z">
        Undo
      </button>
      <button disabled={!hasRedo} onClick={redo} title="Ctrl or Cmd + Shift + Z">
        Redo
      </button>
    </>
  )
}
