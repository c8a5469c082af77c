import { loadEntityConfigs } from '../../config/loadEntityConfigs'
import { selectEntityConfig } from '../../config/selectors'
import { reuse } from '../../core/reuse'
import { addresses } from '../../core/address'
import type { EntityKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { changedKeys } from '../../core/recordTable'
import { batched, type StoreAction } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { invalidated } from '../../resolution/actions'
import type { EditsState } from '../../edits/storedEdits'
import { countsOfAny } from '../../entities/termCounts'
import { recordName, type DurableContext } from '../capability'
import type { Connection } from '../storage/connection'
import type { DurableLocks } from '../storage/durableStorage'
import { lockAmongPages } from '../storage/lockAmongPages'
import type { HeldSaves } from '../conflicts/heldSaves'
import { makeTextMerger } from '../conflicts/textMerger'
import type { Job } from './attempts'
import { findMadeDrafts } from './findMadeDrafts'
import { makeDirectCreates, type DirectCreate } from './directCreates'
import { deliverJob } from './deliver'
import { basedBelowDropped } from './dropped'
import { isLeftOfCreate, type QueueEntry, type StoredEntry } from './entry'
import { makeIntake, type Intake } from './intake'
import { makeLeadership, type Leadership } from './leadership'
import { makeLeaseLeadership } from './leaseLeadership'
import { readMessage, type Message } from './messages'
import { shownEntries, withoutStuck } from './order'
import type { DoneEntry } from './outcomes'
import type { Queue, QueueStatus } from './queue'
import { makeQueueCommands } from './queueCommands'
import { makeQueueRows } from './queueRows'
import { randomHex } from '../randomHex'
import { makeRecentWrites, type Written } from './recentWrites'
import { makeResolutions } from './resolutions'
import { makeSender } from './sender'
import { basedBelow, basedOnAnswer, showElsewhere } from './elsewhere'
import { markSaved, receiveDone, showStandings } from './standings'
import { withoutUndone } from './undone'

/** A queue that is open. */
export interface OpenQueue extends Queue, Intake {
  readonly heldSaves: HeldSaves
  /** Sends a create at once. */
  readonly create: DirectCreate
  /** Whether nothing can be kept any more. */
  readonly isEnded: () => boolean
  /** Sends a write of the queue; undefined for any other. */
  readonly deliver: (intent: WriteIntent, send: SendWrite) => Promise<EndedWrite> | undefined
  readonly close: () => void
}

/** How long a tab waits for another that discards the same, in milliseconds. */
const longestDiscard = 10_000

/**
 * Opens the queue of an owner.
 * @param since When the store was made, in milliseconds: from then on it may have read something.
 */
export async function openQueue(
  context: DurableContext,
  connection: Connection,
  locks: DurableLocks | undefined,
  since: number,
): Promise<OpenQueue> {
  const { store, services, changed } = context
  const { storage, channel } = connection
  const { getState } = store
  /** Names this life of the page. */
  const page = randomHex()
  /** The ids of entries whose answer another tab has sent, until they are seen to be gone. */
  const answered = new Set<string>()
  /** Those whose answer another tab has sent, until it is in the store. */
  const receiving = new Set<StoredEntry>()
  const { load: loadMerging, mergeKnown } = makeTextMerger()
  let shown: readonly QueueEntry[] = []
  let status: QueueStatus | undefined
  let isEnded = false
  const recent = makeRecentWrites()
  const post = (message: Message) => {
    if (connection.isEnded()) return
    if (message.queue === 'answered') recent.noteDone(message.done.entry)
    channel?.post(message)
  }

  const rows = makeQueueRows(context, connection, (before, now, isOwn) => {
    const shownBefore = new Map(shown.map((entry) => [entry.id, entry]))
    shown = shownEntries(now).map((next) => reuse(shownBefore.get(next.id), next))
    const isNews = ({ id }: StoredEntry) => !before.some((one) => one.id === id)
    // Of the edits that the create has opened again it has saved some.
    act(
      markSaved(
        getState(),
        now.filter((entry) => isLeftOfCreate(entry) && isNews(entry)),
      ),
    )
    const gone = before.filter(({ id }) => !isOwn && !answered.has(id) && !now.some((one) => one.id === id))
    for (const entry of gone) act(basedBelow(getState(), entry, mergeKnown))
    const unheard = showStandings(store, services, { before, now, isOwn, answered })
    for (const id of answered) if (!now.some((one) => one.id === id)) answered.delete(id)
    const [was, is] = [new Set(before), new Set(now)]
    showOthers([...before, ...now].filter((entry) => !was.has(entry) || !is.has(entry)))
    // They may be done.
    catchUp(unheard)
    if (now.length > 0) {
      leadership.watch()
      void loadMerging()
    }
    changed()
  })
  const change: typeof rows.change = async (work, known, onStored) => {
    const before = rows.all()
    const now = await rows.change(work, known)
    onStored?.()
    if (now !== before) post({ queue: 'changed' })
    return now
  }
  const sender = makeSender({
    context,
    connection,
    rows: { ...rows, change },
    isSure: () => leadership.isSure(),
    onDone: (done) => post({ queue: 'answered', done }),
    onStatus: changed,
  })
  const leading = {
    connection,
    onLead: () => void sender.lead().catch(() => undefined),
    onFollow: sender.follow,
    isWaiting: () => withoutStuck(rows.all()).length > 0,
    post,
  }
  const leadership: Leadership = locks ? makeLeadership({ ...leading, locks }) : makeLeaseLeadership(leading)

  const unobserve = storage.observe((event) => {
    if (event === 'online' || event === 'show') void sender.wake().catch(() => undefined)
    else if (event === 'offline') changed()
  })
  const unhear = channel?.subscribe((given) => {
    const message = readMessage(given)
    if (isEnded || !message) return
    if (message.queue === 'ping' || message.queue === 'pong') leadership.receive(message.queue)
    else if (message.queue === 'answered') void receive(message.done).catch(() => undefined)
    else if (message.queue === 'resolved') resolutions.receive(message.resolution)
    else if (message.queue === 'opened')
      post({ queue: 'written', page: message.page, written: recent.since(message.since) })
    else if (message.queue === 'written') {
      if (message.page === undefined || message.page === page) catchUp(message.written)
    } else if (message.queue === 'pause') sender.setPaused(true)
    else if (message.queue === 'resume') sender.setPaused(false)
    else if (message.queue === 'try') void sender.waitNoLonger().catch(() => undefined)
    else if (message.queue === 'changed') {
      void rows.read().then(
        () => sender.pump(),
        () => undefined,
      )
    }
  })
  let { edits } = store.getState()
  const unsubscribe = store.subscribe(() => {
    const state = getState()
    if (state.edits === edits) return
    const before = edits
    edits = state.edits
    const about = entriesAbout(before, edits)
    if (about.length === 0) return
    act(markSaved(state, about, before))
    showOthers(about)
    if (withoutUndone(about, before, state) === about) return
    void change((entries) =>
      basedBelowDropped(state, entries, withoutUndone(entries, before, state), mergeKnown),
    ).catch(() => undefined)
  })

  /** The entries by their entity and record: for each key that is typed, only those of its record are looked at. */
  let index = { of: rows.all(), entries: new Map<string, StoredEntry[]>() }

  function entriesAbout(before: EditsState, now: EditsState): readonly StoredEntry[] {
    const all = rows.all()
    if (all.length === 0) return all
    if (index.of !== all) {
      index = { of: all, entries: new Map() }
      for (const entry of all) {
        const name = recordName(entry.entity, entry.key ?? '')
        index.entries.set(name, [...(index.entries.get(name) ?? []), entry])
      }
    }
    const entities = Object.keys({ ...before.records, ...now.records }) as EntityKey[]
    return entities.flatMap((entity) =>
      changedKeys(before.records[entity], now.records[entity]).flatMap(
        (key) => index.entries.get(recordName(entity, key)) ?? [],
      ),
    )
  }

  function act(actions: readonly StoreAction[]): void {
    if (actions.length > 0) store.dispatch(batched(actions))
  }

  /** Shows what waits of what other tabs have saved, in the records of some entries. */
  function showOthers(about: readonly StoredEntry[], entries = rows.all()): void {
    const waiting = entries.filter(({ id }) => ![...receiving].some((one) => one.id === id))
    act(showElsewhere(getState(), context, [...receiving, ...waiting], about))
  }

  /** Puts the answer in the store that another tab has got, and its lists in place by it. */
  async function receive(done: DoneEntry): Promise<void> {
    const { id, kind, name, recordId } = done.entry
    const [sentSeq, invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq(), services.nextSeq()]
    const waiting = rows.all().find((entry) => entry.id === id)
    if (waiting) {
      answered.add(id)
      receiving.add(waiting)
    }
    // However long that takes: what is answered meanwhile is newer.
    await loaded()
    // A page that has just begun may have put back the draft that this is about, and nobody will say so again.
    if (isLocalId(recordId) && !selectEntityConfig(getState(), kind, name))
      await store.dispatch(loadEntityConfigs(kind)).catch(() => undefined)
    if (!selectEntityConfig(getState(), kind, name)) answered.delete(id)
    if (isEnded) return
    receiveDone(context, done, { sentSeq, invalidatedSeq, seq })
    act(basedOnAnswer(getState(), waiting ?? done.entry, done.merged))
    if (!waiting) return
    receiving.delete(waiting)
    showOthers([waiting])
  }

  /**
   * What others have written that this page could not hear of. What was read here may be older or newer than that; a
   * draft is the record that was made of it.
   */
  function catchUp(written: readonly Written[]): void {
    for (const about of written) invalidateAround(about)
    if (written.length > 0)
      void loaded()
        .then(() => findMadeDrafts(context, connection))
        .catch(() => undefined)
  }

  /** What has to be there before the store hears of what another page has written. */
  const loaded = () => Promise.all([...context.receivers].map((load) => load()))

  /** A record that the server may have written, or not, and the lists of its entity are asked for again. */
  function invalidateAround({ entity, key }: Written): void {
    const own = key === undefined ? [] : [addresses.record(entity, key)]
    const scopes = [addresses.lists(entity), ...countsOfAny(entity), ...own]
    store.dispatch(invalidated(scopes, services.nextSeq()))
  }

  function onUnknownOutcome({ entity, key }: StoredEntry): void {
    const about = { entity, ...(key !== undefined && { key }) }
    invalidateAround(about)
    recent.note(about)
    // Who has not read the rows in between finds no entry gone.
    post({ queue: 'written', written: [about] })
  }

  const undocument = context.onDocuments(() => showOthers(rows.all()))
  const intake = makeIntake({
    context,
    rows: { ...rows, change },
    onKept: () => void sender.pump(),
    onMade: (done) => post({ queue: 'answered', done }),
    onUnknownOutcome,
  })
  const commands = makeQueueCommands({
    context,
    mergeKnown,
    rows: { ...rows, change },
    // A tab that sleeps holds nobody up for long.
    lock: (id) => lockAmongPages(connection, 'discard', id, AbortSignal.timeout(longestDiscard)),
    onMade: (done) => post({ queue: 'answered', done }),
    onUnknownOutcome,
    tryNow: async () => {
      await sender.waitNoLonger()
      post({ queue: 'try' })
    },
  })

  const resolutions = makeResolutions({
    context,
    rows: { ...rows, change },
    onResolved: (resolution) => post({ queue: 'resolved', resolution }),
    onChanged: () => void sender.pump(),
    onUnknownOutcome,
    onFailed: () =>
      showStandings(store, services, { before: rows.all(), now: rows.all(), isOwn: false, answered }),
  })

  post({ queue: 'opened', page, since })
  await rows.read()
  act(markSaved(getState(), rows.all()))
  leadership.start()
  return {
    isEnded: connection.isEnded,
    entries: () => shown,
    status: () => {
      status = reuse(status, sender.status())
      return status
    },
    pause: () => {
      sender.setPaused(true)
      post({ queue: 'pause' })
      changed()
    },
    resume: () => {
      sender.setPaused(false)
      post({ queue: 'resume' })
      changed()
    },
    ...commands,
    ...intake,
    create: makeDirectCreates(context, intake),
    heldSaves: resolutions.heldSaves,
    deliver: (intent, send) => {
      const job = intent.options.delivery as Job | undefined
      return job && deliverJob(context, intent, send, job)
    },
    close: () => {
      showOthers(rows.all(), [])
      isEnded = true
      sender.close()
      leadership.close()
      unobserve()
      unhear?.()
      undocument()
      unsubscribe()
    },
  }
}
