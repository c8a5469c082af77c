import { createUndoLevel, selectHasUndo, selectUndoHistory } from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useEntityStore, useUndo } from 'copydesk/react'
import { Redo2, Undo2 } from 'lucide-react'
import { describeLevel } from '../history/describeLevel'
import { useRenders } from 'copydesk/devtools'
import { addresses, asPostType, goToAddress, placeNow, recordAddress } from '../route'
import { IconButton } from '../ui/IconButton'
import { useNotify } from '../ui/Notices'
import { selectTitle } from '../unsaved/recordName'
import { useShortcut } from '../useShortcut'

/** Back and forth through the changes of all records, by button and by key. What happens elsewhere is told. */
export function UndoButtons() {
  useRenders('UndoButtons')
  const store = useEntityStore()
  const notify = useNotify()
  const { undo, redo, hasUndo, hasRedo } = useUndo()

  function step(way: 'undo' | 'redo') {
    const isUndo = way === 'undo'
    if (isUndo ? !selectHasUndo(store.getState()) : !hasRedo) return
    // What is being typed is the step that goes.
    if (isUndo) store.dispatch(createUndoLevel())
    const { levels, position } = selectUndoHistory(store.getState())
    const level = levels[isUndo ? position - 1 : position] ?? []
    const titleOf = (kind: string, name: string, id: number | string | undefined) =>
      selectTitle(store.getState(), kind, name, id)
    const { what, where } = describeLevel(level, titleOf)
    if (isUndo) undo()
    else redo()
    const places = level.map(({ kind, name, id }) => recordAddress(kind, name, id))
    // What is begun and not saved yet is written at an address that has no id.
    if (level.some(({ name, id }) => isLocalId(id) && placeNow() === addresses.newDocument(asPostType(name))))
      return
    if (level.length === 0 || places.some((place) => place !== null && isShown(place))) return
    const [place] = places
    notify({
      topic: 'undo',
      text: `${isUndo ? 'Undid' : 'Redid'}: ${what} of ${where}`,
      actions: [
        ...(place ? [{ label: 'Show', onSelect: () => goToAddress(place) }] : []),
        { label: isUndo ? 'Redo' : 'Undo', onSelect: isUndo ? redo : undo },
      ],
    })
  }
  useShortcut('undo', () => step('undo'))
  useShortcut('redo', () => step('redo'))
  return (
    <>
      <IconButton label="Undo" keys="Mod+Z" icon={Undo2} disabled={!hasUndo} onClick={() => step('undo')} />
      <IconButton
        label="Redo"
        keys="Mod+Shift+Z"
        icon={Redo2}
        disabled={!hasRedo}
        onClick={() => step('redo')}
      />
    </>
  )
}

/** Whether an address is that of what is open, or of a list in it: the items of a menu are in the menu. */
function isShown(address: string): boolean {
  const place = placeNow()
  return place === address || (address === '#/menus' && place.startsWith('#/menus/'))
}
