import type { EditsAction } from '../edits/actions'
import type { EntitiesAction } from '../entities/actions'
import type { UndoAction } from './actions'
import { join, type RecordChange, type UndoLevel } from './changes'

/** Steps back and forth. */
export interface UndoState {
  /** Levels, oldest first. */
  readonly levels: readonly UndoLevel[]
  /** How many of the levels are done; the rest can be redone. */
  readonly position: number
  /** Changes while typing that belong to the last level, but don't count as done yet. */
  readonly staged: UndoLevel
  /** Whether staged changes may still join the last level. */
  readonly isOpen: boolean
}

/** The part of the state that this room owns. */
export interface UndoPart {
  readonly undo: UndoState
}

/** Levels kept when the store is not told otherwise. */
export const defaultUndoLimit = 1000

/** Makes the reducer of a history of at most `limit` levels. */
export function makeUndoReducer(limit: number) {
  return function undoReducer(
    state: UndoState = withLevel([], [], limit, false),
    action: UndoAction | EditsAction | EntitiesAction,
  ): UndoState {
    switch (action.type) {
      case 'edits/recordEdited': {
        const level = join([], [action])
        if (action.undo === 'record') return closed(state, level)
        return action.undo === 'ignore' || level.length === 0
          ? state
          : { ...state, staged: join(state.staged, level) }
      }
      case 'undo/levelClosed': {
        // With nothing staged there is nothing to end, and what was undone can still be redone.
        const done = flush(state, limit)
        return done.isOpen ? { ...done, isOpen: false } : done
      }
      case 'undo/undone':
      case 'undo/redone': {
        const done = flush(state, limit)
        return { ...done, position: done.position + (action.type === 'undo/undone' ? -1 : 1), isOpen: false }
      }
      case 'entities/recordsRemoved': {
        const { entity, keys } = action
        const isLeft = (change: RecordChange) => change.entity !== entity || !keys.includes(change.key)
        if ([state.staged, ...state.levels].every((level) => level.every(isLeft))) return state
        const left = (levels: readonly UndoLevel[]) =>
          levels.map((level) => level.filter(isLeft)).filter((level) => level.length > 0)
        return {
          levels: left(state.levels),
          position: left(state.levels.slice(0, state.position)).length,
          staged: state.staged.filter(isLeft),
          isOpen: false,
        }
      }
      default:
        return state
    }
  }

  /** What was staged joins its level, what could be redone goes, and the next level follows. */
  function closed(state: UndoState, next: UndoLevel): UndoState {
    const done = flush(state)
    const { levels, position, isOpen } = done
    if (next.length === 0 && position === levels.length) return done
    return withLevel(levels.slice(0, position), next, limit, isOpen)
  }
}

/** The history with the staged changes in place, as an undo would find it. */
export function flush(state: UndoState, limit = Infinity): UndoState {
  if (state.staged.length === 0) return state
  const done = state.levels.slice(0, state.position)
  const last = state.isOpen ? done.pop() : undefined
  return withLevel(done, join(last ?? [], state.staged), limit, false)
}

function withLevel(done: readonly UndoLevel[], level: UndoLevel, limit: number, isOpen: boolean): UndoState {
  // One copy: it is paid for whenever something is typed.
  const levels = done.slice(Math.max(0, done.length + Math.sign(level.length) - limit))
  if (level.length > 0) levels.push(level)
  return { levels, position: levels.length, staged: [], isOpen: isOpen || level.length > 0 }
}
