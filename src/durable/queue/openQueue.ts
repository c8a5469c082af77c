import { isMerged as isMergedField } from '../../edits/fields'
import { selectEntityConfig } from '../../config/selectors'
import { EntityStoreError, show } from '../../core/errors'
import { isLocalId } from '../../core/localId'
import { own } from '../../core/plain'
import { batched } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { RestError } from '../../rest/restError'
import { writeSettled } from '../../saving/actions'
import type { DurableContext } from '../capability'
import { withUnanswered, withoutUnanswered } from '../conflicts/rebase'
import { findLocalIds } from '../locals/replaceIds'
import type { Connection } from '../storage/connection'
import type { DurableLocks } from '../storage/durableStorage'
import { withEntry } from './compact'
import { verdictOf } from './classify'
import { deliver, UncertainCreate } from './deliver'
import { isHeld, isSameRecord, without, type QueueEntry, type StoredEntry } from './entry'
import { makeLeadership } from './leadership'
import { madeEntry } from './madeEntry'
import { inOrder, isStuck, shownEntry } from './order'
import type { Queue, QueueStatus, Settlement } from './queue'
import { makeQueueRows } from './queueRows'
import { makeSender, type DoneEntry, type Job } from './sender'
import { receiveDone, releaseEdits, showStandings, targetOfEntry } from './standings'
import { withoutUndone } from './undone'
import { isEqual } from '../../core/isEqual'

/** A queue that is open. */
export interface OpenQueue extends Queue {
  /** Whether nothing can be kept any more. */
  readonly isEnded: () => boolean
  /** Whether a write has to wait behind others of its record. */
  readonly isBehind: (intent: WriteIntent) => boolean
  /** Keeps a write to be sent later; `failure` is what it failed with when it was sent. */
  readonly keep: (intent: WriteIntent, send: SendWrite, failure?: unknown) => Promise<EndedWrite>
  /** Sends a write of the queue; undefined for any other. */
  readonly deliver: (intent: WriteIntent, send: SendWrite) => Promise<EndedWrite> | undefined
  readonly close: () => void
}

type Message =
  | { readonly queue: 'changed' | 'ping' | 'pong' | 'pause' | 'resume' | 'try' }
  | { readonly queue: 'done'; readonly done: DoneEntry }

/** Opens the queue of an owner. */
export async function openQueue(
  context: DurableContext,
  connection: Connection,
  locks: DurableLocks,
): Promise<OpenQueue> {
  const { store, services, changed } = context
  const { storage, channel } = connection
  const { dispatch, getState } = store
  const jobs = new Map<AbortSignal, Job>()
  let shown: readonly QueueEntry[] = []
  let status: QueueStatus | undefined
  let isEnded = false
  const post = (message: Message) => {
    if (!connection.isEnded()) channel?.post(message)
  }

  const rows = makeQueueRows(context, connection, (before, now) => {
    shown = inOrder(now).map((entry) => {
      const next = shownEntry(now, entry)
      const known = shown.find(({ id }) => id === next.id)
      return isEqual(known, next) && known ? known : next
    })
    showStandings(store, before, now)
    if (now.length > 0) leadership.watch()
    changed()
  })
  const change: typeof rows.change = async (work) => {
    const before = rows.all()
    const now = await rows.change(work)
    if (now !== before) post({ queue: 'changed' })
    return now
  }
  const sender = makeSender({
    context,
    connection,
    rows: { ...rows, change },
    jobs,
    onDone: (done) => post({ queue: 'done', done }),
    onStatus: changed,
  })
  const leadership = makeLeadership({
    connection,
    locks,
    onLead: () => void sender.lead().catch(() => undefined),
    onFollow: sender.follow,
    isWaiting: () => rows.all().some((entry) => !isStuck(rows.all(), entry)),
    post,
  })

  const unobserve = storage.observe((event) => {
    if (event === 'online' || event === 'show') void sender.wake().catch(() => undefined)
    else if (event === 'offline') changed()
  })
  const unhear = channel?.subscribe((given) => {
    const message = given as Message
    if (isEnded || typeof message !== 'object') return
    if (message.queue === 'ping' || message.queue === 'pong') leadership.heard(message.queue)
    else if (message.queue === 'done') receiveDone(store, services, message.done)
    else if (message.queue === 'pause') sender.setPaused(true)
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
    if (rows.all().length === 0 || withoutUndone(rows.all(), before, state) === rows.all()) return
    void dropUndone(before, state).catch(() => undefined)
  })

  async function dropUndone(before: typeof edits, state: ReturnType<typeof getState>): Promise<void> {
    const all = rows.all()
    const left = await change((entries) => withoutUndone(entries, before, state))
    for (const entry of all) if (!left.some(({ id }) => id === entry.id)) releaseEdits(store, entry)
  }

  async function keep(intent: WriteIntent, send: SendWrite, failure?: unknown): Promise<EndedWrite> {
    const { key, what } = intent
    if (refersToUnknown(intent)) {
      if (failure) rethrow(failure)
      return send()
    }
    const added = madeEntry(context, intent, failure)
    const isMerged = ({ kind, name }: StoredEntry, field: string) => {
      const config = selectEntityConfig(getState(), kind, name)
      return config !== undefined && isMergedField(config, field)
    }
    try {
      await change((entries) => {
        const seq = 1 + Math.max(0, ...entries.map((entry) => entry.seq))
        const isDraftOfNobody =
          what === 'delete' && isLocalId(key) && !entries.some((one) => isSameRecord(one, added))
        return isDraftOfNobody ? entries : withEntry(entries, { ...added, seq }, isMerged)
      })
    } catch (cause) {
      if (failure) rethrow(failure)
      throw new RestError({
        code: 'offline_error',
        message: `The write was not sent, and there was no room to keep it for later: ${(cause as Error).message}`,
        cause,
      })
    }
    void sender.pump()
    // A draft that is given up is gone here at once.
    if (what === 'delete' && isLocalId(key)) return send()
    const target = targetOfEntry(added)
    return {
      answer: undefined,
      makeResults: () => [
        ...withUnanswered(getState(), intent, intent.fields),
        writeSettled(target, { queued: true }),
      ],
    }
  }

  /** Whether a write refers to a draft that nobody has saved: then it can't be sent, whenever that is. */
  function refersToUnknown({ fields, key }: WriteIntent): boolean {
    const { aliases = {} } = getState().entities
    return [...findLocalIds(fields)].some(
      (local) =>
        local !== key &&
        own(aliases, local) !== undefined &&
        aliases[local]?.id === undefined &&
        !rows.all().some((entry) => entry.what === 'create' && entry.key === local),
    )
  }

  function found(id: string): StoredEntry {
    const entry = rows.all().find((one) => one.id === id)
    if (entry) return entry
    throw new EntityStoreError('invalid_id', `The queue has no entry ${show(id)}: look at entries().`)
  }

  async function retry(id?: string): Promise<void> {
    if (id !== undefined) found(id)
    await change((entries) =>
      entries.map((one) => {
        if (id !== undefined && one.id !== id) return one
        if (one.state === 'sending' || one.isAsked) return one
        const state = one.mayBeDone && one.what !== 'update' ? 'uncertain' : 'waiting'
        return { ...without(one, 'nextAt', 'error', 'conflict'), state, isWanted: true }
      }),
    )
    await sender.waitNoLonger()
    post({ queue: 'try' })
  }

  async function discard(id: string): Promise<void> {
    const entry = found(id)
    if (entry.state === 'sending') {
      throw new EntityStoreError(
        'invalid_option',
        `Entry ${show(id)} is being sent: discard it when that has ended, if it is still there.`,
      )
    }
    await change((entries) => entries.filter((one) => one.id !== id))
    if (entry.mayBeDone) return
    const { kind, name, recordId } = entry
    const actions = withoutUnanswered(getState(), { kind, name, id: recordId }, entry.fields)
    if (actions.length > 0) dispatch(batched(actions))
    releaseEdits(store, entry)
  }

  async function settle(id: string, how: Settlement): Promise<void> {
    if (!found(id).isAsked) {
      throw new EntityStoreError(
        'invalid_option',
        `Entry ${show(id)} is not uncertain: nothing has to be said of it.`,
      )
    }
    await change((entries) =>
      entries.map((one) => {
        if (one.id !== id) return one
        const rest = { ...without(one, 'isAsked', 'error'), state: 'waiting' as const }
        return how === 'sendAgain'
          ? { ...rest, mayBeDone: false, isUnmarked: false }
          : { ...rest, claimed: how.exists }
      }),
    )
    await sender.waitNoLonger()
    post({ queue: 'try' })
  }

  function whenEmpty(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const all = rows.all()
        if (all.some((entry) => !isStuck(all, entry))) return
        unsubscribeEmpty()
        if (all.length === 0) return resolve()
        const names = inOrder(all.filter(isHeld)).map(
          ({ kind, name, recordId, title }) => `(${kind}, ${name}) ${recordId ?? ''} '${title}'`,
        )
        reject(new EntityStoreError('queue_held', `These writes wait for somebody: ${names.join(', ')}.`))
      }
      const unsubscribeEmpty = context.subscribe(look)
      look()
    })
  }

  await rows.read()
  leadership.start()
  return {
    isEnded: connection.isEnded,
    entries: () => shown,
    status: () => {
      const now = sender.status()
      status = status && isEqual(status, now) ? status : now
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
    retry,
    discard,
    settle,
    whenEmpty,
    isBehind: (intent) =>
      intent.key !== undefined &&
      rows.all().some((entry) => entry.entity === intent.entity && entry.key === intent.key),
    keep,
    deliver: (intent, send) => {
      const job = intent.options.signal && jobs.get(intent.options.signal)
      if (!job) return undefined
      return deliver(context, intent, send, job).then(
        (ended) => {
          job.outcome = { ended }
          return ended
        },
        (error: unknown) => {
          job.outcome = { error }
          // What was refused stands on the record; all else is tried again.
          if (!(error instanceof UncertainCreate) && verdictOf(error, Date.now()).kind === 'held') throw error
          const target = targetOfEntry(job.entry)
          return { makeResults: () => [writeSettled(target, { queued: true })] }
        },
      )
    },
    close: () => {
      isEnded = true
      sender.close()
      leadership.close()
      unobserve()
      unhear?.()
      unsubscribe()
    },
  }
}

/** Throws what was caught, whatever it is. */
function rethrow(caught: unknown): never {
  throw caught
}
