import type { DurableContext } from '../capability'
import { cellFormat, isSameValue, readText, sealedText, openedText, writeText } from '../journal/rows'
import { mergedNow } from '../mergedIn'
import type { LocalRecord } from '../../entities/localRecord'
import type { Connection } from '../storage/connection'
import type { StoredRow } from '../storage/durableStorage'
import { withRoom } from '../storage/withRoom'
import type { StoredEntry } from './entry'
import { readEntry } from './readEntry'

/** A draft that the server has given an id. */
interface KnownDraft {
  readonly local: string
  readonly alias: LocalRecord
}

type ChangeEntries = (entries: readonly StoredEntry[]) => readonly StoredEntry[]

/** What of the queue is stored, for all tabs. */
export interface StoredQueue {
  /** The entries as they were last seen. */
  readonly all: () => readonly StoredEntry[]
  /**
   * Changes them, one change after the other in all tabs; `known` is a draft that the server has given an id, which is
   * stored with it. Resolves when that is on the disk.
   * @throws What the storage rejects with: then nothing has changed.
   */
  readonly change: (change: ChangeEntries, known?: KnownDraft) => Promise<readonly StoredEntry[]>
  /** Looks what other tabs have made of them. */
  readonly read: () => Promise<void>
}

/** The same, of which other tabs hear. */
export interface QueueRows extends StoredQueue {
  /** Changes them as they are stored, and tells the other tabs; `onStored` is called between the two. */
  readonly change: (
    change: ChangeEntries,
    known?: KnownDraft,
    onStored?: () => void,
  ) => Promise<readonly StoredEntry[]>
}

/** A row as it is stored, and the entry that it says. */
interface KnownRow {
  readonly entry: StoredEntry
  readonly text: string
  readonly value: StoredRow['value']
}

const prefix = 'entry '

/** The queue's part of the storage. What can't be read is left alone. */
export function makeQueueRows(
  context: DurableContext,
  connection: Connection,
  /** Called for what other tabs have changed, and then for what this one has. */
  onChange: (before: readonly StoredEntry[], now: readonly StoredEntry[], isOwn: boolean) => void,
): StoredQueue {
  const { store, report, setBytes } = context
  const { seal } = context.settings
  const mergedOf = mergedNow(store)
  let entries: readonly StoredEntry[] = []
  /** What was read or written last, by the keys of rows: what is the same is neither parsed nor written again. */
  let known = new Map<string, KnownRow>()
  let isReported = false
  /** What this page does comes one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  async function load(): Promise<{ found: readonly StoredEntry[]; rows: readonly StoredRow[] }> {
    const rows = await connection.transaction(['queue'], 'read', (transaction) =>
      transaction.rows('queue', prefix),
    )
    const read = new Map<string, KnownRow>()
    for (const row of rows) {
      const before = known.get(row.key)
      const now = before && isSameValue(before.value, row.value) ? before : await readRow(row)
      if (now) read.set(row.key, now)
      else if (!isReported) {
        isReported = true
        report({
          code: 'unreadable',
          message: 'A write that waits in the queue can not be read here, so it is not sent; it stays kept.',
        })
      }
    }
    const isSame = read.size === known.size && [...read].every(([key, row]) => known.get(key) === row)
    known = read
    return { found: isSame ? entries : [...read.values()].map(({ entry }) => entry), rows }
  }

  async function readRow(row: StoredRow): Promise<KnownRow | undefined> {
    // What is not sealed was not written by who has the key.
    const text = seal && typeof row.value === 'string' ? undefined : await openedText(row, seal)
    const entry = text === undefined ? undefined : readEntry(readText<unknown>(text, cellFormat), mergedOf)
    return text !== undefined && entry ? { entry, text, value: row.value } : undefined
  }

  function show(now: readonly StoredEntry[], isOwn: boolean): void {
    const before = entries
    entries = now
    if (before === now) return
    setBytes({ queue: [...known.values()].reduce((sum, { text }) => sum + text.length, 0) })
    onChange(before, now, isOwn)
  }

  async function changeOnce(
    ...[change, draft]: Parameters<StoredQueue['change']>
  ): Promise<readonly StoredEntry[]> {
    for (;;) {
      const { found, rows } = await load()
      show(found, false)
      const next = change(found)
      const written = next === found ? known : await replaceRows(rows, next, draft)
      if (!written) continue
      known = written
      show(next, true)
      return next
    }
  }

  /** Writes what has changed; undefined where another tab was faster, which may have slept since it read. */
  async function replaceRows(
    before: readonly StoredRow[],
    next: readonly StoredEntry[],
    draft: KnownDraft | undefined,
  ): Promise<Map<string, KnownRow> | undefined> {
    const written = new Map<string, KnownRow>()
    const changed: (readonly [key: string, row: KnownRow])[] = []
    for (const entry of next) {
      const key = keyOf(entry)
      const last = known.get(key)
      const row = last?.entry === entry ? last : await writtenRow(entry, last)
      written.set(key, row)
      if (row.value !== last?.value) changed.push([key, row])
    }
    const gone = [...known.keys()].filter((key) => !written.has(key))
    const isWritten = await connection.transaction(
      draft ? ['queue', 'aliases'] : ['queue'],
      'strict',
      async (transaction) => {
        const now = await transaction.rows('queue', prefix)
        if (!isSameRows(before, now)) return false
        for (const key of gone) transaction.delete('queue', key)
        for (const [key, { value }] of changed) transaction.put('queue', key, value)
        if (draft) transaction.put('aliases', draft.local, writeText(draft.alias))
        transaction.commit()
        return true
      },
    )
    return isWritten ? written : undefined
  }

  async function writtenRow(entry: StoredEntry, last: KnownRow | undefined): Promise<KnownRow> {
    const text = writeText(entry, cellFormat)
    // Sealed again, the same would be another value.
    if (last?.text === text) return { ...last, entry }
    return { entry, text, value: seal ? await sealedText(text, seal) : text }
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  return {
    all: () => entries,
    change: (change, draft) => inTurn(() => withRoom(context, () => changeOnce(change, draft))),
    read: () => inTurn(async () => show((await load()).found, false)),
  }
}

function isSameRows(before: readonly StoredRow[], now: readonly StoredRow[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ key, value }, at) => key === now[at]?.key && isSameValue(value, now[at]?.value))
  )
}

function keyOf({ seq, id }: StoredEntry): string {
  return `${prefix}${String(seq).padStart(12, '0')} ${id}`
}
