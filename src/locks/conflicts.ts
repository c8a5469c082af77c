import type { OwnLock } from '../resolution/readOptions'

/** Who may write where: a lock on a path, such as `['entities', 'records', 'postType', 'post', '12']`. */
export interface Lock extends OwnLock {
  /** Holds nothing: it only waits until nobody writes there. Reads wait in this way. */
  readonly onlyWaits?: boolean
  /**
   * Whether lists are read while it is held on one of their records, as for the store's own writes: so that a write that
   * never ends holds up no list.
   */
  readonly letsListsPass?: boolean
  /** Of a read: whether it waits for those locks all the same, for a while. */
  readonly waitsForWrites?: boolean
  /** The id of a lock of whoever asks: neither that one is in the way, while it is held, nor who waits for it. */
  readonly under?: string
}

/** A lock that is held or waited for, and when it was asked for. */
export interface LockEntry {
  readonly lock: Lock
  readonly seq: number
}

/** Whether two locks can't be held at once: one path is, or leads to, the other, and one of them is exclusive. */
export function conflicts(
  one: Pick<Lock, 'path' | 'exclusive'>,
  other: Pick<Lock, 'path' | 'exclusive'>,
): boolean {
  if (!one.exclusive && !other.exclusive) return false
  const shorter = Math.min(one.path.length, other.path.length)
  for (let i = 0; i < shorter; i++) if (one.path[i] !== other.path[i]) return false
  return true
}

/** Whether a read goes past a lock: that of a list past a write of one of its records. */
export function letsListPass(
  held: Pick<Lock, 'path' | 'letsListsPass'>,
  read: Pick<Lock, 'path' | 'onlyWaits' | 'waitsForWrites'>,
): boolean {
  const isList = read.onlyWaits === true && !read.waitsForWrites
  return isList && held.letsListsPass === true && held.path.length > read.path.length
}

/** Whether a lock that is waited for holds up one that was asked for later. Reads hold up nobody. */
export function holdsUp(earlier: Omit<Lock, 'id'>, later: Omit<Lock, 'id'>): boolean {
  return !earlier.onlyWaits && !letsListPass(earlier, later) && conflicts(earlier, later)
}
