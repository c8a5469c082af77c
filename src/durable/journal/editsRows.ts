import type { KeptEdits } from './keptEdits'
import { nameOf } from './keptEdits'
import { batchSize, cellFormat, manyRecords, rowKeys, writeText, type EditsValue } from './rows'

/** What is to be written, by the keys of rows; undefined for one to be deleted. */
export type RowWrites = Map<string, string | undefined>

/** A row with the edits of many records. */
interface Batch {
  /** Those that no later row says otherwise of. */
  readonly current: Map<string, KeptEdits>
  /** The names of all that stand in it. */
  readonly names: Set<string>
}

/**
 * The rows that the edits of a page stand in: one for each record, or one for a hundred where many are written at once. A
 * record of such a row that is edited again gets a row of its own, which counts as the later one.
 */
export function makeEditsRows(session: string) {
  /** The records that are kept, and the row of each. */
  const written = new Map<string, string>()
  const batches = new Map<string, Batch>()
  /** The row of many in which a record stands, current or not. */
  const holders = new Map<string, string>()

  function write(rows: readonly KeptEdits[], writes: RowWrites): void {
    if (rows.length > manyRecords) {
      for (let at = 0; at < rows.length; at += batchSize) writeBatch(rows.slice(at, at + batchSize), writes)
      return
    }
    for (const row of rows) {
      const name = nameOf(row)
      const key = rowKeys.record(session, name)
      leave(name, writes)
      written.set(name, key)
      writes.set(key, editsText(session, [row]))
    }
  }

  function writeBatch(rows: readonly KeptEdits[], writes: RowWrites): void {
    // Named by its first record, which no other of them has: it stands in the row that was written last.
    const [first] = rows
    if (first === undefined) return
    const key = rowKeys.batch(session, first.seq, nameOf(first))
    for (const row of rows) remove(nameOf(row), writes)
    take(key, rows)
    writes.set(key, editsText(session, rows))
  }

  /** These stand in a row of many that is written already. */
  function take(key: string, rows: readonly KeptEdits[]): void {
    const named = rows.map((row) => [nameOf(row), row] as const)
    batches.set(key, { current: new Map(named), names: new Set(named.map(([name]) => name)) })
    for (const [name] of named) {
      written.set(name, key)
      holders.set(name, key)
    }
  }

  /** The record has a row of its own from now on, which counts for more than one of many. */
  function leave(name: string, writes: RowWrites): void {
    const key = holders.get(name) ?? ''
    const batch = batches.get(key)
    if (batch?.current.delete(name) && batch.current.size === 0) drop(key, batch, writes)
  }

  function remove(name: string, writes: RowWrites): void {
    const own = rowKeys.record(session, name)
    if (written.get(name) === own) writes.set(own, undefined)
    written.delete(name)
    const key = holders.get(name) ?? ''
    const batch = batches.get(key)
    if (!batch) return
    batch.current.delete(name)
    batch.names.delete(name)
    holders.delete(name)
    // The text is made once, however many of it go.
    if (batch.current.size === 0) drop(key, batch, writes)
    else writes.set(key, '')
  }

  function drop(key: string, { names }: Batch, writes: RowWrites): void {
    for (const name of names) holders.delete(name)
    batches.delete(key)
    writes.set(key, undefined)
  }

  return {
    write,
    remove,
    /** Writes rows of many again of which some records have gone. */
    finish: (writes: RowWrites) => {
      for (const [key, text] of writes) {
        const batch = text === '' ? batches.get(key) : undefined
        if (!batch) continue
        writes.set(key, editsText(session, [...batch.current.values()]))
        for (const name of batch.names) {
          if (batch.current.has(name)) continue
          batch.names.delete(name)
          holders.delete(name)
        }
      }
    },
    has: (name: string) => written.has(name),
    isEmpty: () => written.size === 0,
    /** Edits that were taken over from an earlier page, and stand in these rows already. */
    tookOver: (row: KeptEdits) => void written.set(nameOf(row), rowKeys.record(session, nameOf(row))),
    tookOverMany: take,
  }
}

/** A value with the edits of some records. */
export function editsText(session: string, rows: readonly KeptEdits[]): string {
  return writeText({ session, rows } satisfies EditsValue, cellFormat)
}
