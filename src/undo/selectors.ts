import { weakMapMemoize } from 'reselect'
import { createEntitySelector } from '../core/createEntitySelector'
import { sliceOf } from '../core/sliceOf'
import { joinChanges, type UndoLevel } from './changes'
import type { StateWithUndo } from './history'
import { countLevels, flatLevels, levelAt } from './levels'
import { readLevel } from './storedLevel'
import { hasStepWithin, undoKeys, type UndoScope } from './undoScope'

/** The history alone. */
type HistoryState = Pick<StateWithUndo, 'undo'>

/** Whether there is something to undo, what is being typed included; with a scope, of those records. */
export function selectHasUndo(state: HistoryState): boolean
export function selectHasUndo(state: StateWithUndo, scope: UndoScope | undefined): boolean
export function selectHasUndo(state: HistoryState, scope?: UndoScope): boolean {
  const keys = scope && undoKeys(state as StateWithUndo, scope)
  const history = sliceOf(state?.undo, state)
  if (keys) return hasStepWithin(history, keys, 'undo')
  const { levels, position, staged, isOpen } = history
  if (staged.length === 0) return position > 0
  const last = isOpen && position === 1 ? levelAt(levels, 0) : undefined
  // What was typed back to where its level began leaves nothing of that level.
  return last === undefined || joinChanges(readLevel(last), staged).length > 0
}

/** Whether there is something to redo: not after something was typed; with a scope, of those records. */
export function selectHasRedo(state: HistoryState): boolean
export function selectHasRedo(state: StateWithUndo, scope: UndoScope | undefined): boolean
export function selectHasRedo(state: HistoryState, scope?: UndoScope): boolean {
  const keys = scope && undoKeys(state as StateWithUndo, scope)
  const undo = sliceOf(state?.undo, state)
  if (keys) return hasStepWithin(undo, keys, 'redo')
  return undo.position < countLevels(undo.levels) && undo.staged.length === 0
}

/** The history, for people to walk through. */
export interface UndoHistory {
  /** Levels that can be undone or redone, oldest first. */
  readonly levels: readonly UndoLevel[]
  /** How many of them are done. */
  readonly position: number
  /** Changes while typing that will join the last level or make a new one. */
  readonly staged: UndoLevel
}

const readOnce = /* @__PURE__ */ weakMapMemoize(readLevel)

const selectLevels = /* @__PURE__ */ createEntitySelector(
  [(state: HistoryState) => sliceOf(state?.undo, state).levels],
  (levels): readonly UndoLevel[] => flatLevels(levels).map((level) => readOnce(level)),
)

/** The history as it stands; the same object while it does not change. */
export const selectUndoHistory: (state: HistoryState) => UndoHistory = /* @__PURE__ */ createEntitySelector(
  [selectLevels, ({ undo }: HistoryState) => undo.staged, ({ undo }: HistoryState) => undo.position],
  (levels, staged, position): UndoHistory => ({ levels, position, staged }),
)
