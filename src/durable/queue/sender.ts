import { loadEntityConfig, unknownEntity } from '../../config/loadEntityConfigs'
import { isOfWordPress } from '../../config/defineServer'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { EntityStoreError, storeError } from '../../core/errors'
import type { EntityId } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { isRecord, own } from '../../core/plain'
import type { EndedWrite } from '../../core/writeGate'
import type { SaveConflict } from '../../saving/writes'
import type { DurableContext } from '../capability'
import type { Connection } from '../storage/connection'
import { pauseAfter, verdictOf, type Verdict } from './classify'
import { isClaimable, UncertainCreate, type Delivery } from './deliver'
import { without, type StoredEntry } from './entry'
import { askWhoIsThere } from './identity'
import { knowAlias } from './knowAlias'
import { isStuck, nextToSend } from './order'
import type { QueueStatus } from './queue'
import { randomHex } from './randomHex'
import { renamed, thunkOf, unanswered } from './sentEntry'
import type { QueueRows } from './queueRows'
import { statusOf } from './status'

/** A queued write that is on its way. */
export interface Job extends Delivery {
  /** How it ended, once it has. */
  outcome?: { readonly ended: EndedWrite } | { readonly error: unknown }
}

/** What a tab that sends tells the others of an entry that is done. */
export interface DoneEntry {
  readonly entry: StoredEntry
  /** The record as answered, or what a deletion was answered with. */
  readonly body: unknown
}

interface SenderOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly rows: QueueRows
  /** What is on its way, by the signal that it is sent with. */
  readonly jobs: Map<AbortSignal, Job>
  readonly onDone: (done: DoneEntry) => void
  readonly onStatus: () => void
}

/** How long it is believed who is signed in, and the least time between two tries, in milliseconds. */
const identityTime = 60_000
const leastPause = 1000
const day = 86_400_000

/** Sends what waits, one entry after the other, as long as this tab is the one to do so. */
export function makeSender({ context, connection, rows, jobs, onDone, onStatus }: SenderOptions) {
  const { store, services, settings, report } = context
  const { storage, owner } = connection
  let isLeader = false
  let isPaused = false
  let isEnded = false
  let isSending = false
  let isCalled = false
  let block: 'signedOut' | 'otherUser' | undefined
  let identifiedAt = -Infinity
  let failures = 0
  let triedAt = -Infinity
  /** Until when nothing is tried; what the server asked for can't be shortened by the network. */
  let pause = { until: 0, isAskedFor: false }
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pump(): Promise<void> {
    isCalled = true
    if (isSending) return
    isSending = true
    try {
      while (isCalled) {
        isCalled = false
        while (await step());
      }
    } finally {
      isSending = false
      schedule()
      onStatus()
    }
  }

  function canSend(): boolean {
    return isLeader && !isPaused && !isEnded && !connection.isEnded() && storage.isOnline()
  }

  /** Sends one entry; whether there may be more. */
  async function step(): Promise<boolean> {
    const now = Date.now()
    const entry = canSend() && pause.until <= now ? nextToSend(rows.all(), now) : undefined
    if (entry === undefined) return false
    triedAt = now
    try {
      const config = await store.dispatch(loadEntityConfig(entry.kind, entry.name))
      if (!(await isOwnerThere(config))) return false
      if (!canSend()) return false
      if (config === undefined) await hold(entry, unknownEntity(entry.kind, entry.name))
      else if (isOld(entry)) await hold(entry, tooOld(entry))
      else return await attempt(entry, config)
      return true
    } catch (error) {
      fail(verdictOf(error, Date.now()))
      return false
    }
  }

  async function isOwnerThere(config: EntityConfig | undefined): Promise<boolean> {
    if (!config || !isOfWordPress(config.baseURL) || Date.now() - identifiedAt < identityTime) return true
    const found = await askWhoIsThere(services, owner)
    if (found === 'owner') {
      identifiedAt = Date.now()
      block = undefined
      return true
    }
    if (found === 'otherUser' && block !== 'otherUser') {
      report({
        code: 'other_user',
        message: 'Somebody else is signed in: what waits in the queue is not sent until its owner is back.',
      })
    }
    stop(found)
    return false
  }

  function stop(why: 'signedOut' | 'otherUser'): void {
    block = why
    identifiedAt = -Infinity
    fail({ kind: 'again', mayBeDone: false })
  }

  async function attempt(given: StoredEntry, config: EntityConfig): Promise<boolean> {
    const marker = given.marker ?? `c-${randomHex()}`
    // Before it leaves: whoever finds it like this knows that it may be done.
    const all = await rows.change((entries) =>
      entries.map((one) => {
        if (one.id !== given.id) return one
        return {
          ...without(one, 'nextAt'),
          state: 'sending' as const,
          attempts: one.attempts + 1,
          ...(one.what === 'create' && { marker }),
        }
      }),
    )
    const entry = all.find(({ id }) => id === given.id)
    if (entry === undefined) return true
    onStatus()
    const { signal } = new AbortController()
    const job: Job = { entry, note: (known) => changeEntry(entry, known) }
    jobs.set(signal, job)
    try {
      await store.dispatch(thunkOf(entry, config, signal))
    } catch (error) {
      job.outcome ??= { error }
    } finally {
      jobs.delete(signal)
    }
    // Who has taken over meanwhile looks what became of it.
    if (!isLeader || isEnded) return false
    const { outcome } = job
    if (outcome && 'error' in outcome) return failed(entry, config, outcome.error)
    failures = 0
    await done(entry, config, outcome?.ended)
    return true
  }

  async function done(
    entry: StoredEntry,
    config: EntityConfig,
    ended: EndedWrite | undefined,
  ): Promise<void> {
    const body = ended && (ended.body ?? ended.answer)
    const local = entry.recordId
    const id = isRecord(body) ? (own(body, keyField(config) ?? '') as EntityId | undefined) : undefined
    await rows.change((entries) =>
      entries.flatMap((one) => {
        if (one.id === entry.id) return []
        return isLocalId(local) && id !== undefined ? [renamed(one, String(local), id)] : [one]
      }),
    )
    knowAlias(store, entry, id)
    onDone({ entry, body })
  }

  /** Whether there may be more to send after a failure. */
  async function failed(entry: StoredEntry, config: EntityConfig, error: unknown): Promise<boolean> {
    if (error instanceof UncertainCreate) {
      await changeEntry(entry, { state: 'uncertain', isAsked: true, mayBeDone: true })
      reportHeld(entry, 'it may be on the server already. Say so with settle().')
      return true
    }
    const verdict = verdictOf(error, Date.now())
    if (verdict.kind === 'held') {
      await hold(entry, error)
      return true
    }
    if (verdict.kind === 'signedOut') stop('signedOut')
    else fail(verdict)
    await changeEntry(entry, {
      // A look costs little where it can tell.
      ...unanswered(entry, verdict.mayBeDone || (entry.what === 'create' && isClaimable(config))),
      error: storeError(error),
      nextAt: pause.until,
    })
    return false
  }

  function fail({ retryAfter }: Verdict): void {
    failures++
    if (block === undefined) identifiedAt = -Infinity
    pause = {
      until: Date.now() + (retryAfter ?? pauseAfter(failures)),
      isAskedFor: retryAfter !== undefined,
    }
  }

  async function hold(entry: StoredEntry, error: unknown): Promise<void> {
    const { conflict } = Object(error) as { readonly conflict?: SaveConflict }
    const stored = storeError(error)
    await changeEntry(entry, { state: 'held', error: stored, ...(conflict && { conflict }) })
    reportHeld(entry, stored.message)
  }

  function reportHeld({ kind, name, recordId, title }: StoredEntry, why: string): void {
    report({
      code: 'queue_held',
      message: `The write of '${title}' (${kind}, ${name}) waits for you: ${why}`,
      kind,
      name,
      ...(recordId !== undefined && { key: recordId }),
    })
  }

  async function changeEntry({ id }: StoredEntry, change: Partial<StoredEntry>): Promise<void> {
    await rows.change((entries) => entries.map((one) => (one.id === id ? { ...one, ...change } : one)))
  }

  function isOld({ at, isWanted }: StoredEntry): boolean {
    return !isWanted && Date.now() - Date.parse(at) > settings.limits.days * day
  }

  function tooOld({ at }: StoredEntry): EntityStoreError {
    return new EntityStoreError(
      'queue_held',
      `It has waited since ${at}, longer than ${settings.limits.days} days. Retry it, or discard it.`,
    )
  }

  function schedule(): void {
    clearTimeout(timer)
    const now = Date.now()
    if (!canSend()) return
    const open = rows.all().filter((entry) => !isStuck(rows.all(), entry))
    if (open.length === 0) return
    const first = Math.max(pause.until, Math.min(...open.map(({ nextAt = 0 }) => nextAt)))
    timer = setTimeout(() => void pump(), Math.max(0, first - now))
  }

  return {
    pump,
    isPaused: () => isPaused,
    setPaused: (paused: boolean) => {
      isPaused = paused
      void pump()
    },
    /** This tab is the one that sends: what another has left on its way may be done. */
    lead: async () => {
      isLeader = true
      await rows.change((entries) =>
        entries.some(({ state }) => state === 'sending')
          ? entries.map((one) => (one.state === 'sending' ? { ...one, ...unanswered(one, true) } : one))
          : entries,
      )
      void pump()
    },
    follow: () => {
      isLeader = false
    },
    /** The network is there again, or somebody looks at the page: tried at once, but not more than once a second. */
    wake: async () => {
      identifiedAt = -Infinity
      if (!pause.isAskedFor) await waitNoLonger(Math.max(Date.now(), triedAt + leastPause))
      else void pump()
    },
    /** Somebody wants it tried now. */
    waitNoLonger: () => waitNoLonger(0),
    status: (): QueueStatus =>
      statusOf(rows.all(), { isLeader, isPaused, isOnline: storage.isOnline(), block, until: pause.until }),
    close: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }

  async function waitNoLonger(until: number): Promise<void> {
    const isShorter = pause.until > until
    if (isShorter) pause = { until, isAskedFor: false }
    await rows.change((entries) =>
      entries.some(({ nextAt = 0 }) => nextAt > until)
        ? entries.map((one) => ((one.nextAt ?? 0) > until ? { ...one, nextAt: until } : one))
        : entries,
    )
    void pump()
  }
}
