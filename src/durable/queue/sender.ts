import type { DurableContext } from '../capability'
import type { Connection } from '../storage/connection'
import { unknownEntity } from '../../config/loadEntityConfigs'
import { makeAttempts } from './attempts'
import { verdictOf } from './classify'
import { earliestTry } from './entry'
import { isTooOld, tooOld } from './held'
import { nextRun, type Ready } from './nextRun'
import { withoutStuck } from './order'
import { makeOutcomes, type DoneEntry } from './outcomes'
import { makePauses } from './pauses'
import type { QueueStatus } from './queue'
import type { QueueRows } from './queueRows'
import { afterLostAnswer } from './sentEntry'
import { statusOf } from './status'
import { makeTwinSweep } from './twins'

interface SenderOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly rows: QueueRows
  /** Whether this tab, if it is the one that sends, surely still is. */
  readonly isSure: () => boolean
  readonly onDone: (done: DoneEntry) => void
  readonly onStatus: () => void
}

/** Sends what waits, one run after the other, as long as this tab is the one to do so. */
export function makeSender({ context, connection, rows, isSure, onDone, onStatus }: SenderOptions) {
  const { settings, presence } = context
  const { storage } = connection
  const pauses = makePauses()
  const twins = makeTwinSweep(context)
  const attempt = makeAttempts({ context, rows, onSending: onStatus, onMade: twins.note })
  const outcomes = makeOutcomes({ context, rows, onDone })
  let isLeader = false
  let isPaused = false
  let isEnded = false
  let isSending = false
  let isCalled = false
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
    return isLeader && isSure() && !isPaused && !isEnded && !connection.isEnded() && storage.isOnline()
  }

  /** Sends what is next; whether there may be more. */
  async function step(): Promise<boolean> {
    const now = Date.now()
    if (!canSend() || pauses.until() > now) return false
    try {
      await findLeftBehind()
      const run = await nextRun(context, rows.all(), now)
      if (run.length === 0) {
        await twins.sweep()
        return false
      }
      pauses.begin(now)
      if (!(await presence.isOwnerThere(run.flatMap(({ config }) => config ?? [])))) {
        pauses.failed(undefined)
        return false
      }
      if (!canSend()) return false
      return (await holdSome(run)) || (await send(run))
    } catch (error) {
      fail(verdictOf(error, Date.now()).retryAfter)
      return false
    }
  }

  /** Has those wait for a person that may not be sent without one; whether there were any. */
  async function holdSome(run: readonly Ready[]): Promise<boolean> {
    let isHeld = false
    for (const one of run) {
      const error = reasonToHold(one)
      if (error) await outcomes.hold(one.entry, error)
      isHeld ||= error !== undefined
    }
    return isHeld
  }

  /** Why an entry has to wait for a person before it is sent. */
  function reasonToHold({ entry, config }: Ready): Error | undefined {
    if (config === undefined) return unknownEntity(context.store.getState(), entry.kind, entry.name)
    const { days } = settings.limits
    return isTooOld(entry, days) ? tooOld(entry, days) : undefined
  }

  async function send(run: readonly Ready[]): Promise<boolean> {
    const sent = await attempt(run)
    // Who has taken over meanwhile looks what became of it.
    if (!isLeader || isEnded) return false
    const { failed, verdict } = outcomes.read(sent)
    const { isSignedOut, isAgain, isDone, retryAfter } = verdict
    if (isSignedOut) {
      presence.signedOut()
      pauses.failed(retryAfter)
    } else if (isAgain) fail(retryAfter)
    else if (isDone) pauses.succeeded()
    await outcomes.settle(sent, failed, pauses.until())
    return !isSignedOut && !isAgain
  }

  function fail(retryAfter: number | undefined): void {
    presence.recheck()
    pauses.failed(retryAfter)
  }

  /**
   * What another tab has left on its way, or what this one could not store the end of, may be done: nothing else is on its
   * way now.
   */
  async function findLeftBehind(): Promise<void> {
    if (!rows.all().some(({ state }) => state === 'sending')) return
    await rows.change((entries) =>
      entries.map((one) => (one.state === 'sending' ? { ...one, ...afterLostAnswer(one, true) } : one)),
    )
  }

  function schedule(): void {
    clearTimeout(timer)
    const now = Date.now()
    if (!canSend()) return
    const open = withoutStuck(rows.all())
    if (open.length === 0) return
    const first = Math.max(pauses.until(), Math.min(...open.map((entry) => earliestTry(entry, now))))
    timer = setTimeout(() => void pump(), Math.max(0, first - now))
  }

  async function waitNoLonger(until: number): Promise<void> {
    pauses.shorten(until)
    await rows.change((entries) =>
      entries.some(({ nextAt = 0 }) => nextAt > until)
        ? entries.map((one) => ((one.nextAt ?? 0) > until ? { ...one, nextAt: until } : one))
        : entries,
    )
    void pump()
  }

  return {
    pump,
    isPaused: () => isPaused,
    setPaused: (paused: boolean) => {
      isPaused = paused
      void pump()
    },
    /** This tab is the one that sends. */
    lead: async () => {
      isLeader = true
      if (!isSending) await findLeftBehind()
      void pump()
    },
    follow: () => {
      isLeader = false
    },
    /**
     * The network is there again, or somebody looks at the page: tried at once, where the last try is a second ago, and
     * later the more tries have failed, up to ten seconds.
     */
    wake: async () => {
      presence.recheck()
      if (!pauses.isAskedFor()) await waitNoLonger(pauses.soonest())
      else void pump()
    },
    /** Somebody wants it tried now. */
    waitNoLonger: () => waitNoLonger(0),
    status: (): QueueStatus =>
      statusOf(rows.all(), {
        isLeader,
        isPaused,
        isOnline: storage.isOnline(),
        block: presence.block(),
        until: pauses.until(),
      }),
    close: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
