import type { EditsReplayed, RecordEdited } from '../edits/actions'
import type { UndoLevel } from './changes'

/** One level was taken back. */
export interface Undone extends EditsReplayed {
  readonly type: 'undo/undone'
}

/** One level was done again. */
export interface Redone extends EditsReplayed {
  readonly type: 'undo/redone'
}

/** What was done so far is a level of its own. */
export interface LevelCreated {
  readonly type: 'undo/levelCreated'
}

/** Others have changed what the newest changes began with and came to, so that an undo leaves alone what they wrote. */
export interface UndoRebased {
  readonly type: 'undo/rebased'
  /** What is being typed, as it is now. */
  readonly staged: UndoLevel
  /** The level that typing still joins, as it is now; absent when it stays. */
  readonly last?: UndoLevel
}

/** A history that an earlier page has left was put below the one of this page. */
export interface UndoRestored {
  readonly type: 'undo/restored'
  /** Levels, oldest first. */
  readonly levels: readonly UndoLevel[]
  /** How many of them are done; the rest can be redone, unless something was done since. */
  readonly position: number
}

export type UndoAction = Undone | Redone | LevelCreated | UndoRebased | UndoRestored

/** An undo level was taken back. */
export const undone = (edits: readonly RecordEdited[]): Undone => ({ type: 'undo/undone', edits })
/** An undo level was applied again. */
export const redone = (edits: readonly RecordEdited[]): Redone => ({ type: 'undo/redone', edits })
/** The newest undo levels go back to something else. */
export const undoRebased = (staged: UndoLevel, last?: UndoLevel): UndoRebased =>
  last ? { type: 'undo/rebased', staged, last } : { type: 'undo/rebased', staged }
/** The undo history of an earlier page was put back. */
export const undoRestored = (levels: readonly UndoLevel[], position: number): UndoRestored => ({
  type: 'undo/restored',
  levels,
  position,
})

/**
 * Ends the current undo level: what is typed from now on is undone by itself.
 * @example
 * dispatch(createUndoLevel()) // what was typed so far is one level
 */
export const createUndoLevel = (): LevelCreated => ({ type: 'undo/levelCreated' })
