import type { RecordKey } from '../../core/keys'
import { recordName } from '../capability'
import { refersTo } from '../locals/replaceIds'
import { earliestTry, isHeld, isNew, isSameRecord, nextTry, type QueueEntry, type StoredEntry } from './entry'

/** The entries that have to be done before one: those of the same record, and new records that it refers to. */
export function predecessors(entries: readonly StoredEntry[], entry: StoredEntry): readonly StoredEntry[] {
  return predecessorsIn(entries)(entry)
}

/** The same for many of them: those of one record are found by its name, and only new ones are looked for in fields. */
function predecessorsIn(entries: readonly StoredEntry[]): (entry: StoredEntry) => readonly StoredEntry[] {
  const made = entries.filter((entry) => isNew(entry) && entry.key !== undefined)
  const byRecord = new Map<string, StoredEntry[]>()
  for (const entry of entries) {
    if (entry.key === undefined) continue
    const name = recordName(entry.entity, entry.key)
    const same = byRecord.get(name)
    if (same) same.push(entry)
    else byRecord.set(name, [entry])
  }
  return (entry) => {
    const same = entry.key === undefined ? [] : (byRecord.get(recordName(entry.entity, entry.key)) ?? [])
    return [
      ...same.filter(({ seq, id }) => seq < entry.seq && id !== entry.id),
      ...made.filter(
        ({ id, entity, key }) =>
          id !== entry.id &&
          !isSameRecord({ entity, key }, entry) &&
          refersTo(entry.fields, key as RecordKey),
      ),
    ].sort((one, other) => one.seq - other.seq)
  }
}

/**
 * The entries that can be sent, the next one first: what is referred to first, else in the order in which they were asked
 * for. What the server has failed at again and again comes behind all else, so that it holds up no other.
 */
export function readyToSend(entries: readonly StoredEntry[], now: number): readonly StoredEntry[] {
  const before = predecessorsIn(entries)
  const ready = inOrder(entries).filter(
    (entry) =>
      !isHeld(entry) &&
      entry.state !== 'sending' &&
      earliestTry(entry, now) <= now &&
      before(entry).length === 0,
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

/** The entries as others see them, in order. */
export function shownEntries(entries: readonly StoredEntry[]): readonly QueueEntry[] {
  const before = predecessorsIn(entries)
  return inOrder(entries).map((entry) => shownEntry(entry, before(entry)))
}

function shownEntry(entry: StoredEntry, before: readonly StoredEntry[]): QueueEntry {
  const { id, what, kind, name, recordId, title, fields, at, attempts, state, error, conflict } = entry
  const nextAt = nextTry(entry)
  const waitsFor = before.map((one) => one.id)
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
