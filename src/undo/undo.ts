import type { ConfigSliceState } from '../config/reducer'
import type { RecordEdited } from '../edits/actions'
import { applyEdits, editsTowards } from '../edits/applyEdits'
import type { EditsSliceState } from '../edits/storedEdits'
import { selectEditedView } from '../edits/selectors'
import type { EntitiesSliceState } from '../entities/reducer'
import type { Thunk } from '../core/thunk'
import { redone, undone } from './actions'
import type { UndoLevel } from './changes'
import { settleStaged, type UndoSliceState } from './history'
import { levelAt } from './levels'
import { selectHasRedo } from './selectors'
import { readLevel } from './storedLevel'

type RequiredState = ConfigSliceState & EditsSliceState & EntitiesSliceState & UndoSliceState

/**
 * Takes the last level back, on all records it touched at once. Does nothing when there is none.
 * @example
 * dispatch(undo())
 */
export function undo(): Thunk<RequiredState, void> {
  return (dispatch, getState) => {
    const { levels, position } = settleStaged(getState().undo)
    const level = levelAt(levels, position - 1)
    if (level) dispatch(undone(replay(getState(), readLevel(level), 'from')))
  }
}

/**
 * Does the last level that was undone again. Does nothing when there is none, or when something was typed
 * since.
 * @example
 * dispatch(redo())
 */
export function redo(): Thunk<RequiredState, void> {
  return (dispatch, getState) => {
    const { levels, position } = getState().undo
    const level = selectHasRedo(getState()) ? levelAt(levels, position) : undefined
    if (level) dispatch(redone(replay(getState(), readLevel(level), 'to')))
  }
}

/** The edits that bring every record of a level to one side of it; they are not recorded again. */
function replay(state: RequiredState, level: UndoLevel, side: 'from' | 'to'): readonly RecordEdited[] {
  const edits: RecordEdited[] = []
  for (const { kind, name, id, changes } of level) {
    const view = selectEditedView(state, kind, name, id)
    if (view) edits.push(applyEdits(state, view, editsTowards(changes, side), 'ignore'))
  }
  return edits
}
