import { isEqual } from '../../core/isEqual'
import { isLater, type RecordVersion } from '../../core/recordVersion'
import { isRecord } from '../../core/plain'
import { versionOfRecord } from '../../edits/basis'
import { isQuota, readText, sealedText, sizeOf, openedText, writeText } from '../journal/rows'
import type { DurabilitySettings } from '../options'
import type { Connection } from '../storage/connection'
import type { StoredRow } from '../storage/durableStorage'
import { isKeptRead, type KeptRead } from './keptReads'
import type { ReadChanges } from './readsToKeep'

/** A row as it is written: what was read, and when that was shown last. */
interface StoredRead {
  readonly read: KeptRead
  /** When it was written, in milliseconds since 1970: what is shown is read again, and written again. */
  readonly usedAt: number
}

/** A record as it stands in the storage: how new it is, which other pages have to see, is not sealed. */
interface StoredRecord extends RecordVersion {
  /** When it came, in milliseconds since 1970. */
  readonly at: number
  readonly text: string | Uint8Array
}

interface ReadsStoreOptions {
  readonly connection: Connection
  readonly seal: DurabilitySettings['seal']
  readonly limits: { readonly bytes: number; readonly maxAge: number }
  /** Says how many bytes are kept. */
  readonly onSize: (bytes: number) => void
  /** Whether other pages of the owner may write as well. */
  readonly isShared: () => boolean
}

/** What is known of a row. */
interface KnownRow {
  readonly size: number
  readonly usedAt: number
  /** What stands in it, but for when it was asked. */
  readonly value?: unknown
}

/** How long what reads have brought again as it was is not written again, in milliseconds. */
const rewriteAfter = 3_600_000

/** Reads and writes what is kept of reads, and makes room: what was not shown for longest goes first. */
export function makeReadsStore({ connection, seal, limits, onSize, isShared }: ReadsStoreOptions) {
  const known = new Map<string, KnownRow>()
  let bytes = 0
  /** What has to be sealed is written later, one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  function note(key: string, row: KnownRow | undefined): void {
    bytes += (row?.size ?? 0) - (known.get(key)?.size ?? 0)
    if (row) known.set(key, row)
    else known.delete(key)
  }

  /** All that is kept. What is too old, or can't be read, goes. */
  async function load(): Promise<readonly KeptRead[]> {
    const rows = await connection.transaction(['reads'], 'read', (transaction) => transaction.rows('reads'))
    const now = Date.now()
    const reads: KeptRead[] = []
    const gone: string[] = []
    for (const { key, value } of rows) {
      const text = isRecord(value) && 'text' in value ? value.text : value
      const stored = await parse({ key, value: text })
      if (!stored || stored.usedAt < now - limits.maxAge) gone.push(key)
      else {
        // A clock that was set back keeps nothing for longer.
        const { read, usedAt } = stored
        note(key, { size: sizeOf(text), usedAt: Math.min(usedAt, now), value: valueOf(read) })
        reads.push(read)
      }
    }
    onSize(bytes)
    if (gone.length > 0) await put(new Map(), gone)
    return reads
  }

  async function parse(row: StoredRow): Promise<StoredRead | undefined> {
    const text = typeof row.value === 'string' ? row.value : await openedText(row, seal)
    const { read, usedAt } = (text === undefined ? undefined : readText<Partial<StoredRead>>(text)) ?? {}
    return isKeptRead(read) && typeof usedAt === 'number' ? { read, usedAt } : undefined
  }

  /** Writes changes, in this very moment where nothing has to be sealed. */
  function write(changes: ReadChanges): Promise<void> {
    const usedAt = Date.now()
    const gone: string[] = []
    const texts: (readonly [key: string, text: string, read: KeptRead])[] = []
    for (const [key, read] of changes) {
      const before = known.get(key)
      const value = read && valueOf(read)
      const isKnown = before !== undefined && value !== undefined && isEqual(before.value, value)
      if (read === undefined) {
        if (before) gone.push(key)
      } else if (!isKnown || usedAt - before.usedAt > rewriteAfter) {
        const text = writeText({ read, usedAt } satisfies StoredRead)
        texts.push([key, text, read])
        note(key, { size: text.length, usedAt, value })
      }
    }
    if (texts.length + gone.length === 0) return Promise.resolve()
    if (!seal) return put(new Map(texts.map(([key, text, read]) => [key, storedOf(read, text)])), gone)
    const written = last.then(async () => {
      const sealed = texts.map(
        async ([key, text, read]) => [key, storedOf(read, await sealedText(text, seal))] as const,
      )
      await put(new Map(await Promise.all(sealed)), gone)
    })
    last = written.catch(() => undefined)
    return written
  }

  async function put(rows: ReadonlyMap<string, unknown>, gone: readonly string[]): Promise<void> {
    const all = [...gone, ...overflow()]
    for (const key of all) note(key, undefined)
    onSize(bytes)
    try {
      await connection.transaction(['reads'], 'relaxed', (transaction) => {
        const write = (there: readonly unknown[] = []) => {
          for (const [at, [key, row]] of [...rows].entries()) {
            const one = known.get(key)
            // What another page has kept is not known here.
            if (one && isNewer(there[at], row)) known.set(key, { ...one, value: undefined })
            else if (one) transaction.put('reads', key, row)
          }
          for (const key of all) transaction.delete('reads', key)
          transaction.commit()
        }
        // A page that is alone does not look: it may be being left.
        if (!isShared()) return write()
        return Promise.all([...rows.keys()].map((key) => transaction.get('reads', key))).then(write)
      })
    } catch (error) {
      if (!isQuota(error)) throw error
      // What is edited has the room there is: what was read can be read again.
      await clear()
    }
  }

  /** The rows that go so that what is kept fits: a tenth more than has to, so that not each write has to look. */
  function overflow(): readonly string[] {
    if (bytes <= limits.bytes) return []
    const oldest = [...known].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    const gone: string[] = []
    let left = bytes
    for (const [key, { size }] of oldest) {
      if (left <= limits.bytes * 0.9) break
      gone.push(key)
      left -= size
    }
    return gone
  }

  /** Nothing stands in the storage any more. */
  function lost(): void {
    known.clear()
    bytes = 0
    onSize(0)
  }

  /** Forgets all that was read. */
  async function clear(): Promise<void> {
    lost()
    await connection.transaction(['reads'], 'relaxed', (transaction) => {
      transaction.deleteAll('reads')
      transaction.commit()
    })
  }

  return { load, write, clear, lost }
}

/** Whether a stored record is newer than another one: as the server says, or else by when it came, unless a wrong clock has said that. */
function isNewer(stored: unknown, row: unknown): boolean {
  if (!isRecord(stored) || !isRecord(row)) return false
  const [there, here] = [stored, row] as unknown as readonly [StoredRecord, StoredRecord]
  if (isLater(there, here)) return true
  return !isLater(here, there) && there.at > here.at && there.at <= Date.now()
}

function storedOf(read: KeptRead, text: string | Uint8Array): unknown {
  return read.of === 'record'
    ? ({ ...versionOfRecord(read.record), at: read.at, text } satisfies StoredRecord)
    : text
}

/** What a row says, but for when it was asked; undefined where two can't be compared. */
function valueOf(read: KeptRead): unknown {
  if (read.of === 'record') return [read.record, read.fields]
  if (read.of === 'list') return undefined
  return read.of === 'answer' ? [read.value] : read
}
