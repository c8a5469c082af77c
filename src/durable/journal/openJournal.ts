import { isReadWhole, selectRow } from '../../entities/selectors'
import type { DurableContext } from '../capability'
import type { Durability } from '../durability'
import type { StatusKeeper } from '../statusKeeper'
import type { Connection } from '../storage/connection'
import { openAliases } from './keptAliases'
import { makeFlushTimer } from './flushTimer'
import { makeJournalStore, type StorageDurability } from './journalStore'
import { makeJournalWriter } from './journalWriter'
import { makeRecovery } from './recovery'
import { doneRows } from './rows'
import { openSessions } from './sessions'

/** A journal that is open. */
export interface Journal extends Pick<
  Durability,
  'flush' | 'recovered' | 'check' | 'restore' | 'discard' | 'forget'
> {
  /** As `flush`; what was not stored before is on the disk then. */
  readonly keepNow: () => Promise<void>
  readonly close: () => Promise<void>
}

/** How often a page says that it lives that can only do so by its row, in milliseconds. */
const beatTime = 30_000

/** Opens the journal of a store, and puts back what this very tab has left. */
export async function openJournal(
  context: DurableContext,
  keeper: StatusKeeper,
  connection: Connection,
): Promise<Journal> {
  const { store, settings, uncompared, report } = context
  const { storage } = connection
  // Others may say something before this page is ready to look.
  let lookAgain: () => void = () => undefined
  const sessions = await openSessions(connection, () => lookAgain())
  const aliases = await openAliases(context, connection)
  let writer = makeJournalWriter(context, sessions.id())
  let isClosed = false
  /** Whether any page has something open that is stored, or has left it so. */
  let isAnyOpen = false
  const recovery = makeRecovery({
    context,
    connection,
    sessions,
    writer: () => writer,
    onRows: (all) => {
      isAnyOpen = all.edits.length > 0
      rows.measure(all)
    },
  })
  const rows = makeJournalStore({ context, keeper, connection, undoOfDead: recovery.undoOfDead })
  const timer = makeFlushTimer(
    () => write(false),
    () => write(true),
  )

  rows.onCount(() => (isClosed || connection.isEnded() ? new Map() : writer.changed(store.getState())))

  /** Writes what has changed, at once; what takes long only where it is urgent, else later. */
  function write(isUrgent: boolean, durability?: StorageDurability): void {
    if (isClosed || connection.isEnded()) return
    const writes = writer.collect(store.getState(), isUrgent)
    if (writes) rows.store(writer, writes, () => timer.touch(), durability)
    if (writer.hasLate()) timer.touchLate()
    noteUnkept()
  }

  let countedSince = -1

  function noteUnkept(): void {
    if (isClosed || connection.isEnded()) return
    countedSince = store.getState().edits.lastSince
    keeper.set({ unkept: rows.countUnkept() })
  }

  let { edits, undo, entities } = store.getState()
  function follow(): void {
    const state = store.getState()
    aliases.look(state)
    if (uncompared.size > 0 && state.entities !== entities) forgetCompared(context)
    entities = state.entities
    if (state.edits === edits && state.undo === undo) return
    const isEdited = state.edits !== edits
    ;({ edits, undo } = state)
    if (!writer.isBehind(state)) return
    timer.touch()
    // Counted when another record is edited, and when it is written: not for each key.
    const isOther = keeper.status().unkept === 0 || edits.lastSince !== countedSince
    if (isEdited && isOther) noteUnkept()
  }

  async function flush(durability?: StorageDurability): Promise<void> {
    write(true, durability)
    await Promise.all([rows.settled(), aliases.settled()])
    // What was edited while that was written, or could not be written then.
    if (
      !isClosed &&
      !connection.isEnded() &&
      keeper.status().storage === 'on' &&
      writer.isBehind(store.getState())
    ) {
      write(true, durability)
      await rows.settled()
    }
  }

  /** The page is there again: somebody may have taken it for dead and its edits over. */
  async function comeBack(): Promise<void> {
    if (isClosed || connection.isEnded()) return
    await sessions.holdAgain()
    await rows.settled()
    if (writer.isEmpty() || !(await recovery.isAdopted())) return rows.reopen(writer)
    report({
      code: 'adopted',
      message:
        'Another tab has restored what was edited here while this page was away: both have it now, and whoever saves last is asked first.',
    })
    await beginAnew()
  }

  async function beginAnew(): Promise<void> {
    await sessions.renew()
    writer = makeJournalWriter(context, sessions.id())
    write(true)
    await recovery.scan()
  }

  const unobserve = storage.observe((event) => {
    if (event === 'hide') write(true)
    else if (event === 'leave') rows.leave(writer)
    else if (event === 'show') void comeBack().catch(() => undefined)
  })
  const unsubscribe = store.subscribe(follow)
  const unshare = context.onDocuments(() => {
    if (isClosed || connection.isEnded()) return
    writer.handOver()
    if (writer.isBehind(store.getState())) timer.touch()
  })
  let unguard: (() => void) | undefined
  /** Listens for the page's end only while something is not stored: a page with nothing to lose can be kept by the browser. */
  function guard(): void {
    const isUnkept = !isClosed && keeper.status().unkept > 0
    if (isUnkept) unguard ??= storage.beforeLeaving?.(() => write(true))
    else {
      unguard?.()
      unguard = undefined
    }
  }
  const unwatch = keeper.subscribe(guard)
  connection.onClosing(() => write(true))
  connection.onLost(() => {
    writer = makeJournalWriter(context, sessions.id())
    write(true)
  })

  // Elsewhere its lock says that it lives, or it answers whoever asks.
  const isSilent = storage.locks === undefined && connection.channel === undefined
  const heartbeat = isSilent ? setInterval(() => rows.beat(writer), beatTime) : undefined

  async function close(): Promise<void> {
    if (isClosed) return
    await flush()
    rows.leave(writer)
    await rows.settled()
    end()
  }

  function end(): void {
    isClosed = true
    clearInterval(heartbeat)
    timer.stop()
    rows.stop()
    unobserve()
    unsubscribe()
    unshare()
    unwatch()
    guard()
    recovery.close()
    sessions.close()
  }

  lookAgain = () => void recovery.scan().catch(() => undefined)
  await recovery.scan()
  const { failed } = await recovery.restoreOwn(settings.restore === 'auto')
  // What could not be put back is tried again by the next life of this tab.
  if (failed.length === 0) sessions.settle()
  await recovery.expire().catch(() => undefined)
  // What was saved is remembered as long as something is open that may have been begun before.
  if (!isAnyOpen)
    void connection
      .transaction(['queue'], 'relaxed', (transaction) => transaction.deleteAll('queue', doneRows))
      .catch(() => undefined)
  if (writer.isBehind(store.getState())) timer.touch()
  noteUnkept()
  return {
    flush: () => flush(),
    keepNow: () => flush('strict'),
    close,
    recovered: recovery.list,
    check: recovery.check,
    restore: recovery.restore,
    discard: recovery.discard,
    forget: async () => {
      end()
      storage.remember(connection.name, undefined)
      await connection.forget()
    },
  }
}

/** What was read since is compared with the server: the edits let go of what it says. */
function forgetCompared({ store, uncompared }: DurableContext): void {
  const state = store.getState()
  for (const [name, { entity, key }] of uncompared) {
    if (isReadWhole(selectRow(state, entity, key, 'default'))) uncompared.delete(name)
  }
}
