import { selectIsUnknownEntity, unknownEntity } from '../../config/loadEntityConfigs'
import { isLocalId } from '../../core/localId'
import { currentId } from '../../entities/aliases'
import type { DurableContext } from '../capability'
import { day } from '../day'
import type { RecoveredItems, RestoreChoices, RestoreReport } from '../durability'
import type { Connection } from '../storage/connection'
import { checkEdits } from './checkEdits'
import type { JournalWriter } from './journalWriter'
import type { KeptEdits } from './keptEdits'
import { makeRecoveredList, nothing } from './recoveredList'
import { isOfEdits, type FoundEdits, type StoredRows } from './remains'
import { checkRestoreChoices, itemNames } from './recoveredItems'
import { restoreAsDraft } from './restoreAsDraft'
import { makeRestoredFields } from './restoredFields'
import { rowKeys } from './rows'
import type { Sessions } from './sessions'
import { makeScan } from './scan'
import { swapRows } from './swapRows'
import { releaseRemains } from './releaseRemains'
import { notRecovered, takeOver } from './takeOver'

interface RecoveryOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly sessions: Sessions
  readonly writer: () => JournalWriter
  /** Called with all rows, whenever they were looked at. */
  readonly onRows: (all: StoredRows) => void
}

/** How often it is tried to take something over while others do so as well. */
const tries = 5

/** What dead pages of an owner have left, and what becomes of it. */
export function makeRecovery(options: RecoveryOptions) {
  const { context, connection, sessions, writer, onRows } = options
  const { settings, store } = context
  const restored = makeRestoredFields(context)
  const recovered = makeRecoveredList(context)
  const scanning = makeScan({ connection, sessions, context, onRows, onFound: recovered.show })
  const { scan, remains } = scanning

  const isUnknown = ({ kind, name }: KeptEdits) => selectIsUnknownEntity(store.getState(), kind, name)

  function allItems(): readonly FoundEdits[] {
    return connection.isEnded() ? [] : remains().flatMap(({ records }) => [...records.values()])
  }

  function find(items: RecoveredItems | undefined): {
    found: readonly FoundEdits[]
    missing: readonly string[]
  } {
    const all = allItems()
    if (items === undefined) return { found: all.filter(isOfEdits), missing: [] }
    const names = itemNames(items)
    const byItem = new Map(all.map((one) => [one.item, one]))
    const found = names.flatMap((name) => byItem.get(name) ?? [])
    return { found, missing: names.filter((name) => !byItem.has(name)) }
  }

  async function restore(items: RecoveredItems, choices: RestoreChoices = {}): Promise<RestoreReport> {
    itemNames(items)
    checkRestoreChoices(choices)
    const { prefer = 'typed', asNew = false } = choices
    if (asNew) return restoreAsNew(items, prefer)
    const failed: { item: string; error: unknown }[] = []
    let wanted = items
    for (let left = tries; left > 0; left--) {
      const { found, missing } = find(wanted)
      for (const item of missing) failed.push({ item, error: notRecovered(item) })
      const usable = found.filter(({ item, kept }) => {
        if (!isUnknown(kept)) return true
        failed.push({ item, error: unknownEntity(store.getState(), kept.kind, kept.name) })
        return false
      })
      if (usable.length === 0) return { restored: [], partly: [], failed }
      // What has failed by now is not looked for again.
      wanted = usable.map(({ item }) => item)
      const options = {
        context,
        connection,
        writer: writer(),
        remains: remains(),
        items: usable,
        prefer,
        restored,
      }
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
    }
    const { found } = find(wanted)
    return {
      restored: [],
      partly: [],
      failed: [...failed, ...found.map(({ item }) => ({ item, error: notRecovered(item) }))],
    }
  }

  /**
   * Makes drafts of what recovered edits are about, each of which takes the place of its item. What is a draft already is
   * restored as the one it is: its file, what refers to it and what was sent of it are known by its id.
   */
  async function restoreAsNew(
    items: RecoveredItems,
    prefer: RestoreChoices['prefer'],
  ): Promise<RestoreReport> {
    const { found, missing } = find(items)
    const state = store.getState()
    const isDraft = ({ kept }: FoundEdits) => kept.local !== undefined && isLocalId(currentId(state, kept.id))
    const drafts = found.filter(isDraft).map(({ item }) => item)
    const { partly, ...report } = await restore([...missing, ...drafts], { ...(prefer && { prefer }) })
    const [restored, failed] = [[...report.restored], [...report.failed]]
    for (const { item } of found.filter((one) => !isDraft(one))) {
      const error = await makeDraftOf(item)
      if (error === undefined) restored.push(item)
      else failed.push({ item, error })
    }
    return { restored, partly, failed }
  }

  /** Makes a draft of an item, unless somebody else takes it: gives the error then, or that of the last try. */
  async function makeDraftOf(name: string): Promise<unknown> {
    for (let left = tries; left > 0; left--) {
      const [item] = find(name).found
      if (!item) break
      const options = { context, connection, writer: writer(), remains: remains(), item }
      let isDone = false
      try {
        isDone = await restoreAsDraft(options)
      } catch (error) {
        // Nothing is made of it: it stays where it is.
        if (left === 1) return error
        continue
      }
      await changed()
      if (isDone) return undefined
    }
    return notRecovered(name)
  }

  async function discard(items: RecoveredItems): Promise<void> {
    itemNames(items)
    for (let left = tries; left > 0; left--) {
      const { found, missing } = find(items)
      const rows = remains()
        .flatMap(({ unreadable }) => unreadable)
        .filter(({ key }) => missing.includes(key))
      if (found.length + rows.length === 0) return
      const { expected, edits, undo, sessions: ended } = releaseRemains(remains(), found, new Map())
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
    const all = allItems()
      .filter(isOfEdits)
      .sort((one, other) => timeOf(other.kept) - timeOf(one.kept))
    const isOld = ({ kept }: FoundEdits) => timeOf(kept) < oldest
    const isExpiring = await isOldForLong(all.some(isOld))
    const old = all.filter((found, at) => at >= records || (isExpiring && isOld(found)))
    if (old.length === 0) return
    await discard(old)
    for (const { item, kept } of old) {
      const { kind, name, id, title } = kept
      const why = timeOf(kept) < oldest ? `for ${days} days` : `, and there are more than ${records} of them`
      recovered.reportOnce({
        code: 'expired',
        message: `Kept edits of "${title}" were deleted: nobody has restored them ${why}.`,
        ...{ item, kind, name, ...(id !== undefined && { key: id }) },
      })
    }
  }

  /**
   * Whether a page has found something too old a day ago already. One alone may have had a clock that was wrong: nothing is
   * deleted by its word, and the next one that finds nothing too old takes it back.
   */
  async function isOldForLong(isAny: boolean): Promise<boolean> {
    return connection.transaction(['leases'], 'relaxed', async (transaction) => {
      const now = Date.now()
      const noted = await transaction.get('leases', oldRow)
      const since = typeof noted === 'number' && noted <= now ? noted : undefined
      const isLong = isAny && since !== undefined && now - since >= day
      if (isAny && since === undefined) transaction.put('leases', oldRow, now)
      else if (noted !== undefined && (isLong || !isAny)) transaction.delete('leases', oldRow)
      transaction.commit()
      return isLong
    })
  }

  async function check(items?: RecoveredItems): Promise<void> {
    const { found } = find(items)
    recovered.setStandings(await checkEdits(context, found), remains())
  }

  /** What is left is other than before: here, and in all tabs. */
  async function changed(): Promise<void> {
    await scan()
    sessions.post({ type: 'changed' })
  }

  return {
    // Of what is kept no more nothing can be restored.
    list: () => (connection.isEnded() ? nothing : recovered.list()),
    scan,
    restore,
    discard,
    check,
    expire,
    /** Puts back what this very tab has left, and what any has left in doubt. */
    restoreOwn: async (isAuto: boolean): Promise<RestoreReport> => {
      const own = allItems().filter(
        (one) => !isOfEdits(one) || (isAuto && sessions.previous.includes(one.session)),
      )
      return restore(own.filter(({ kept }) => !isUnknown(kept)))
    },
    /** The rows of undo histories that dead pages have left: the first to go where there is no room. */
    undoOfDead: () => remains().flatMap(({ undoKeys }) => undoKeys),
    /** The rows of this page, if it has any, are gone: somebody took it for dead. */
    isAdopted: async () => {
      const rows = await connection.transaction(['edits'], 'read', (transaction) =>
        transaction.rows('edits', rowKeys.all(sessions.id())),
      )
      return rows.length === 0
    },
    close: scanning.close,
  }
}

/** Where it stands since when there is something that is too old, in milliseconds. */
const oldRow = 'old edits'

function timeOf({ editedAt }: KeptEdits): number {
  return Date.parse(editedAt) || 0
}
