import { refersTo } from '../locals/replaceIds'
import { earliestTry, isHeld, isNew, isSameRecord, type QueueEntry, type StoredEntry } from './entry'

/** The entries that have to be done before one: those of the same record, and new records that it refers to. */
export function predecessors(entries: readonly StoredEntry[], entry: StoredEntry): readonly StoredEntry[] {
  return entries.filter((other) => {
    if (other.id === entry.id) return false
    if (isSameRecord(other, entry)) return other.seq < entry.seq
    return isNew(other) && other.key !== undefined && refersTo(entry.fields, other.key)
  })
}

/**
 * The entries that can be sent, the next one first: what is referred to first, else in the order in which they were asked
 * for. What the server has failed at again and again comes behind all else, so that it holds up no other.
 */
export function readyToSend(entries: readonly StoredEntry[], now: number): readonly StoredEntry[] {
  const ready = inOrder(entries).filter(
    (entry) =>
      !isHeld(entry) &&
      entry.state !== 'sending' &&
      earliestTry(entry, now) <= now &&
      predecessors(entries, entry).length === 0,
  )
  // Once it may have been the moment.
  const rank = ({ failures = 0 }: StoredEntry) => Math.max(1, failures)
  return ready.sort((one, other) => rank(one) - rank(other))
}

/** Whether an entry can't be sent before a person has done something. */
export function isStuck(
  entries: readonly StoredEntry[],
  entry: StoredEntry,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (isHeld(entry)) return true
  const before = new Set([...seen, entry.id])
  return predecessors(entries, entry).some((one) => before.has(one.id) || isStuck(entries, one, before))
}

export function inOrder(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  return [...entries].sort((one, other) => one.seq - other.seq)
}

/** An entry as others see it. */
export function shownEntry(entries: readonly StoredEntry[], entry: StoredEntry): QueueEntry {
  const { id, what, kind, name, recordId, title, fields, at, attempts, nextAt, state, error, conflict } =
    entry
  const waitsFor = predecessors(entries, entry).map((one) => one.id)
  return {
    id,
    what,
    kind,
    name,
    key: recordId,
    title,
    fields: Object.keys(fields),
    at,
    attempts,
    ...(nextAt !== undefined && { nextAt: new Date(nextAt).toISOString() }),
    state,
    ...(waitsFor.length > 0 && { waitsFor }),
    ...(error && { error }),
    ...(conflict && { conflict }),
  }
}
