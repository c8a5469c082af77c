import { emptyTable, getRow, setRow, type Table } from '../core/recordTable'
import { letsListPass, type Lock } from './conflicts'

/** How many locks are held on a path, and below it. */
export interface PathIndex {
  readonly exclusive: number
  readonly shared: number
  readonly exclusiveBelow: number
  readonly sharedBelow: number
  /** How many of the exclusive ones below are the store's own writes, past which lists are read. */
  readonly passedBelow: number
  /** By the next step of the path, so that a conflict is found by the length of a path, however many locks there are. */
  readonly below: Table<PathIndex>
}

/** No lock is held. */
export const noneHeld: PathIndex = {
  exclusive: 0,
  shared: 0,
  exclusiveBelow: 0,
  sharedBelow: 0,
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
  if (step === undefined) {
    return exclusive
      ? { ...index, exclusive: index.exclusive + change }
      : { ...index, shared: index.shared + change }
  }
  const next = countLock(getRow(index.below, step) ?? noneHeld, lock, change, depth + 1)
  const below = setRow(index.below, step, isFree(next) ? undefined : next)
  if (!exclusive) return { ...index, below, sharedBelow: index.sharedBelow + change }
  const passedBelow = index.passedBelow + (letsListsPass ? change : 0)
  return { ...index, below, exclusiveBelow: index.exclusiveBelow + change, passedBelow }
}

/** Whether a held lock conflicts with another one. */
export function conflictsWithHeld(index: PathIndex, lock: Omit<Lock, 'id'>): boolean {
  const { path, exclusive } = lock
  let at: PathIndex | undefined = index
  for (const step of path) {
    if (isTaken(at, exclusive)) return true
    at = getRow<PathIndex>(at.below, step)
    if (at === undefined) return false
  }
  const writes = letsListPass({ path: [...path, ''], letsListsPass: true }, lock) ? at.passedBelow : 0
  return isTaken(at, exclusive) || at.exclusiveBelow > writes || (exclusive && at.sharedBelow > 0)
}

function isTaken({ exclusive, shared }: PathIndex, isExclusive: boolean): boolean {
  return exclusive > 0 || (isExclusive && shared > 0)
}

function isFree({ exclusive, shared, exclusiveBelow, sharedBelow }: PathIndex): boolean {
  return exclusive + shared + exclusiveBelow + sharedBelow === 0
}
