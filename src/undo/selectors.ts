import type { UndoLevel } from './changes'
import { flush, type UndoSliceState } from './reducer'

/** Whether there is something to undo, what is being typed included. (spec.md, section 4) */
export function selectHasUndo({ undo }: UndoSliceState): boolean {
  return flush(undo).position > 0
}

/** Whether there is something to redo: not after something was typed. (spec.md, section 4) */
export function selectHasRedo({ undo }: UndoSliceState): boolean {
  return undo.position < undo.size && undo.staged.length === 0
}

/** The history, for people to walk through. (spec.md, section 4) */
export interface UndoHistory {
  /** Levels that can be undone or redone, oldest first. */
  readonly levels: readonly UndoLevel[]
  /** How many of them are done. */
  readonly position: number
  /** Changes while typing that will join the last level or make a new one. */
  readonly staged: UndoLevel
}

const histories = new WeakMap<object, UndoHistory>()

/** The history as it stands; the same object while it does not change. (spec.md, section 4) */
export function selectUndoHistory({ undo: { levels, position, staged } }: UndoSliceState): UndoHistory {
  const known = histories.get(levels)
  if (known?.position === position && known.staged === staged) return known
  const history = { levels: known?.levels ?? levels.flat(), position, staged }
  histories.set(levels, history)
  return history
}

/** The history with what is being typed in place, as the next undo finds it. */
export function selectSettledHistory({ undo }: UndoSliceState): UndoHistory {
  return selectUndoHistory({ undo: flush(undo) })
}
