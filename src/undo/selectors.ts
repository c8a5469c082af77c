import type { UndoLevel } from './changes'
import type { UndoPart } from './reducer'

/** Whether there is something to undo, what is being typed included. */
export function selectHasUndo({ undo }: UndoPart): boolean {
  return undo.position > 0 || undo.staged.length > 0
}

/** Whether there is something to redo. */
export function selectHasRedo({ undo }: UndoPart): boolean {
  return undo.position < undo.levels.length
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

/** The history as it stands; the same object while it does not change. */
export function selectUndoHistory({ undo }: UndoPart): UndoHistory {
  return undo
}
