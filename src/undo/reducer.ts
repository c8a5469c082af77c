import type { EditsAction } from '../edits/actions'
import type { EntitiesAction, RecordsRemoved } from '../entities/actions'
import type { UndoAction } from './actions'
import { mergeChange, withoutIdentical, type RecordChange, type UndoLevel } from './changes'

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

const initialUndo: UndoState = { levels: [], position: 0, staged: [], isOpen: false }

/** Levels kept when the store is not told otherwise. */
export const defaultUndoLimit = 1000

/** Makes the reducer of a history of at most `limit` levels. */
export function makeUndoReducer(limit: number) {
  return function undoReducer(
    state: UndoState = initialUndo,
    action: UndoAction | EditsAction | EntitiesAction,
  ): UndoState {
    switch (action.type) {
      case 'edits/recordEdited': {
        if (action.undo === 'ignore') return state
        const { kind, name, id, entity, key, changes } = action
        const level = withoutIdentical([{ kind, name, id, entity, key, changes }])
        if (action.undo === 'stage') {
          if (level.length === 0) return state
          return { ...state, staged: withoutIdentical(level.reduce(mergeChange, state.staged)) }
        }
        const done = withoutRedos(flush(state, limit))
        if (level.length === 0) return done
        const levels = [...done.levels, level].slice(-limit)
        return { ...done, levels, position: levels.length, isOpen: true }
      }
      case 'undo/levelClosed': {
        const done = withoutRedos(flush(state, limit))
        return done.isOpen ? { ...done, isOpen: false } : done
      }
      case 'undo/undone':
      case 'undo/redone': {
        const done = flush(state, limit)
        return { ...done, position: done.position + (action.type === 'undo/undone' ? -1 : 1), isOpen: false }
      }
      case 'entities/recordsRemoved':
        return without(state, action)
      default:
        return state
    }
  }
}

/** The history with the staged changes in place, as an undo would find it. */
export function flush(state: UndoState, limit = Infinity): UndoState {
  if (state.staged.length === 0) return state
  const done = state.levels.slice(0, state.position)
  const last = state.isOpen ? done.pop() : undefined
  const level = withoutIdentical(state.staged.reduce(mergeChange, last ?? []))
  const levels = (level.length === 0 ? done : [...done, level]).slice(-limit)
  return { levels, position: levels.length, staged: [], isOpen: level.length > 0 }
}

function withoutRedos(state: UndoState): UndoState {
  return state.position === state.levels.length
    ? state
    : { ...state, levels: state.levels.slice(0, state.position) }
}

function without(state: UndoState, { entity, keys }: Pick<RecordsRemoved, 'entity' | 'keys'>): UndoState {
  const isLeft = (change: RecordChange) => change.entity !== entity || !keys.includes(change.key)
  if ([state.staged, ...state.levels].every((level) => level.every(isLeft))) return state
  const left = (levels: readonly UndoLevel[]) =>
    levels.map((level) => level.filter(isLeft)).filter((level) => level.length > 0)
  const done = left(state.levels.slice(0, state.position))
  const levels = [...done, ...left(state.levels.slice(state.position))]
  return { levels, position: done.length, staged: state.staged.filter(isLeft), isOpen: false }
}
