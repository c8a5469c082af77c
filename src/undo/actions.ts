import { scope } from '../core/keys'
import type { Touch } from '../core/thunk'

/** One level was taken back. */
export interface Undone {
  readonly type: 'undo/undone'
  readonly touches: readonly Touch[]
}

/** One level was done again. */
export interface Redone {
  readonly type: 'undo/redone'
  readonly touches: readonly Touch[]
}

/** What was done so far is a level of its own. */
export interface LevelClosed {
  readonly type: 'undo/levelClosed'
  readonly touches: readonly Touch[]
}

export type UndoAction = Undone | Redone | LevelClosed

const touches: readonly Touch[] = [{ scope: scope.undo }]

export const undone = (): Undone => ({ type: 'undo/undone', touches })
export const redone = (): Redone => ({ type: 'undo/redone', touches })

/** Ends the current undo level: what is typed from now on is undone by itself. (spec.md, section 4) */
export const createUndoLevel = (): LevelClosed => ({ type: 'undo/levelClosed', touches })
