import { emptyTable, getRow, setRow, type Table } from '../core/recordTable'
import { letsListPass, type Lock } from './conflicts'

/** How many locks are held on a path, and below it. */
export interface PathIndex {
  /** All of them, on it and below it. */
  readonly all: number
  readonly exclusive: number
  readonly shared: number
  readonly exclusiveBelow: number
  /** How many of the exclusive ones below are the store's own writes, past which lists are read. */
  readonly passedBelow: number
  /** By the next step of the path, so that a conflict is found by the length of a path, however many locks there are. */
  readonly below: Table<PathIndex>
}

/** No lock is held. */
export const noneHeld: PathIndex = {
  all: 0,
  exclusive: 0,
  shared: 0,
  exclusiveBelow: 0,
  passedBelow: 0,
  below: emptyTable(),
}

/** The index with one lock more, or with one less. */
export function countLock(
  index: PathIndex,
  lock: Pick<Lock, 'path' | 'exclusive' | 'letsListsPass'>,
  change: 1 | -1,
  depth = 0,
): PathIndex {
  const { path, exclusive, letsListsPass } = lock
  const step = path[depth]
  const isBelow = step !== undefined
  const by = (isCounted: boolean | undefined) => (isCounted ? change : 0)
  // Written out and not spread, for each write of many: `npm run bench -- --only batchSave`.
  return {
    all: index.all + change,
    exclusive: index.exclusive + by(exclusive && !isBelow),
    shared: index.shared + by(!exclusive && !isBelow),
    exclusiveBelow: index.exclusiveBelow + by(exclusive && isBelow),
    passedBelow: index.passedBelow + by(letsListsPass && isBelow),
    below: isBelow ? countBelow(index.below, step) : index.below,
  }

  function countBelow(below: PathIndex['below'], name: string): PathIndex['below'] {
    const next = countLock(getRow(below, name) ?? noneHeld, lock, change, depth + 1)
    return setRow(below, name, next.all > 0 ? next : undefined)
  }
}

/** Whether a held lock conflicts with another one. */
export function conflictsWithHeld(index: PathIndex, lock: Omit<Lock, 'id'>): boolean {
  const { path, exclusive } = lock
  let at: PathIndex | undefined = index
  for (const step of path) {
    if (at.exclusive > 0 || (exclusive && at.shared > 0)) return true
    at = getRow<PathIndex>(at.below, step)
    if (at === undefined) return false
  }
  if (exclusive) return at.all > 0
  const writes = letsListPass({ path: [...path, ''], letsListsPass: true }, lock) ? at.passedBelow : 0
  return at.exclusive > 0 || at.exclusiveBelow > writes
}
