import { valuesOfCells } from '../../edits/cells'
import { recordName } from '../capability'
import { earliestTry, isHeld, isNew, isSameRecord, nextTry, type QueueEntry, type StoredEntry } from './entry'
import { referencesOf } from './references'

/** The entries that have to be done before one: those of the same record, and new records that it refers to. */
export function predecessors(entries: readonly StoredEntry[], entry: StoredEntry): readonly StoredEntry[] {
  return predecessorsIn(entries)(entry)
}

/** The same for many of them: those of one record are found by its name, and new ones by the ids that are referred to. */
function predecessorsIn(entries: readonly StoredEntry[]): (entry: StoredEntry) => readonly StoredEntry[] {
  const made = new Map<string, StoredEntry[]>()
  const byRecord = new Map<string, StoredEntry[]>()
  for (const entry of entries) {
    if (entry.key === undefined) continue
    addTo(byRecord, recordName(entry.entity, entry.key), entry)
    if (isNew(entry)) addTo(made, entry.key, entry)
  }
  return (entry) => {
    const same = entry.key === undefined ? [] : (byRecord.get(recordName(entry.entity, entry.key)) ?? [])
    const referredTo = [...referencesOf(entry)].flatMap((local) => made.get(local) ?? [])
    return [
      ...same.filter(({ seq, id }) => seq < entry.seq && id !== entry.id),
      ...referredTo.filter((one) => one.id !== entry.id && !isSameRecord(one, entry)),
    ].sort((one, other) => one.seq - other.seq)
  }
}

function addTo(all: Map<string, StoredEntry[]>, name: string, entry: StoredEntry): void {
  const some = all.get(name)
  if (some) some.push(entry)
  else all.set(name, [entry])
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

/** The entries that can be sent before a person has done something, now or later. */
export function withoutStuck(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  const before = predecessorsIn(entries)
  const stuck = new Map<string, boolean>()
  function isStuck(entry: StoredEntry): boolean {
    const known = stuck.get(entry.id)
    if (known !== undefined) return known
    // What waits for itself waits for ever.
    stuck.set(entry.id, true)
    const is = isHeld(entry) || before(entry).some(isStuck)
    stuck.set(entry.id, is)
    return is
  }
  return entries.filter((entry) => !isStuck(entry))
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
    fields: Object.keys(valuesOfCells(fields)),
    at,
    attempts,
    ...(nextAt !== undefined && { nextAt: new Date(nextAt).toISOString() }),
    state,
    ...(waitsFor.length > 0 && { waitsFor }),
    ...(error && { error }),
    ...(conflict && { conflict }),
  }
}
