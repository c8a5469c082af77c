import { storeError } from '../core/errors'
import type { ResolutionKey, StaleScope } from '../core/keys'
import { isAbortError } from '../rest/restError'
import {
  batched,
  type Dispatch,
  type RunningRead,
  type Services,
  type StoreAction,
  type Thunk,
} from '../core/thunk'
import { readMoved } from './actions'
import type { ResolutionSliceState } from './reducer'
import type { StoredResolution } from './storedResolution'
import { selectInvalidatedSeq, selectStoredResolution } from './selectors'

/** Options of every read. (spec.md, section 4) */
export interface ReadOptions {
  /** Ask even when the answer is known; a request for the same that is under way is shared. Default false. */
  readonly force?: boolean
  /** Ask again when the known answer is older than this many milliseconds. Default: it holds until something makes it stale. */
  readonly staleTime?: number
  /** Aborted when this caller no longer needs the answer; the request is aborted when nobody does. */
  readonly signal?: AbortSignal | undefined
}

/** One attempt at a read. */
export interface ReadAttempt {
  /** Takes the turn of its request, which goes with the data it brings; called right before sending. */
  readonly send: () => number
  /** Aborted when nobody waits for the answer any more; undefined where somebody waits for it in any case. */
  readonly signal: AbortSignal | undefined
}

/** A read, described: what it asks, when the answer still holds, and how to get it. */
export interface Read<State, Result> {
  readonly key: ResolutionKey
  /** The sets its answer belongs to; it is asked again when one of them went stale since. */
  readonly scopes: readonly StaleScope[]
  /** The turn of the oldest answer that tells all of what is asked, whatever way it came; 0 where none does. */
  readonly knownSeq?: (state: State) => number
  /** Asks, and gives the facts that the answer brings. */
  readonly ask: (attempt: ReadAttempt) => Promise<readonly StoreAction[]>
  /** Whether something newer than an answer asked for at `turn` is known: it is asked again, unless all of it is known. */
  readonly isSuperseded?: (state: State, seq: number) => boolean
  readonly result: (state: State) => Result
  /** Turns a failure into a result; without it the promise rejects. The error stands in the resolution either way. */
  readonly onError?: (error: unknown, state: State) => Result
}

const mostRepeats = 5
const firstAsked: StoredResolution = { status: 'resolving', answered: 0, at: 0 }

/**
 * Runs a read unless it is done or under way. Equal reads share one request; a request is aborted when the last one
 * who waits for it has given up; an answer that was overtaken while it travelled is asked for again.
 */
export function runRead<State extends ResolutionSliceState, Result>(
  read: Read<State, Result>,
  options?: ReadOptions,
): Thunk<State, Promise<Result>> {
  return (dispatch, getState, services) => startRead(read, options, dispatch, getState, services)
}

/** The same for a read that is made in the midst of a thunk. */
export async function startRead<State extends ResolutionSliceState, Result>(
  read: Read<State, Result>,
  options: ReadOptions | undefined,
  dispatch: Dispatch<State>,
  getState: () => State,
  services: Services,
): Promise<Result> {
  const { signal, force, staleTime = Infinity } = options ?? {}
  signal?.throwIfAborted()
  let running = services.reads.get(read.key)
  if (running === undefined) {
    const entry = selectStoredResolution(getState(), read.key)
    const isOld = entry?.status === 'success' && Date.now() - entry.at >= staleTime
    if (!force && !isOld && isFresh(getState(), read, entry)) return read.result(getState())
    // Who has no signal never gives up, and neither does the read.
    running = new InFlightRead(read, entry, dispatch, getState, services, signal !== undefined)
  }
  try {
    await waitFor(running, signal)
  } catch (error) {
    if (read.onError === undefined || signal?.aborted || isAbortError(error)) throw error
    return read.onError(error, getState())
  }
  return read.result(getState())
}

/** Whether the answer to a read is in the state and nothing has made it stale. */
function isFresh<State extends ResolutionSliceState>(
  state: State,
  read: Read<State, unknown>,
  entry: StoredResolution | undefined,
): boolean {
  if (entry?.status === 'success' && holds(state, read, entry.answered)) return true
  return entry?.status !== 'error' && knownSeq(state, read) > selectInvalidatedSeq(state, read.scopes)
}

/** Whether an answer asked for at `turn` is neither stale nor overtaken. */
function holds<State extends ResolutionSliceState>(
  state: State,
  read: Read<State, unknown>,
  seq: number,
): boolean {
  const isSuperseded = read.isSuperseded?.(state, seq) && knownSeq(state, read) < seq
  return !isSuperseded && seq > selectInvalidatedSeq(state, read.scopes)
}

function knownSeq<State>(state: State, read: Read<State, unknown>): number {
  return read.knownSeq?.(state) ?? 0
}

// A failure stands in the resolution, whoever still waits for it.
const isTold = () => undefined

// A class, as its methods stay compiled while reads come and go.
class InFlightRead<State extends ResolutionSliceState, Result> implements RunningRead, ReadAttempt {
  readonly done: Promise<void> | undefined
  readonly controller: AbortController | undefined
  readonly signal: AbortSignal | undefined
  waiting = 0
  seq = 0

  constructor(
    readonly read: Read<State, Result>,
    readonly before: StoredResolution | undefined,
    readonly dispatch: Dispatch<State>,
    readonly getState: () => State,
    readonly services: Services,
    canBeGivenUp: boolean,
  ) {
    this.controller = canBeGivenUp ? new AbortController() : undefined
    this.signal = this.controller?.signal
    services.reads.set(read.key, this)
    this.done = this.run()
    this.done.catch(isTold)
  }

  readonly send = () => (this.seq = this.services.nextSeq())

  async run(): Promise<void> {
    const { read, before } = this
    const { key } = read
    try {
      this.dispatch(readMoved(key, before ? { ...before, status: 'resolving' } : firstAsked))
      for (let repeats = 0; ; repeats++) {
        this.send()
        const actions = await read.ask(this)
        this.signal?.throwIfAborted()
        const answered = { status: 'success', answered: this.seq, at: Date.now() } as const
        // Also where something newer tells all of it, such as the answer to a save.
        if (repeats === mostRepeats || isFresh(this.getState(), read, answered)) {
          this.end(batched([...actions, readMoved(key, answered)]))
          return
        }
      }
    } catch (error) {
      const failed = { ...(before ?? firstAsked), status: 'error', error: storeError(error) } as const
      this.end(readMoved(key, isAbortError(error) ? before : failed))
      throw error
    }
  }

  abort(): void {
    if (this.services.reads.get(this.read.key) !== this) return
    this.end(readMoved(this.read.key, this.before))
    this.controller?.abort()
  }

  /** A read that was aborted has given its place away: its late end changes nothing. */
  end(action: StoreAction): void {
    const { reads } = this.services
    if (this.signal?.aborted) return
    if (reads.get(this.read.key) === this) reads.delete(this.read.key)
    this.dispatch(action)
  }
}

function waitFor(running: RunningRead, signal: AbortSignal | undefined): Promise<void> {
  running.waiting++
  // Whoever joins while the first facts are told waits for the whole of it.
  const done = running.done ?? Promise.resolve().then(() => running.done)
  if (signal === undefined) return done
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      running.waiting--
      reject(signal.reason as Error)
      // A component that is mounted again in this same tick takes the request over.
      queueMicrotask(() => {
        if (running.waiting === 0) running.abort()
      })
    }
    signal.addEventListener('abort', giveUp, { once: true })
    // What was told when the read began may have made this caller give up.
    if (signal.aborted) giveUp()
    void done.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
