import type { StoreAction } from '../core/thunk'
import type { EditsAction, RecordEdited } from '../edits/actions'
import { splitPath } from '../edits/fieldPath'
import { removedIn, type EntitiesAction, type RecordSaved, type RemovedRecords } from '../entities/actions'
import type { Redone, UndoAction, Undone, UndoRebased, UndoRestored } from './actions'
import { joinChanges, type ChangedRecord } from './changes'
import {
  cutAfter,
  isInterrupted,
  noHistory,
  pushLevel,
  settleStaged,
  type UndoGroup,
  type UndoLimits,
  type UndoState,
} from './history'
import { bytesOf, countLevels, firstLevels, flatLevels, inStretches, sizeAt, withLevel } from './levels'
import { plainLevel, readLevel, sizeOfLevel, storeLevel, type StoredLevel } from './storedLevel'
import { withRenamed } from './mapHistory'
import { stepWithin } from './undoScope'

/** After so many milliseconds without an edit, the next one of the same group is a level of its own. */
const pause = 1000

/** Makes the reducer of a history that keeps no more than the limits say. */
export function makeUndoReducer(limits: UndoLimits) {
  return function undoReducer(
    state: UndoState = noHistory,
    action: UndoAction | EditsAction | EntitiesAction,
  ): UndoState {
    switch (action.type) {
      case 'edits/recordEdited':
        return recorded(state, action, limits)
      case 'undo/levelCreated':
        return withLevelEnded(state, limits)
      case 'undo/undone':
      case 'undo/redone': {
        const { type, scope } = action as Undone | Redone
        if (scope) return stepWithin(state, scope, type === 'undo/undone' ? 'undo' : 'redo')?.history ?? state
        const { levels, position, staged, bytes } = settleStaged(state, limits)
        const step = action.type === 'undo/undone' ? -1 : 1
        return { levels, position: position + step, staged, isOpen: false, bytes }
      }
      case 'undo/rebased':
        return rebased(state, action)
      case 'undo/restored':
        return putBelow(state, action, limits)
      default: {
        const removed = removedIn(action)
        const { renamed } = action as Partial<RecordSaved>
        const left = renamed
          ? withRenamed(state, renamed)
          : removed
            ? withoutChangesOf(state, removed)
            : state
        return isSave(action) && left.group ? withLevelEnded(left, limits) : left
      }
    }
  }
}

/** Whether edits leave, or have arrived: what is typed from then on is undone by itself. */
function isSave({ type }: StoreAction): boolean {
  return type === 'saving/started' || type === 'entities/recordSaved'
}

/** The history after an edit. A key that is typed only changes what is staged, however much is remembered. */
function recorded(state: UndoState, edit: RecordEdited, limits: UndoLimits): UndoState {
  if (edit.undo === 'ignore') return state
  const level = joinChanges([], [edit])
  const group = groupOf(edit)
  if (edit.undo === 'record') {
    const done = settleStaged(state, limits)
    const past = cutAfter(done, done.position)
    if (level.length === 0) return past
    const pushed = pushLevel(past, level, limits)
    return group ? { ...pushed, group } : pushed
  }
  if (level.length === 0 || (canRedo(state) && isTransientEdit(edit))) return state
  const isJoined = continuesGroup(state.group, group) && !isInterrupted(state, level)
  const open = isJoined ? state : withLevelEnded(state, limits)
  const staged = joinChanges(open.staged, level)
  if (group) return { ...open, staged, group }
  // Written out and not spread, for every key that is typed: `npm run bench -- --only typing`.
  const { levels, position, isOpen, bytes } = open
  return { levels, position, staged, isOpen, bytes }
}

/** Whether something was undone that can be done again. */
function canRedo({ levels, position, staged }: UndoState): boolean {
  return staged.length === 0 && position < countLevels(levels)
}

/**
 * Whether nothing of an edit would be saved: a caret that moves, or an editor that mounts and tells of its blocks. That is
 * nobody's typing, and takes nothing away that can be done again.
 */
function isTransientEdit({ changes, transient }: RecordEdited): boolean {
  return Object.keys(changes).every((path) => Object.hasOwn(transient, splitPath(path)[0]))
}

function groupOf({ entity, key, group }: RecordEdited): UndoGroup | undefined {
  if (!group) return undefined
  const { isAcross, name, ...when } = group
  return { ...when, name: isAcross ? name : `${entity}/${key} ${name}` }
}

function continuesGroup(before: UndoGroup | undefined, group: UndoGroup | undefined): boolean {
  if (before?.name !== group?.name) return false
  return before?.at === undefined || group?.at === undefined || group.at - before.at < pause
}

/** With nothing staged there is nothing to end, and what was undone can still be redone. */
function withLevelEnded(state: UndoState, limits: UndoLimits): UndoState {
  const { group, ...done } = settleStaged(state, limits)
  return group || done.isOpen || state.staged.length > 0 ? { ...done, isOpen: false } : state
}

/** The history with other beginnings and ends of the newest changes. */
function rebased(state: UndoState, { staged: given, last }: UndoRebased): UndoState {
  const staged = plainLevel(given)
  const count = countLevels(state.levels)
  if (last === undefined || count === 0) return { ...state, staged }
  const before = firstLevels(state.levels, count - 1)
  const level = storeLevel(plainLevel(last), before)
  const size = sizeOfLevel(level)
  const bytes = state.bytes + size - sizeAt(state.levels, count - 1)
  return { ...state, staged, levels: withLevel(before, level, size), bytes }
}

/** The history above one of before; what that one could redo goes where something was done since. */
function putBelow(state: UndoState, { levels, position }: UndoRestored, limits: UndoLimits): UndoState {
  const isFirst = state.levels.length + state.staged.length === 0
  const above = flatLevels(state.levels).map(readLevel)
  const all = isFirst ? levels : [...levels.slice(0, position), ...above]
  const joined = all.reduce((history, level) => pushLevel(history, level, limits), noHistory)
  const forgotten = all.length - countLevels(joined.levels)
  return {
    ...joined,
    position: Math.max(0, (isFirst ? position : position + state.position) - forgotten),
    staged: state.staged,
    // One undo never takes back something from both.
    isOpen: state.isOpen,
    ...(state.group && { group: state.group }),
  }
}

/** The history without records that are gone, and without levels of which nothing is left. */
function withoutChangesOf(state: UndoState, { entity, keys }: RemovedRecords): UndoState {
  const isLeft = (change: ChangedRecord) => change.entity !== entity || !keys.includes(change.key)
  const all = flatLevels(state.levels)
  if ([state.staged, ...all].every((level) => level.every(isLeft))) return state
  const filled = (levels: readonly StoredLevel[]) =>
    // A level that stays as it is stays the same object: what is known of it besides is found by it.
    levels
      .map((level) => (level.every(isLeft) ? level : level.filter(isLeft)))
      .filter((level) => level.length > 0)
  const levels = inStretches(filled(all))
  return {
    levels,
    position: filled(all.slice(0, state.position)).length,
    staged: state.staged.filter(isLeft),
    isOpen: false,
    bytes: bytesOf(levels),
  }
}
