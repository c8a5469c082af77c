import type { ConfigPart } from '../config/reducer'
import { recordEdited, type FieldChange } from '../edits/actions'
import { applyEdits, editsTowards } from '../edits/applyEdits'
import type { EditsPart } from '../edits/reducer'
import { selectEditedView } from '../edits/selectors'
import type { EntitiesPart } from '../entities/reducer'
import { together, type StoreAction, type Thunk } from '../thunk'
import { redone, undone } from './actions'
import type { UndoLevel } from './changes'
import { flush, withoutRedos, type UndoPart } from './reducer'

type Parts = ConfigPart & EditsPart & EntitiesPart & UndoPart

/** Takes the last level back, on all records it touched at once. Does nothing when there is none. (spec.md, section 4) */
export function undo(): Thunk<Parts, void> {
  return (dispatch, getState) => {
    const { undo: state } = getState()
    const flushed = state.staged.length > 0 ? flush(withoutRedos(state)) : state
    const level = flushed.levels[flushed.position - 1]
    if (level) dispatch(together([...replay(getState(), level, 'from'), undone()]))
  }
}

/** Does the last level that was undone again. Does nothing when there is none. */
export function redo(): Thunk<Parts, void> {
  return (dispatch, getState) => {
    const { levels, position } = getState().undo
    const level = levels[position]
    if (level) dispatch(together([...replay(getState(), level, 'to'), redone()]))
  }
}

/** The edits that bring every record of a level to one side of it; they are not recorded again. */
function replay(state: Parts, level: UndoLevel, side: keyof FieldChange): readonly StoreAction[] {
  return level.flatMap(({ kind, name, id, entity, key, changes }) => {
    const view = selectEditedView(state, kind, name, id)
    if (view === undefined) return []
    const applied = applyEdits(view, editsTowards(view, changes, side))
    return [recordEdited({ kind, name, entity, key, id, ...applied, undo: 'ignore' })]
  })
}
