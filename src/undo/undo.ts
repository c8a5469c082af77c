import type { RecordEdited } from '../edits/actions'
import { applyEdits, editsTowards } from '../edits/applyEdits'
import { computed, isStoredLazyEdit } from '../edits/lazyEdit'
import { editedOf, selectEditedView, type EditedView } from '../edits/selectors'
import { filterFields, type RecordData } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import { redone, undone } from './actions'
import type { UndoLevel } from './changes'
import type { StateWithUndo } from './history'
import { selectHasRedo } from './selectors'
import { steppedLevel } from './steppedLevel'
import { undoKeys, type UndoScope } from './undoScope'

/** Options of `undo` and `redo`. */
export interface UndoOptions {
  /** Whose changes are meant: those of one record, of the records of a form, or all. Default `'everything'`. */
  readonly scope?: UndoScope
}

/**
 * Takes the last level back, on all records it touched at once; with a scope, the last change of those records, and of no
 * others. Does nothing when there is none.
 * @example
 * dispatch(undo())
 * dispatch(undo({ scope: { kind: 'postType', name: 'post', id: 1 } }))
 */
export function undo({ scope = 'everything' }: UndoOptions = {}): Thunk<StateWithUndo, void> {
  const thunk: Thunk<StateWithUndo, void> = (dispatch, getState) => {
    const keys = undoKeys(getState(), scope)
    const level = steppedLevel(getState().undo, 'undo', keys)
    if (level) dispatch(undone(replay(getState(), level, 'from'), keys))
  }
  return watchDispatch('undo', thunk)
}

/**
 * Does the last level that was undone again; with a scope, that of those records, and of no others. Does nothing when
 * there is none, or when something was typed since.
 * @example
 * dispatch(redo())
 */
export function redo({ scope = 'everything' }: UndoOptions = {}): Thunk<StateWithUndo, void> {
  const thunk: Thunk<StateWithUndo, void> = (dispatch, getState) => {
    const keys = undoKeys(getState(), scope)
    if (!selectHasRedo(getState(), scope)) return
    const level = steppedLevel(getState().undo, 'redo', keys)
    if (level) dispatch(redone(replay(getState(), level, 'to'), keys))
  }
  return watchDispatch('redo', thunk)
}

/** The edits that bring every record of a level to one side of it; they are not recorded again. */
function replay(state: StateWithUndo, level: UndoLevel, side: 'from' | 'to'): readonly RecordEdited[] {
  const edits: RecordEdited[] = []
  for (const { kind, name, id, changes } of level) {
    const view = selectEditedView(state, kind, name, id)
    if (view) edits.push(applyEdits(state, view, unlessSaved(view, editsTowards(changes, side)), 'ignore'))
  }
  return edits
}

/** Edits, of which what is computed is what the record says where it comes to that, as once it was saved. */
function unlessSaved(view: EditedView, edits: RecordData): RecordData {
  const whole = { ...editedOf(view), ...edits }
  const isSaved = (property: string, value: unknown) => {
    const edit = edits[property]
    return isStoredLazyEdit(edit) && computed(edit, () => whole) === value
  }
  return { ...edits, ...filterFields(view.raw ?? {}, isSaved) }
}
