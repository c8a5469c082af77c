import type { EditsAction } from '../edits/actions'
import type { EntitiesAction } from '../entities/actions'
import type { UndoAction } from './actions'
import { mergeChange, withoutIdentical, withoutRecord, type UndoLevel } from './changes'

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
          const staged = level.reduce(mergeChange, state.staged)
          return staged === state.staged ? state : { ...state, staged }
        }
        const flushed = flush(withoutRedos(state))
        return level.length === 0
          ? flushed
          : bounded(
              {
                ...flushed,
                levels: [...flushed.levels, level],
                position: flushed.position + 1,
                isOpen: true,
              },
              limit,
            )
      }
      case 'undo/levelClosed': {
        const flushed = bounded(flush(withoutRedos(state)), limit)
        return flushed.isOpen ? { ...flushed, isOpen: false } : flushed
      }
      case 'undo/undone': {
        const flushed = bounded(state.staged.length > 0 ? flush(withoutRedos(state)) : state, limit)
        return { ...flushed, position: Math.max(flushed.position - 1, 0), isOpen: false }
      }
      case 'undo/redone':
        return { ...state, position: Math.min(state.position + 1, state.levels.length), isOpen: false }
      case 'entities/recordsRemoved':
        return action.keys.reduce((left, key) => forget(left, { entity: action.entity, key }), state)
      default:
        return state
    }
  }
}

/** The levels with the staged changes in place, as an undo would find them. */
export function flush(state: UndoState): UndoState {
  if (state.staged.length === 0) return state
  const last = state.isOpen ? state.levels[state.position - 1] : undefined
  const merged = withoutIdentical(state.staged.reduce(mergeChange, last ?? []))
  const before = last === undefined ? state.levels : state.levels.slice(0, -1)
  const levels = merged.length === 0 ? before : [...before, merged]
  return { levels, position: levels.length, staged: [], isOpen: levels.length > 0 && merged.length > 0 }
}

/** The levels without those that could be redone. */
export function withoutRedos(state: UndoState): UndoState {
  return state.position === state.levels.length
    ? state
    : { ...state, levels: state.levels.slice(0, state.position) }
}

function bounded(state: UndoState, limit: number): UndoState {
  const surplus = state.levels.length - limit
  return surplus <= 0
    ? state
    : { ...state, levels: state.levels.slice(surplus), position: Math.max(state.position - surplus, 0) }
}

function forget(state: UndoState, record: Parameters<typeof withoutRecord>[1]): UndoState {
  const staged = withoutRecord(state.staged, record)
  let { position } = state
  const levels = state.levels.flatMap((level, i) => {
    const left = withoutRecord(level, record)
    if (left.length > 0) return [left]
    if (i < state.position) position--
    return []
  })
  const isSame =
    staged === state.staged &&
    levels.length === state.levels.length &&
    levels.every((level, i) => level === state.levels[i])
  return isSame ? state : { ...state, levels, position, staged }
}
