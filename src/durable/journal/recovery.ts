import { listedKinds } from '../../config/builtinEntities'
import { unknownEntity } from '../../config/loadEntityConfigs'
import { selectEntityConfig } from '../../config/selectors'
import { selectResolution } from '../../store/selectResolution'
import { isLocalId } from '../../core/localId'
import { own } from '../../core/plain'
import type { DurableContext } from '../capability'
import type {
  DurabilityTrouble,
  RecoveredEdits,
  RecoveredItems,
  RestoreChoices,
  RestoreReport,
} from '../durability'
import type { Connection } from '../storage/connection'
import { createEntityRecord } from '../locals/createEntityRecord'
import { checkEdits } from './checkEdits'
import type { JournalWriter } from './journalWriter'
import { fieldNames, nameOf, type KeptEdits } from './keptEdits'
import { historyOf } from './keptUndo'
import {
  readAll,
  readRemains,
  sessionsIn,
  sizeOfRows,
  type FoundEdits,
  type FoundRow,
  type Remains,
} from './remains'
import { rowKeys } from './rows'
import type { Sessions } from './sessions'
import { swapRows } from './swapRows'
import { makeRelease, notRecovered, takeOver } from './takeOver'

interface RecoveryOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly sessions: Sessions
  readonly writer: () => JournalWriter
  /** Stores what is edited. */
  readonly flush: () => Promise<void>
  /** Called with how many bytes all rows take. */
  readonly onSize: (bytes: number) => void
}

const day = 86_400_000
const nothing: readonly RecoveredEdits[] = []
/** How often it is tried to take something over while others do so as well. */
const tries = 5

/** What dead pages of an owner have left, and what becomes of it. */
export function makeRecovery(options: RecoveryOptions) {
  const { context, connection, sessions, writer, flush, onSize } = options
  const { settings, store, report } = context
  let remains: readonly Remains[] = []
  let list = nothing
  let listText = ''
  const standings = new Map<string, RecoveredEdits['standing']>()
  const reported = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStale = false

  /** Looks at all that is stored; once more where it has changed meanwhile. */
  function scan(): Promise<void> {
    isStale = running !== undefined
    running ??= scanUntilCurrent().finally(() => {
      running = undefined
    })
    return running
  }

  async function scanUntilCurrent(): Promise<void> {
    do {
      isStale = false
      await scanOnce()
    } while (isStale)
  }

  async function scanOnce(): Promise<void> {
    if (connection.isEnded()) return
    const all = await connection.transaction(['sessions', 'edits', 'undo'], 'read', readAll)
    const found = sessionsIn(all)
    const { living, lookAgainIn } = await sessions.living(found)
    const dead = [...found].filter(([session]) => session !== sessions.id() && !living.has(session))
    // What was read before it was known who lives may have been written to since: only what is dead is looked at.
    remains = await readRemains(all, new Map(dead), settings.seal)
    onSize(sizeOfRows(all))
    clearTimeout(timer)
    if (lookAgainIn !== undefined) timer = setTimeout(() => void scan().catch(() => undefined), lookAgainIn)
    show()
  }

  function show(): void {
    const next = remains
      .flatMap((one) => [
        ...[...one.records.values()].map((found) => recoveredOf(one, found)),
        ...one.unreadable.map(unreadableOf),
      ])
      .sort((one, other) => (one.editedAt < other.editedAt ? 1 : one.editedAt > other.editedAt ? -1 : 0))
    const text = JSON.stringify(next)
    if (text === listText) return
    listText = text
    list = next.length > 0 ? next : nothing
    context.changed()
  }

  function recoveredOf({ value, history }: Remains, { item, kept }: FoundEdits): RecoveredEdits {
    const { kind, name, id, values, basis, title, editedAt } = kept
    return {
      item,
      kind,
      name,
      key: id,
      isNew: isLocalId(id),
      title,
      fields: fieldNames(store.getState(), kept),
      editedAt,
      values,
      basis: basis?.values ?? {},
      undoLevels: historyOf(history, new Set([nameOf(kept)])).levels.length,
      from: value?.isClosed ? 'closed' : 'crashed',
      standing: standings.get(item) ?? 'unchecked',
    }
  }

  function unreadableOf({ key }: FoundRow): RecoveredEdits {
    tell({
      code: 'unreadable',
      item: key,
      message:
        'Some kept edits can not be read: a newer version of the page has written them, or they are damaged. They are left where they are.',
    })
    return {
      ...{ item: key, kind: '', name: '', key: undefined, isNew: false, title: '', fields: [] },
      ...{ editedAt: '', values: {}, basis: {}, undoLevels: 0, from: 'unreadable', standing: 'unchecked' },
    }
  }

  function tell(trouble: DurabilityTrouble): void {
    const name = `${trouble.code} ${trouble.item}`
    if (reported.has(name)) return
    reported.add(name)
    report(trouble)
  }

  function allItems(): readonly FoundEdits[] {
    return connection.isEnded() ? [] : remains.flatMap(({ records }) => [...records.values()])
  }

  function find(items: RecoveredItems | undefined): {
    found: readonly FoundEdits[]
    missing: readonly string[]
  } {
    const all = allItems()
    if (items === undefined) return { found: all, missing: [] }
    const given = Array.isArray(items) ? (items as readonly (string | { item: string })[]) : [items]
    const names = [
      ...new Set(given.map((one) => (typeof one === 'string' ? one : (one as { item: string }).item))),
    ]
    const found = names.flatMap((name) => all.find(({ item }) => item === name) ?? [])
    return { found, missing: names.filter((name) => !found.some(({ item }) => item === name)) }
  }

  async function restore(
    items: RecoveredItems,
    { prefer = 'typed', asNew = false }: RestoreChoices = {},
  ): Promise<RestoreReport> {
    if (asNew) return restoreAsNew(items)
    const failed: { item: string; error: unknown }[] = []
    let wanted = items
    for (let left = tries; left > 0; left--) {
      const { found, missing } = find(wanted)
      for (const item of missing) failed.push({ item, error: notRecovered(item) })
      const usable = found.filter(({ item, kept }) => {
        if (!isUnknown(kept)) return true
        failed.push({ item, error: unknownEntity(kept.kind, kept.name) })
        return false
      })
      if (usable.length === 0) return { restored: [], partly: [], failed }
      const options = { context, connection, writer: writer(), remains, items: usable, prefer }
      let done: RestoreReport | undefined
      try {
        done = await takeOver(options)
      } catch (error) {
        // Nothing of it is done: they stay where they are.
        if (left > 1) continue
        return {
          restored: [],
          partly: [],
          failed: [...failed, ...usable.map(({ item }) => ({ item, error }))],
        }
      }
      await changed()
      if (done) return { ...done, failed: [...failed, ...done.failed] }
      wanted = usable.map(({ item }) => item)
    }
    const { found } = find(wanted)
    return {
      restored: [],
      partly: [],
      failed: [...failed, ...found.map(({ item }) => ({ item, error: notRecovered(item) }))],
    }
  }

  /** Makes drafts of what recovered edits are about. They are kept before the items go: none is lost in between. */
  async function restoreAsNew(items: RecoveredItems): Promise<RestoreReport> {
    const { found, missing } = find(items)
    const restored: string[] = []
    const failed: { item: string; error: unknown }[] = missing.map((item) => ({
      item,
      error: notRecovered(item),
    }))
    for (const { item, kept } of found) {
      try {
        store.dispatch(createEntityRecord<string, string>(kept.kind, kept.name, kept.values))
        await flush()
        await discard(item)
        restored.push(item)
      } catch (error) {
        failed.push({ item, error })
      }
    }
    return { restored, partly: [], failed }
  }

  /** Whether all entities of its kind are known, and it is not among them. */
  function isUnknown({ kind, name }: KeptEdits): boolean {
    const state = store.getState()
    if (selectEntityConfig(state, kind, name)) return false
    return (
      own(listedKinds, kind) === undefined ||
      selectResolution(state, 'loadEntityConfigs', kind).status === 'success'
    )
  }

  async function discard(items: RecoveredItems): Promise<void> {
    for (let left = tries; left > 0; left--) {
      const { found, missing } = find(items)
      const rows = remains.flatMap(({ unreadable }) => unreadable).filter(({ key }) => missing.includes(key))
      if (found.length + rows.length === 0) return
      const { expected, edits, undo, sessions: ended } = makeRelease(remains, found, new Map())
      for (const { key, value } of rows) {
        expected.set(key, value)
        edits.set(key, undefined)
      }
      const writes = { edits, undo, sessions: ended }
      let isDone = false
      try {
        isDone = await swapRows(connection, { expected, writes }, settings.seal)
      } catch (error) {
        if (left === 1) throw error
        continue
      }
      await changed()
      if (isDone) return
    }
  }

  /** Deletes what nobody has restored for too long, and the oldest of too much. */
  async function expire(): Promise<void> {
    const { days, records } = settings.limits
    const oldest = Date.now() - days * day
    const all = [...allItems()].sort((one, other) => timeOf(other.kept) - timeOf(one.kept))
    const old = all.filter(({ kept }, at) => at >= records || timeOf(kept) < oldest)
    if (old.length === 0) return
    await discard(old)
    for (const { item, kept } of old) {
      const { kind, name, id, title } = kept
      const why = timeOf(kept) < oldest ? `for ${days} days` : `, and there are more than ${records} of them`
      tell({
        code: 'expired',
        message: `Kept edits of "${title}" were deleted: nobody has restored them ${why}.`,
        ...{ item, kind, name, ...(id !== undefined && { key: id }) },
      })
    }
  }

  async function check(items?: RecoveredItems): Promise<void> {
    const { found } = find(items)
    for (const [item, standing] of await checkEdits(context, found)) standings.set(item, standing)
    show()
  }

  /** What is left is other than before: here, and in all tabs. */
  async function changed(): Promise<void> {
    await scan()
    sessions.post({ type: 'changed' })
  }

  return {
    // Of what is kept no more nothing can be restored.
    list: () => (connection.isEnded() ? nothing : list),
    scan,
    restore,
    discard,
    check,
    expire,
    /** Puts back what this very tab has left. */
    restoreOwn: async (): Promise<RestoreReport> => {
      const own = allItems().filter(({ session }) => sessions.previous.includes(session))
      return restore(own.filter(({ kept }) => !isUnknown(kept)))
    },
    /** The rows of undo histories that dead pages have left: the first to go where there is no room. */
    undoOfDead: () => remains.flatMap(({ undoKeys }) => undoKeys),
    /** The rows of this page, if it has any, are gone: somebody took it for dead. */
    isAdopted: async () => {
      const rows = await connection.transaction(['edits'], 'read', (transaction) =>
        transaction.rows('edits', rowKeys.all(sessions.id())),
      )
      return rows.length === 0
    },
    close: () => clearTimeout(timer),
  }
}

function timeOf({ editedAt }: KeptEdits): number {
  return Date.parse(editedAt) || 0
}
