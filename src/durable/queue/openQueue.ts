import { reuse } from '../../core/reuse'
import { addresses } from '../../core/address'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { invalidated } from '../../resolution/actions'
import { countsOfAny } from '../../entities/termCounts'
import type { DurableContext } from '../capability'
import type { Connection } from '../storage/connection'
import type { DurableLocks } from '../storage/durableStorage'
import { lockAmongPages } from '../storage/lockAmongPages'
import type { HeldSaves } from '../conflicts/heldSaves'
import { makeTextMerger } from '../conflicts/textMerger'
import type { Job } from './attempts'
import { findMadeDrafts } from './findMadeDrafts'
import { makeDirectCreates, type DirectCreate } from './directCreates'
import { deliverJob } from './deliver'
import { withoutReplaced } from './compact'
import { basedBelowDropped } from './dropped'
import { makeEntriesByRecord } from './entriesByRecord'
import { goneFrom, isLeftOfCreate, type QueueEntry, type StoredEntry } from './entry'
import { makeIntake, type Intake } from './intake'
import { makeLeadership, type Leadership } from './leadership'
import { makeLeaseLeadership } from './leaseLeadership'
import { readMessage, type Message } from './messages'
import { shownEntries, withoutStuck } from './order'
import { makeOtherTabs } from './otherTabs'
import type { Queue, QueueStatus } from './queue'
import { makeQueueCommands } from './queueCommands'
import { makeQueueRows, type QueueRows } from './queueRows'
import { randomHex } from '../randomHex'
import { makeRecentWrites, type Written } from './recentWrites'
import { makeResolutions } from './resolutions'
import { makeSender } from './sender'
import { markSaved, showStandings } from './standings'
import { withoutUndone } from './undone'
import { dispatchAll } from '../dispatchAll'

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
  const { load: loadMerging, mergeKnown } = makeTextMerger()
  let merging: Promise<void> | undefined
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
    const left = now.filter((entry) => isLeftOfCreate(entry) && isNews(entry))
    dispatchAll(store, markSaved(getState(), left))
    const { answered } = otherTabs
    const unheard = showStandings(store, services, { before, now, isOwn, answered })
    if (!isOwn) otherTabs.drop(before, now)
    otherTabs.update(before, now, isOwn)
    // They may be done.
    catchUp(unheard)
    if (now.length > 0) {
      leadership.watch()
      merging ??= loadMerging().then(() => otherTabs.show(rows.all()))
    }
    changed()
  })
  /** What has to be there before the store hears of what another page has written. */
  const loaded = () => Promise.all([...context.receivers].map((load) => load()))
  const otherTabs = makeOtherTabs({ context, entries: rows.all, mergeKnown, loaded })
  const change: QueueRows['change'] = async (work, known, onStored) => {
    const before = rows.all()
    let found = before
    const now = await rows.change((entries) => {
      const next = work((found = entries))
      const left = withoutReplaced(next)
      return left === next ? next : basedBelowDropped(getState(), next, left, mergeKnown)
    }, known)
    onStored?.()
    if (now !== before) post({ queue: 'changed', gone: goneFrom(found, now).map(({ id }) => id) })
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
    else if (message.queue === 'answered') void otherTabs.receive(message.done).catch(() => undefined)
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
        () => {
          otherTabs.hear(message.gone)
          return sender.pump()
        },
        () => undefined,
      )
    }
  })
  const entriesAbout = makeEntriesByRecord(rows.all)
  let last = getState()
  const unsubscribe = store.subscribe(() => {
    const state = getState()
    if (state.edits === last.edits && state.entities === last.entities) return
    const about = entriesAbout(last, state)
    const before = last.edits
    last = state
    otherTabs.look()
    if (about.length === 0) return
    // Of what was answered nobody says so again, and its row goes without a word.
    const waiting = about.filter(({ id }) => !otherTabs.answered.has(id))
    dispatchAll(store, markSaved(state, waiting, before))
    otherTabs.show(about)
    const left = withoutUndone(about, before, state)
    if (left === about) return
    const unanswered = about.filter(
      ({ id, mayBeDone }) => mayBeDone && !left.some((entry) => entry.id === id),
    )
    void change((entries) =>
      basedBelowDropped(state, entries, withoutUndone(entries, before, state), mergeKnown),
    ).then(
      () => unanswered.forEach(onUnknownOutcome),
      () => undefined,
    )
  })

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

  const undocument = context.onDocuments(() => otherTabs.show(rows.all()))
  const intake = makeIntake({
    context,
    mergeKnown,
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
      showStandings(store, services, {
        before: rows.all(),
        now: rows.all(),
        isOwn: false,
        answered: otherTabs.answered,
      }),
  })

  post({ queue: 'opened', page, since })
  await rows.read()
  dispatchAll(store, markSaved(getState(), rows.all()))
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
      return job && deliverJob(context, intent, send, job, otherTabs.noteAnswer)
    },
    close: () => {
      otherTabs.close()
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
