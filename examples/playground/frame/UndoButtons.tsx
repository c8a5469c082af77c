import { useUndo } from 'copydesk/react'
import { Redo2, Undo2 } from 'lucide-react'
import { useRenders } from '../hood/useRenders'
import { IconButton } from '../ui/IconButton'
import { useShortcut } from '../useShortcut'

/** Back and forth through the changes of all records, by button and by key. */
export function UndoButtons() {
  useRenders('UndoButtons')
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  useShortcut('undo', undo)
  useShortcut('redo', redo)
  return (
    <>
      <IconButton label="Undo" keys="Ctrl or Cmd + Z" icon={Undo2} disabled={!hasUndo} onClick={undo} />
      <IconButton
        label="Redo"
        keys="Ctrl or Cmd + Shift + Z"
        icon={Redo2}
        disabled={!hasRedo}
        onClick={redo}
      />
    </>
  )
}
