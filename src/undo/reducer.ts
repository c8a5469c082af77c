import type { EditsAction } from '../edits/actions'
import type { EntitiesAction } from '../entities/actions'
import type { UndoAction } from './actions'
import { join, type RecordChange, type UndoLevel } from './changes'

/** Steps back and forth. */
export interface UndoState {
  /** Levels, oldest first, in short stretches: so that another one costs the same however many there are. */
  readonly levels: readonly (readonly UndoLevel[])[]
  /** How many levels there are. */
  readonly size: number
  /** How many of them are done; the rest can be redone. */
  readonly position: number
  /** Changes while typing that belong to the last level, but don't count as done yet. */
  readonly staged: UndoLevel
  /** Whether staged changes may still join the last level. */
  readonly isOpen: boolean
}

/** The part of the state that this room owns. */
export interface UndoSliceState {
  readonly undo: UndoState
}

/** Levels kept when the store is not told otherwise. */
export const defaultUndoLimit = 1000

const nothing: UndoLevel = []

/** A history of nothing. */
export const noHistory: UndoState = { levels: [], size: 0, position: 0, staged: nothing, isOpen: false }

/** Makes the reducer of a history of at most `limit` levels. */
export function makeUndoReducer(limit: number) {
  return function undoReducer(
    state: UndoState = noHistory,
    action: UndoAction | EditsAction | EntitiesAction,
  ): UndoState {
    switch (action.type) {
      case 'edits/recordEdited': {
        if (action.undo === 'ignore') return state
        const level = join([], [action])
        if (action.undo === 'record') return closed(state, level)
        return level.length === 0 ? state : { ...state, staged: join(state.staged, level) }
      }
      case 'undo/levelClosed': {
        // With nothing staged there is nothing to end, and what was undone can still be redone.
        const done = flush(state, limit)
        return done.isOpen ? { ...done, isOpen: false } : done
      }
      case 'undo/undone':
      case 'undo/redone': {
        const done = flush(state, limit)
        const { levels, size, staged } = done
        const position = done.position + (action.type === 'undo/undone' ? -1 : 1)
        return { levels, size, position, staged, isOpen: false }
      }
      case 'entities/recordsRemoved': {
        const { entity, keys } = action
        const isLeft = (change: RecordChange) => change.entity !== entity || !keys.includes(change.key)
        const levels = state.levels.flat()
        if ([state.staged, ...levels].every((level) => level.every(isLeft))) return state
        const left = (from: readonly UndoLevel[]) =>
          from.map((level) => level.filter(isLeft)).filter((level) => level.length > 0)
        const position = left(levels.slice(0, state.position)).length
        return { ...historyOf(left(levels)), position, staged: state.staged.filter(isLeft), isOpen: false }
      }
      default:
        return state
    }
  }

  /** What was staged joins its level, what could be redone goes, and the next level follows. */
  function closed(state: UndoState, next: UndoLevel): UndoState {
    const done = flush(state, limit)
    if (next.length === 0 && done.position === done.size) return done
    return withLevel(upTo(done, done.position), next, limit, done.isOpen)
  }
}

/** The history with the staged changes in place, as an undo would find it. */
export function flush(state: UndoState, limit = Infinity): UndoState {
  if (state.staged.length === 0) return state
  const { position, isOpen } = state
  const last = isOpen && levelAt(state, position - 1)
  const done = upTo(state, last ? position - 1 : position)
  return withLevel(done, join(last || [], state.staged), limit, false)
}

/** The level at a place of the history. */
export function levelAt({ levels }: Pick<UndoState, 'levels'>, place: number): UndoLevel | undefined {
  let at = place
  for (const stretch of levels) {
    if (at < stretch.length) return stretch[at]
    at -= stretch.length
  }
  return undefined
}

type Levels = Pick<UndoState, 'levels' | 'size'>

const longest = 32

/** The first so many levels. */
function upTo(history: Levels, size: number): Levels {
  return size === history.size ? history : historyOf(history.levels.flat().slice(0, size))
}

function historyOf(levels: readonly UndoLevel[]): Levels {
  return { levels: [levels], size: levels.length }
}

function withLevel({ levels, size }: Levels, level: UndoLevel, limit: number, isOpen: boolean): UndoState {
  if (level.length === 0) return { levels, size, position: size, staged: nothing, isOpen }
  const grown = levels.slice()
  const last = grown.at(-1)
  if (last && last.length < longest) grown[grown.length - 1] = last.concat([level])
  else grown.push([level])
  const isFull = size >= limit
  if (isFull) {
    const [first = []] = grown
    if (first.length > 1) grown[0] = first.slice(1)
    else grown.shift()
  }
  const left = isFull ? size : size + 1
  return { levels: grown, size: left, position: left, staged: nothing, isOpen: true }
}
