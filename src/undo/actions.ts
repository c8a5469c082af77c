import type { EditsReplayed, RecordEdited } from '../edits/actions'
import type { UndoLevel } from './changes'
import type { UndoKeys } from './undoScope'

/** One level was taken back: the last one, or the last of some records and only of those. */
export interface Undone extends EditsReplayed {
  readonly type: 'undo/undone'
  /** The records whose changes were meant; absent for the last level, whichever it was about. */
  readonly scope?: UndoKeys
}

/** One level was done again: the next one, or the next of some records and only of those. */
export interface Redone extends EditsReplayed {
  readonly type: 'undo/redone'
  /** The records whose changes were meant; absent for the next level, whichever it was about. */
  readonly scope?: UndoKeys
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
export const undone = (edits: readonly RecordEdited[], scope?: UndoKeys): Undone => ({
  type: 'undo/undone',
  edits,
  ...(scope && { scope }),
})
/** An undo level was applied again. */
export const redone = (edits: readonly RecordEdited[], scope?: UndoKeys): Redone => ({
  type: 'undo/redone',
  edits,
  ...(scope && { scope }),
})
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
