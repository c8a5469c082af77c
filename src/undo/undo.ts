import type { ConfigSliceState } from '../config/reducer'
import { applyEdits, editsTowards } from '../edits/applyEdits'
import type { EditsSliceState } from '../edits/reducer'
import { selectEditedView } from '../edits/selectors'
import type { EntitiesSliceState } from '../entities/reducer'
import { together, type StoreAction, type Thunk } from '../core/thunk'
import { redone, undone } from './actions'
import type { UndoLevel } from './changes'
import { flush, levelAt, type UndoSliceState } from './reducer'
import { selectHasRedo } from './selectors'

type RequiredState = ConfigSliceState & EditsSliceState & EntitiesSliceState & UndoSliceState

/** Takes the last level back, on all records it touched at once. Does nothing when there is none. (spec.md, section 4) */
export function undo(): Thunk<RequiredState, void> {
  return (dispatch, getState) => {
    const history = flush(getState().undo)
    const level = levelAt(history, history.position - 1)
    if (level) dispatch(together([...replay(getState(), level, 'from'), undone()]))
  }
}

/**
 * Does the last level that was undone again. Does nothing when there is none, or when something was typed
 * since. (spec.md, section 4)
 */
export function redo(): Thunk<RequiredState, void> {
  return (dispatch, getState) => {
    const history = getState().undo
    const level = selectHasRedo(getState()) && levelAt(history, history.position)
    if (level) dispatch(together([...replay(getState(), level, 'to'), redone()]))
  }
}

/** The edits that bring every record of a level to one side of it; they are not recorded again. */
function replay(state: RequiredState, level: UndoLevel, side: 'from' | 'to'): StoreAction[] {
  const actions: StoreAction[] = []
  for (const { kind, name, id, changes } of level) {
    const view = selectEditedView(state, kind, name, id)
    if (view) actions.push(applyEdits(state, view, editsTowards(changes, side), 'ignore'))
  }
  return actions
}
