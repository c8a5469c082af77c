/** One level was taken back. */
export interface Undone {
  readonly type: 'undo/undone'
}

/** One level was done again. */
export interface Redone {
  readonly type: 'undo/redone'
}

/** What was done so far is a level of its own. */
export interface LevelClosed {
  readonly type: 'undo/levelClosed'
}

export type UndoAction = Undone | Redone | LevelClosed

export const undone = (): Undone => ({ type: 'undo/undone' })
export const redone = (): Redone => ({ type: 'undo/redone' })

/** Ends the current undo level: what is typed from now on is undone by itself. (spec.md, section 4) */
export const createUndoLevel = (): LevelClosed => ({ type: 'undo/levelClosed' })
