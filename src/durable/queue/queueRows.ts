import type { DurableContext } from '../capability'
import { readText, textOf, writeText } from '../journal/rows'
import type { Connection } from '../storage/connection'
import type { DurableLocks } from '../storage/durableStorage'
import type { StoredEntry } from './entry'

/** What of the queue is stored, for all tabs. */
export interface QueueRows {
  /** The entries as they were last seen. */
  readonly all: () => readonly StoredEntry[]
  /**
   * Changes them, one change after the other in all tabs. Resolves when that is on the disk.
   * @throws What the storage rejects with: then nothing has changed.
   */
  readonly change: (
    change: (entries: readonly StoredEntry[]) => readonly StoredEntry[],
  ) => Promise<readonly StoredEntry[]>
  /** Looks what other tabs have made of them. */
  readonly read: () => Promise<void>
}

const prefix = 'entry '

/** The queue's part of the storage. What can't be read is left alone. */
export function makeQueueRows(
  { settings: { seal }, report }: DurableContext,
  connection: Connection,
  locks: DurableLocks,
  onChange: (before: readonly StoredEntry[], now: readonly StoredEntry[]) => void,
): QueueRows {
  let entries: readonly StoredEntry[] = []
  let texts = new Map<string, string>()
  let isReported = false

  async function load(): Promise<readonly StoredEntry[]> {
    const rows = await connection.transaction(['queue'], 'read', (transaction) =>
      transaction.rows('queue', prefix),
    )
    const found: StoredEntry[] = []
    const read = new Map<string, string>()
    for (const row of rows) {
      const text = await textOf(row, seal)
      const entry = text === undefined ? undefined : readText<StoredEntry>(text)
      if (entry && text !== undefined) {
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
    if (isSame) return entries
    texts = read
    return found
  }

  function show(now: readonly StoredEntry[]): void {
    const before = entries
    entries = now
    if (before !== now) onChange(before, now)
  }

  async function changeLocked(change: Parameters<QueueRows['change']>[0]): Promise<readonly StoredEntry[]> {
    const before = await load()
    const next = change(before)
    if (next === before) {
      show(before)
      return before
    }
    const written = new Map(next.map((entry) => [keyOf(entry), writeText(entry)]))
    const changed = [...written].filter(([key, text]) => texts.get(key) !== text)
    const gone = [...texts.keys()].filter((key) => !written.has(key))
    const values = await Promise.all(
      changed.map(async ([key, text]) => [key, seal ? await seal.seal(text) : text] as const),
    )
    await connection.transaction(['queue'], 'strict', (transaction) => {
      for (const key of gone) transaction.delete('queue', key)
      for (const [key, value] of values) transaction.put('queue', key, value)
      transaction.commit()
    })
    texts = written
    show(next)
    return next
  }

  async function whileHeld<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = await locks.acquire(`copydesk queue rows ${connection.name}`)
    try {
      return await work()
    } finally {
      lock?.release()
    }
  }

  return {
    all: () => entries,
    change: (change) => whileHeld(() => changeLocked(change)),
    read: () => whileHeld(async () => show(await load())),
  }
}

function keyOf({ seq, id }: StoredEntry): string {
  return `${prefix}${String(seq).padStart(12, '0')} ${id}`
}
