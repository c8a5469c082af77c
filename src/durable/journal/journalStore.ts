import { recordName, type DurableContext } from '../capability'
import type { StatusKeeper } from '../statusKeeper'
import type { Connection } from '../storage/connection'
import type { RowWrites } from './editsRows'
import type { JournalWriter, JournalWrites } from './journalWriter'
import type { StoredRows } from './remains'
import { isQuota, rowKeys, sealedText, sizeOf, writeText, type SessionValue } from './rows'

interface JournalStoreOptions {
  readonly context: DurableContext
  readonly keeper: StatusKeeper
  readonly connection: Connection
  /** The rows of undo histories that dead pages have left. */
  readonly undoOfDead: () => readonly string[]
}

/** A value as it is put into the storage; undefined for a row to be deleted. */
type Values = readonly (readonly [key: string, value: string | Uint8Array | undefined])[]

const stores = ['sessions', 'edits', 'undo'] as const

/** Whether a write is on the disk when it has ended, or with the operating system. */
export type StorageDurability = 'relaxed' | 'strict'

/** Writes rows of edits and of undo. */
type PutRows = (edits: RowWrites, undo: RowWrites) => Promise<void>

/** How long is waited before what could not be written is tried again, at first and at most, in milliseconds. */
const firstPause = 1000
const longestPause = 60_000

/** Writes what a page keeps, makes room where there is none, and says how that goes. */
export function makeJournalStore({ context, keeper, connection, undoOfDead }: JournalStoreOptions) {
  const { settings, report } = context
  const pending = new Set<Promise<void>>()
  /** The records of what is being written, and how many writes each of them is in. */
  const inFlight = new Map<string, number>()
  /** What each row takes, of all pages: those of dead ones are taken over, and deleted later. */
  let sizes = new Map<string, number>()
  /** Sealing takes its time: what is sealed later is written later. */
  let sealing: Promise<unknown> = Promise.resolve()
  let noRoom: unknown
  let isTroubled = false
  let isLeft = false
  let pause = firstPause
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  /** Writes, in this very moment where nothing has to be sealed. */
  function store(
    writer: JournalWriter,
    writes: JournalWrites,
    retry: () => void,
    durability: StorageDurability = 'relaxed',
  ): void {
    const done = write(writer, writes, durability).then(
      (left) => {
        if (left.size === 0) return succeeded()
        writer.failed(withoutWritten(writer, writes, left))
        failed(noRoom, retry)
      },
      (error: unknown) => {
        writer.failed(writes)
        failed(error, retry)
      },
    )
    track(
      done,
      writes.records.map(({ entity, key }) => recordName(entity, key)),
    )
  }

  function track(done: Promise<void>, names: readonly string[]): void {
    const ended = done.finally(() => {
      pending.delete(ended)
      for (const name of names) countIn(name, -1)
      keeper.set({ unkept: countUnkept() })
    })
    pending.add(ended)
    for (const name of names) countIn(name, 1)
  }

  function countIn(name: string, change: number): void {
    const count = (inFlight.get(name) ?? 0) + change
    if (count > 0) inFlight.set(name, count)
    else inFlight.delete(name)
  }

  let writersChanges: () => ReadonlyMap<string, unknown> = () => new Map()

  /** How many records have edits that are not written yet, or being written. */
  function countUnkept(): number {
    const changes = writersChanges()
    const [few, many] = changes.size < inFlight.size ? [changes, inFlight] : [inFlight, changes]
    let inBoth = 0
    for (const name of few.keys()) if (many.has(name)) inBoth++
    return few.size + many.size - inBoth
  }

  /** Gives what there was no room for. */
  async function write(
    writer: JournalWriter,
    { edits, undo }: JournalWrites,
    durability: StorageDurability,
  ): Promise<RowWrites> {
    const putNow: PutRows = (...rows) => put(writer, ...rows, durability)
    try {
      await putNow(edits, undo)
      return new Map()
    } catch (error) {
      if (!isQuota(error)) throw error
      noRoom = error
    }
    // Histories first, and of those the dead ones: what is typed now counts for more.
    const dead = new Map(undoOfDead().map((key) => [key, undefined]))
    if (dead.size > 0) {
      try {
        await putNow(edits, new Map([...dead, ...undo]))
        return new Map()
      } catch (error) {
        if (!isQuota(error)) throw error
      }
    }
    const freed = new Map([...dead, ...(writer.isKeepingUndo() ? writer.dropUndo() : [])])
    const bySize = [...edits].sort(([, one], [, other]) => sizeOf(one) - sizeOf(other))
    if (freed.size === 0 && bySize.length < 2) return edits
    return new Map(await putWhatFits(putNow, bySize, freed))
  }

  /** Writes the smallest first, and gives those for which there is no room. */
  async function putWhatFits(
    putNow: PutRows,
    rows: readonly (readonly [string, string | undefined])[],
    freed: RowWrites,
  ): Promise<readonly (readonly [string, string | undefined])[]> {
    if (freed.size > 0 || rows.length === 1) {
      try {
        await putNow(new Map(rows), freed)
        return []
      } catch (error) {
        if (!isQuota(error)) throw error
        if (rows.length < 2) return rows
      }
    }
    const half = Math.ceil(rows.length / 2)
    const left = await putWhatFits(putNow, rows.slice(0, half), freed)
    // Where a smaller one found no room, no larger one does.
    return left.length > 0 ? [...left, ...rows.slice(half)] : putWhatFits(putNow, rows.slice(half), new Map())
  }

  function put(
    writer: JournalWriter,
    edits: RowWrites,
    undo: RowWrites,
    durability: StorageDurability,
  ): Promise<void> {
    const now: SessionValue = { session: writer.session, seenAt: Date.now() }
    const session: Values = [[rowKeys.session(writer.session), writer.isEmpty() ? undefined : writeText(now)]]
    isLeft = false
    const { seal } = settings
    if (!seal) return commit({ sessions: session, edits: [...edits], undo: [...undo] }, durability)
    const sealed = async (writes: RowWrites): Promise<Values> =>
      Promise.all(
        [...writes].map(
          async ([key, text]) => [key, text === undefined ? text : await sealedText(text, seal)] as const,
        ),
      )
    const written = sealing.then(async () =>
      commit({ sessions: session, edits: await sealed(edits), undo: await sealed(undo) }, durability),
    )
    sealing = written.catch(() => undefined)
    return written
  }

  async function commit(
    values: { readonly [Store in (typeof stores)[number]]: Values },
    durability: StorageDurability,
  ): Promise<void> {
    const all = stores.flatMap((store) => values[store])
    const growth = growthBy(all)
    if (growth > 0 && keeper.bytesOf('journal') + growth > settings.limits.bytes) {
      throw Object.assign(new Error(`More than ${settings.limits.bytes} bytes would be kept.`), {
        name: 'QuotaExceededError',
      })
    }
    await connection.transaction(stores, durability, (transaction) => {
      for (const store of stores) {
        for (const [key, value] of values[store]) {
          if (value === undefined) transaction.delete(store, key)
          else transaction.put(store, key, value)
        }
      }
      transaction.commit()
    })
    // Once more: they may have been measured anew meanwhile.
    keeper.setBytes({ journal: keeper.bytesOf('journal') + growthBy(all) })
    for (const [key, value] of all) {
      if (value === undefined) sizes.delete(key)
      else sizes.set(key, sizeOf(value))
    }
  }

  function growthBy(values: Values): number {
    return values.reduce((sum, [key, value]) => sum + sizeOf(value) - (sizes.get(key) ?? 0), 0)
  }

  /** Takes the rows as they were found. */
  function measure({ sessions, edits, undo }: StoredRows): void {
    sizes = new Map([...sessions, ...edits, ...undo].map(({ key, value }) => [key, sizeOf(value)]))
    keeper.setBytes({ journal: [...sizes.values()].reduce((sum, size) => sum + size, 0) })
  }

  function succeeded(): void {
    isTroubled = false
    pause = firstPause
    clearTimeout(retryTimer)
    if (!connection.isEnded()) keeper.set({ storage: 'on', keptAt: new Date().toISOString() })
  }

  /** Said once, until something could be written again. */
  function failed(error: unknown, retry: () => void): void {
    if (connection.isEnded()) return
    const { name, message } = Object(error) as { readonly name?: string; readonly message?: string }
    const isFull = isQuota(error)
    keeper.set({ storage: isFull ? 'full' : 'unavailable', reason: name ?? 'Error' })
    clearTimeout(retryTimer)
    retryTimer = setTimeout(retry, pause)
    pause = Math.min(pause * 2, longestPause)
    if (isTroubled) return
    isTroubled = true
    report({
      code: isFull ? 'storage_full' : 'storage_unavailable',
      message: `What is edited is not kept on this device for now: ${message ?? String(error)}`,
    })
  }

  /** Says in the page's own row whether it was left. */
  function mark(writer: JournalWriter, isClosed: boolean, isAgain = false): void {
    if ((isLeft === isClosed && !isAgain) || writer.isEmpty() || connection.isEnded()) return
    isLeft = isClosed
    const value: SessionValue = { session: writer.session, seenAt: Date.now(), ...(isClosed && { isClosed }) }
    const done = connection.transaction(['sessions'], 'relaxed', (transaction) => {
      transaction.put('sessions', rowKeys.session(writer.session), writeText(value))
      transaction.commit()
    })
    // It only says how the page ended.
    track(
      done.catch(() => undefined),
      [],
    )
  }

  return {
    store,
    measure,
    countUnkept,
    /** Gives what is not written yet, for the status. */
    onCount: (changes: () => ReadonlyMap<string, unknown>) => {
      writersChanges = changes
    },
    /** Resolves when all that was begun is written, or could not be. */
    settled: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
    leave: (writer: JournalWriter) => mark(writer, true),
    reopen: (writer: JournalWriter) => mark(writer, false),
    /** Says in the page's own row that it lives, where it can say so in no other way. */
    beat: (writer: JournalWriter) => {
      if (!isLeft) mark(writer, false, true)
    },
    stop: () => clearTimeout(retryTimer),
  }
}

/** What is still to be written where some of it was: a record that stands in a row of many counts as not written. */
function withoutWritten(
  writer: JournalWriter,
  { edits, records }: JournalWrites,
  left: RowWrites,
): JournalWrites {
  const isWritten = (name: string) => {
    const key = rowKeys.record(writer.session, name)
    return edits.has(key) && !left.has(key)
  }
  return {
    edits: left,
    undo: new Map(),
    records: records.filter(({ entity, key }) => !isWritten(recordName(entity, key))),
  }
}
