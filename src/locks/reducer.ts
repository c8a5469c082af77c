import { deleteRow, editTable, emptyTable, getRow, setRow, type Table } from '../table'
import type { LocksAction } from './actions'
import type { Lock } from './conflicts'

/** How many locks stand on one path and below it, so that nobody has to look through all of them. */
export interface PathLocks {
  readonly exclusiveHere: number
  readonly sharedHere: number
  readonly exclusiveBelow: number
  readonly sharedBelow: number
}

/** Which locks are held, and who waits. */
export interface LocksState {
  /** Held locks by id. */
  readonly held: Table<Lock>
  /** Counts of held locks by path. */
  readonly paths: Table<PathLocks>
  /** Locks asked for and not yet given, oldest first. */
  readonly pending: readonly Lock[]
}

/** The part of the state that this room owns. */
export interface LocksPart {
  readonly locks: LocksState
}

export const noPathLocks: PathLocks = { exclusiveHere: 0, sharedHere: 0, exclusiveBelow: 0, sharedBelow: 0 }

const initialLocks: LocksState = { held: emptyTable(), paths: emptyTable(), pending: [] }

export function locksReducer(state: LocksState = initialLocks, action: LocksAction): LocksState {
  switch (action.type) {
    case 'locks/lockQueued':
      return { ...state, pending: [...state.pending, action.lock] }
    case 'locks/lockGranted': {
      const { lock } = action
      const pending = withoutLock(state.pending, lock.id)
      if (lock.passing) return pending === state.pending ? state : { ...state, pending }
      return { held: setRow(state.held, lock.id, lock), paths: counted(state.paths, lock, 1), pending }
    }
    case 'locks/lockReleased': {
      const lock = getRow(state.held, action.id)
      const pending = withoutLock(state.pending, action.id)
      if (lock === undefined) return pending === state.pending ? state : { ...state, pending }
      return { held: deleteRow(state.held, lock.id), paths: counted(state.paths, lock, -1), pending }
    }
    default:
      return state
  }
}

/** The name of a path in {@link LocksState.paths}. */
export function pathName(path: readonly string[], length: number): string {
  let name = ''
  for (let i = 0; i < length; i++) name += `${path[i]?.replace(/[\\/]/g, '\\$&')}/`
  return name
}

function counted(paths: Table<PathLocks>, { path, exclusive }: Lock, change: number): Table<PathLocks> {
  const editor = editTable(paths)
  for (let length = 0; length <= path.length; length++) {
    const name = pathName(path, length)
    const before = editor.get(name) ?? noPathLocks
    const where = length === path.length ? 'Here' : 'Below'
    const field = `${exclusive ? 'exclusive' : 'shared'}${where}` as const
    const after = { ...before, [field]: before[field] + change }
    if (after.exclusiveHere + after.sharedHere + after.exclusiveBelow + after.sharedBelow === 0)
      editor.delete(name)
    else editor.set(name, after)
  }
  return editor.done()
}

function withoutLock(locks: readonly Lock[], id: string): readonly Lock[] {
  return locks.some((lock) => lock.id === id) ? locks.filter((lock) => lock.id !== id) : locks
}
