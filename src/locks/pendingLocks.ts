import { eachRow, emptyTable, getRow, setRow, type Table } from '../core/recordTable'
import { holdsUp, type LockEntry, type Lock } from './conflicts'
import { conflictsWithHeld, countLock, noneHeld, type PathIndex } from './pathIndex'

/** What is waited for on one path, and below it. */
export interface PendingPath {
  /** Those on the path itself, oldest first, by what kind of lock they are: of one kind all wait for the same. */
  readonly queues: { readonly [sort: string]: readonly LockEntry[] }
  /** By the next step of the path. */
  readonly below: Table<PendingPath>
}

/** Locks that are waited for, so that a release looks at those alone whose turn may have come. */
export interface PendingLocks {
  readonly byId: Table<LockEntry>
  /** How many of those that hold up others wait on each path. */
  readonly paths: PathIndex
  readonly root: PendingPath
}

type Queue = readonly LockEntry[]

const nothingBelow: PendingPath = { queues: {}, below: emptyTable() }

/** Nobody waits. */
export const nonePending: PendingLocks = { byId: emptyTable(), paths: noneHeld, root: nothingBelow }

/** With one who waits behind all others. */
export function withPending(pending: PendingLocks, waiting: LockEntry): PendingLocks {
  const { lock } = waiting
  return {
    byId: setRow(pending.byId, lock.id, waiting),
    paths: lock.onlyWaits ? pending.paths : countLock(pending.paths, lock, 1),
    root: changed(pending.root, lock, 0, (queue) => [...queue, waiting]),
  }
}

/** Without one who waits no more. */
export function withoutPending(pending: PendingLocks, { lock }: LockEntry): PendingLocks {
  return {
    byId: setRow(pending.byId, lock.id, undefined),
    paths: lock.onlyWaits ? pending.paths : countLock(pending.paths, lock, -1),
    root: changed(pending.root, lock, 0, (queue) =>
      queue[0]?.lock.id === lock.id ? queue.slice(1) : queue.filter((one) => one.lock.id !== lock.id),
    ),
  }
}

/** All of them, oldest first. */
export function allPending({ byId }: PendingLocks): readonly LockEntry[] {
  const all: LockEntry[] = []
  eachRow(byId, (waiting) => all.push(waiting))
  return all.sort((one, other) => one.seq - other.seq)
}

/** Those on a path, on the way to it and below it, as queues: the first of each comes before the rest. */
export function queuesAround({ root }: PendingLocks, path: readonly string[]): readonly Queue[] {
  const queues: Queue[] = []
  let node: PendingPath | undefined = root
  for (const step of path) {
    if (node === undefined) return queues
    queues.push(...Object.values(node.queues))
    node = getRow<PendingPath>(node.below, step)
  }
  const gather = (at: PendingPath) => {
    queues.push(...Object.values(at.queues))
    eachRow(at.below, gather)
  }
  if (node) gather(node)
  return queues
}

/** Whether one who waits is held up by another one who came earlier. */
export function isHeldUp(pending: PendingLocks, { lock, seq }: LockEntry): boolean {
  const others = lock.onlyWaits ? pending.paths : countLock(pending.paths, lock, -1)
  // Mostly nobody else waits there, which needs no look at each.
  if (!conflictsWithHeld(others, lock)) return false
  return queuesAround(pending, lock.path).some(
    ([first]) => first && first.seq < seq && holdsUp(first.lock, lock),
  )
}

function changed(node: PendingPath, lock: Lock, depth: number, change: (queue: Queue) => Queue): PendingPath {
  const step = lock.path[depth]
  if (step !== undefined) {
    const next = changed(getRow(node.below, step) ?? nothingBelow, lock, depth + 1, change)
    return { ...node, below: setRow(node.below, step, isIdle(next) ? undefined : next) }
  }
  const { [sortOf(lock)]: before = [], ...queues } = node.queues
  const queue = change(before)
  return { ...node, queues: queue.length > 0 ? { ...queues, [sortOf(lock)]: queue } : queues }
}

function isIdle({ queues, below }: PendingPath): boolean {
  return below.size === 0 && Object.keys(queues).length === 0
}

/** Locks on one path of which this is the same can be held, or held up, alike. */
function sortOf({ exclusive, onlyWaits, letsListsPass, waitsForWrites, under = '' }: Lock): string {
  return [exclusive, onlyWaits, letsListsPass, waitsForWrites].map((is) => (is ? 1 : 0)).join('') + under
}
