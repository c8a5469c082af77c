import { storeError } from '../core/errors'
import type { Dispatch, RunningRead, Services, StoreAction, Thunk } from '../core/thunk'
import {
  readAborted,
  readFailed,
  readStarted,
  readSucceeded,
  type Answered,
  type AnsweringAction,
} from './actions'
import type { ResolutionSliceState } from './reducer'
import { freshSeqOf, originOf, staleSeqOf, type ReadFacts } from './readFacts'
import { selectStoredResolution } from './selectors'

/** A lock that the caller holds, as `acquireLock` gave it. */
export interface HeldLock {
  readonly id: string
  readonly path: readonly string[]
  readonly exclusive: boolean
}

/** Options of every read. */
export interface ReadOptions {
  /**
   * Ask even when the answer is known. The answer of a request that was sent before the call does not count: the
   * question is asked again once that one has been answered. Default false.
   */
  readonly force?: boolean
  /** Ask again when the known answer is older than this many milliseconds. Default: it holds until something makes it stale. */
  readonly staleTime?: number
  /**
   * Aborted when this caller no longer needs the answer; the request is aborted when nobody does. Without one, nothing
   * aborts the read.
   */
  readonly signal?: AbortSignal | undefined
  /** A lock of your own, which the read does not wait for. Default: none. */
  readonly lock?: HeldLock | undefined
}

/** One attempt at a read. */
export interface ReadAttempt {
  /** Takes the seq of its request, which goes with the data it brings; called right before sending. */
  readonly send: () => number
  /** Aborted when nobody waits for the answer any more; undefined where somebody waits for it in any case. */
  readonly signal: AbortSignal | undefined
}

/** A read: what can be said of it, and how to get its answer. */
export interface Read<State, Result> extends ReadFacts<State> {
  /** Asks, and gives the event that the answer is; undefined where other reads have brought all of it. */
  readonly ask: (attempt: ReadAttempt) => Promise<StoreAction | undefined>
  readonly result: (state: State) => Result
  /** Turns a failure into a result; without it the promise rejects. The error stands in the resolution either way. */
  readonly onError?: (error: unknown, state: State) => Result
}

/** What a read works on. */
interface ReadContext<State> {
  readonly dispatch: Dispatch<State>
  readonly getState: () => State
  readonly services: Services
}

const mostRepeats = 5

/**
 * Runs a read unless it is done or under way. Equal reads share one request; a request is aborted when the last one
 * who waits for it has given up; an answer that was superseded while it travelled is asked for again.
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
  const { signal } = options ?? {}
  signal?.throwIfAborted()
  const running = joinRead(read, options ?? {}, { dispatch, getState, services })
  if (running === undefined) return read.result(getState())
  try {
    await waitFor(running, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    // Without a network, what was kept is what there is.
    if (options?.force !== true && isKeptOffline(getState(), read, error)) return read.result(getState())
    if (read.onError === undefined) throw error
    return read.onError(error, getState())
  }
  return read.result(getState())
}

/** The request whose answer a caller waits for; undefined when the answer is known. */
function joinRead<State extends ResolutionSliceState>(
  read: Read<State, unknown>,
  { force, staleTime = Infinity, signal, lock }: ReadOptions,
  context: ReadContext<State>,
): RunningRead | undefined {
  const { getState, services } = context
  services.noteRead?.({ ...read.question, about: read.about })
  // Who has no signal never gives up, and neither does the read.
  const begin = (after?: RunningRead) => beginRead(read, context, signal !== undefined, after)
  const running = services.reads.get(read.question.key)
  if (running) {
    // Of what it consists of, some may be answered already, or was known and is not asked for.
    if (force && (running.isSent || read.whole)) return (running.next ??= begin(running))
    // What waits for the caller's own lock would wait for ever.
    return lock && !running.isSent ? begin() : running
  }
  const entry = selectStoredResolution(getState(), read.question.key)
  // What came with other answers, such as a list, is as old as they are.
  const at = entry?.status === 'success' ? entry.answeredAt : read.knownAt?.(getState())
  const isOld = staleTime < Infinity && at !== undefined && Date.now() - at >= staleTime
  return force || read.whole || isOld || freshSeqOf(getState(), read) === 0 ? begin() : undefined
}

/** Whether all of what is asked is known by answers that still hold, whatever way they came. */
function isKnown<State extends ResolutionSliceState>(state: State, read: Read<State, unknown>): boolean {
  return knownSeq(state, read) > staleSeqOf(state, read)
}

/** Whether an answer asked for at `seq` is neither stale nor superseded. */
function holds<State extends ResolutionSliceState>(
  state: State,
  read: Read<State, unknown>,
  seq: number,
): boolean {
  const isSuperseded = read.isSuperseded?.(state, seq) && knownSeq(state, read) < seq
  return !isSuperseded && seq > staleSeqOf(state, read)
}

function knownSeq<State>(state: State, read: Read<State, unknown>): number {
  return read.knownSeq?.(state) ?? -1
}

/** Whether a request has not reached the server, and its answer was kept on the device. */
function isKeptOffline<State extends ResolutionSliceState>(
  state: State,
  read: Read<State, unknown>,
  error: unknown,
): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return (code === 'offline_error' || code === 'fetch_error') && originOf(state, read)?.source === 'kept'
}

/**
 * Asks a question for everybody who waits for its answer.
 * @param after The request that has to end first.
 */
function beginRead<State extends ResolutionSliceState>(
  read: Read<State, unknown>,
  { dispatch, getState, services: { reads, nextSeq } }: ReadContext<State>,
  canBeGivenUp: boolean,
  after?: RunningRead,
): RunningRead {
  const question = { ...read.question, about: read.about }
  const controller = canBeGivenUp ? new AbortController() : undefined
  const running: RunningRead = { done: undefined, waiting: 0, isSent: false, next: undefined, abort }

  function abort(): void {
    if (after?.next === running) after.next = undefined
    if (reads.get(question.key) === running) end(readAborted(question))
    controller?.abort()
  }

  /** A read that was aborted has given its place away: its late end changes nothing. */
  function end(action: StoreAction): void {
    if (controller?.signal.aborted) return
    if (reads.get(question.key) === running) reads.delete(question.key)
    dispatch(action)
  }

  async function run(): Promise<void> {
    if (after) {
      // However that one ends, those who wait for it get its result.
      await after.done?.catch(() => undefined)
      controller?.signal.throwIfAborted()
    }
    reads.set(question.key, running)
    try {
      const before = selectStoredResolution(getState(), question.key)
      const because = before?.error ? 'failed' : before?.answeredSeq ? 'outdated' : 'unknown'
      dispatch(readStarted(question, because))
      await ask()
    } catch (error) {
      end(readFailed(question, storeError(error), isKeptOffline(getState(), read, error)))
      throw error
    }
  }

  /** Ends with an answer that holds at that very moment: what is found out later may make it an older one. */
  async function ask(): Promise<void> {
    let seq = 0
    const send = () => {
      running.isSent = true
      return (seq = nextSeq())
    }
    for (let repeats = 0; ; repeats++) {
      // For those that take no seq of their own.
      seq = nextSeq()
      const received = await read.ask({ send, signal: controller?.signal })
      controller?.signal.throwIfAborted()
      // Also where something newer gives all of it, such as the answer to a save.
      if (repeats === mostRepeats || holds(getState(), read, seq) || isKnown(getState(), read))
        return end(answering(received, { ...question, seq, at: Date.now() }))
    }
  }

  running.done = run()
  // A failure stands in the resolution, whoever still waits for it.
  running.done.catch(() => undefined)
  return running
}

/** What the answer brings and that it answers the question, as one event. */
function answering(received: StoreAction | undefined, answers: Answered): StoreAction {
  // What is new comes first: engines take five times as long to add it to a copy.
  return received ? ({ answers, ...received } as AnsweringAction) : readSucceeded(answers)
}

function waitFor(running: RunningRead, signal: AbortSignal | undefined): Promise<void> {
  running.waiting++
  // Whoever joins while the read begins waits for the whole of it.
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
    // The beginning of the read may have made this caller give up.
    if (signal.aborted) giveUp()
    void done.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
