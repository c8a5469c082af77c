import type { FieldChange } from '../edits/actions'
import { changeIn, continues, joinChanges, type UndoLevel } from './changes'
import { countLevels, firstLevels, levelAt, noLevels, sizeAt, withLevel, type Levels } from './levels'
import { readLevel, sizeOfLevel, storeLevel } from './storedLevel'
import type { StateWithLookups } from '../wordpress/lookups/reducer'

/** A run of edits that is one level, such as what is typed into a field without a pause. */
export interface UndoGroup {
  readonly name: string
  /** When its last edit was made, in milliseconds; absent where no pause ends it. */
  readonly at?: number
}

/** Steps back and forth. */
export interface UndoState {
  /** Levels, oldest first. */
  readonly levels: Levels
  /** How many of them are done; the rest can be redone. */
  readonly position: number
  /** Changes while typing that belong to the last level, but don't count as done yet. */
  readonly staged: UndoLevel
  /** Whether staged changes may still join the last level. */
  readonly isOpen: boolean
  /** How many bytes the levels hold, about. */
  readonly bytes: number
  /** The group of what is staged, or of the last level while it is open, if it has one. */
  readonly group?: UndoGroup
}

/** The state as far as it goes up to here, with the history. */
export interface StateWithUndo extends StateWithLookups {
  readonly undo: UndoState
}

/** How much is remembered: whichever is reached first. */
export interface UndoLimits {
  readonly levels: number
  readonly bytes: number
}

/** What is kept unless the store is given other limits. */
export const defaultUndoLimits: UndoLimits = { levels: 1000, bytes: 64 * 1024 * 1024 }

const unlimited: UndoLimits = { levels: Infinity, bytes: Infinity }
const noChanges: UndoLevel = []

/** A history of nothing. */
export const noHistory: UndoState = {
  levels: noLevels,
  position: 0,
  staged: noChanges,
  isOpen: false,
  bytes: 0,
}

/** The history with the staged changes in place, as an undo finds it. */
export function settleStaged(state: UndoState, limits = unlimited): UndoState {
  if (state.staged.length === 0) return state
  const { position, isOpen, staged } = state
  const last = isOpen && levelAt(state.levels, position - 1)
  const done = cutAfter(state, last ? position - 1 : position)
  return pushLevel(done, joinChanges(last ? readLevel(last) : noChanges, staged), limits)
}

/**
 * Whether somebody else has changed a field since the step that a change of it would join, such as a colleague whose text
 * was read after a save: one undo would take that back as well.
 */
export function isInterrupted({ levels, position, isOpen, staged }: UndoState, later: UndoLevel): boolean {
  let last: UndoLevel | undefined
  const ofLast = () => {
    const stored = isOpen ? levelAt(levels, position - 1) : undefined
    return (last ??= stored ? readLevel(stored) : noChanges)
  }
  for (const record of later) {
    for (const path of Object.keys(record.changes)) {
      const before = changeIn(staged, record, path) ?? changeIn(ofLast(), record, path)
      if (before && !continues(before, record.changes[path] as FieldChange)) return true
    }
  }
  return false
}

/** The history without what could be redone from a place on. */
export function cutAfter(state: UndoState, position: number): UndoState {
  const { levels } = state
  const count = countLevels(levels)
  if (position === count) return state
  let { bytes } = state
  for (let at = position; at < count; at++) bytes -= sizeAt(levels, at)
  return { ...state, levels: firstLevels(levels, position), position, bytes }
}

/** The history with one more level at its end, which typing may join, and without the oldest where they are too many. */
export function pushLevel(
  { levels, position, bytes }: UndoState,
  level: UndoLevel,
  limits: UndoLimits,
): UndoState {
  if (level.length === 0) return { levels, position, staged: noChanges, isOpen: false, bytes }
  const stored = storeLevel(level, levels)
  const size = sizeOfLevel(stored)
  let sum = bytes + size
  const count = countLevels(levels)
  let first = 0
  const isTooMuch = () => count + 1 - first > limits.levels || sum > limits.bytes
  while (first < count && isTooMuch()) sum -= sizeAt(levels, first++)
  return {
    levels: withLevel(levels, stored, size, first),
    position: count + 1 - first,
    staged: noChanges,
    isOpen: true,
    bytes: sum,
  }
}
