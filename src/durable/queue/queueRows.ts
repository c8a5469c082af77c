import type { DurableContext } from '../capability'
import { isSameValue, readText, sealedText, textOf, writeText } from '../journal/rows'
import type { LocalRecord } from '../../entities/localRecord'
import type { Connection } from '../storage/connection'
import type { StoredRow } from '../storage/durableStorage'
import type { StoredEntry } from './entry'
import { isEntry } from './readEntry'

/** A draft that the server has given an id. */
interface KnownDraft {
  readonly local: string
  readonly alias: LocalRecord
}

/** What of the queue is stored, for all tabs. */
export interface QueueRows {
  /** The entries as they were last seen. */
  readonly all: () => readonly StoredEntry[]
  /**
   * Changes them, one change after the other in all tabs; `known` is a draft that the server has given an id, which is
   * stored with it. Resolves when that is on the disk; `onStored` is called then, before other tabs hear of it.
   * @throws What the storage rejects with: then nothing has changed.
   */
  readonly change: (
    change: (entries: readonly StoredEntry[]) => readonly StoredEntry[],
    known?: KnownDraft,
    onStored?: () => void,
  ) => Promise<readonly StoredEntry[]>
  /** Looks what other tabs have made of them. */
  readonly read: () => Promise<void>
}

const prefix = 'entry '

/** The queue's part of the storage. What can't be read is left alone. */
export function makeQueueRows(
  { settings: { seal }, report, setBytes }: DurableContext,
  connection: Connection,
  /** Called for what other tabs have changed, and then for what this one has. */
  onChange: (before: readonly StoredEntry[], now: readonly StoredEntry[], isOwn: boolean) => void,
): QueueRows {
  let entries: readonly StoredEntry[] = []
  let texts = new Map<string, string>()
  let isReported = false
  /** What this page does comes one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  async function load(): Promise<{ found: readonly StoredEntry[]; rows: readonly StoredRow[] }> {
    const rows = await connection.transaction(['queue'], 'read', (transaction) =>
      transaction.rows('queue', prefix),
    )
    const found: StoredEntry[] = []
    const read = new Map<string, string>()
    for (const row of rows) {
      // What is not sealed was not written by who has the key.
      const text = seal && typeof row.value === 'string' ? undefined : await textOf(row, seal)
      const entry = text === undefined ? undefined : readText<unknown>(text)
      if (text !== undefined && isEntry(entry)) {
        found.push(entry)
        read.set(row.key, text)
      } else if (!isReported) {
        isReported = true
        report({
          code: 'unreadable',
          message: 'A write that waits in the queue can not be read here, so it is not sent; it stays kept.',
        })
      }
    }
    const isSame = read.size === texts.size && [...read].every(([key, text]) => texts.get(key) === text)
    texts = read
    return { found: isSame ? entries : found, rows }
  }

  function show(now: readonly StoredEntry[], isOwn: boolean): void {
    const before = entries
    entries = now
    if (before === now) return
    setBytes({ queue: [...texts.values()].reduce((sum, text) => sum + text.length, 0) })
    onChange(before, now, isOwn)
  }

  async function changeOnce(
    ...[change, known]: Parameters<QueueRows['change']>
  ): Promise<readonly StoredEntry[]> {
    for (;;) {
      const { found, rows } = await load()
      show(found, false)
      const next = change(found)
      const written = new Map(next.map((entry) => [keyOf(entry), writeText(entry)]))
      if (next === found || (await replaceRows(rows, written, known))) {
        if (next !== found) texts = written
        show(next, true)
        return next
      }
    }
  }

  /** Writes what has changed; false where another tab was faster, which may have slept since it read. */
  async function replaceRows(
    before: readonly StoredRow[],
    written: ReadonlyMap<string, string>,
    known: KnownDraft | undefined,
  ): Promise<boolean> {
    const changed = [...written].filter(([key, text]) => texts.get(key) !== text)
    const gone = [...texts.keys()].filter((key) => !written.has(key))
    const values = await Promise.all(
      changed.map(async ([key, text]) => [key, seal ? await sealedText(text, seal) : text] as const),
    )
    return connection.transaction(known ? ['queue', 'aliases'] : ['queue'], 'strict', async (transaction) => {
      const now = await transaction.rows('queue', prefix)
      if (!isSameRows(before, now)) return false
      for (const key of gone) transaction.delete('queue', key)
      for (const [key, value] of values) transaction.put('queue', key, value)
      if (known) transaction.put('aliases', known.local, writeText(known.alias))
      transaction.commit()
      return true
    })
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  return {
    all: () => entries,
    change: (change, known) => inTurn(() => changeOnce(change, known)),
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
