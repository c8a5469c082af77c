import { storeError } from '../core/errors'
import type { RunningRead, StoreAction, Thunk } from '../core/thunk'
import {
  readAborted,
  readFailed,
  readStarted,
  readSucceeded,
  type Answered,
  type AnsweringAction,
  type AskedQuestion,
} from './actions'
import { isAskedAnew } from './askedAnew'
import type { AnyRead, Asking, ReadContext, ReadDefinition } from './defineRead'
import type { ReadOptions } from './readOptions'
import type { StateWithResolution } from './reducer'
import { askingFresh } from '../rest/freshReads'
import { isFresh, knownSeqOf, originOf, staleSeqOf, type ReadFacts } from './readFacts'
import { selectStoredResolution } from './selectors'

/** A read with what it is asked with and what it works on: one object for each caller, of whom there may be thousands. */
interface Call<State> extends ReadContext<State> {
  readonly read: AnyRead
  /** What follows is the read's own, as `fetchRead` is given it. */
  readonly args: readonly unknown[]
  readonly facts: ReadFacts<State>
  readonly options: ReadOptions
}

type Asked<State> = Asking<State, readonly unknown[], ReadFacts<State>, ReadOptions>

const mostRepeats = 5

/**
 * Reads, unless the answer is known or under way. Equal reads share one request; a request is aborted when the last one
 * who waits for it has given up; an answer that was superseded while it travelled is asked for again.
 */
export function fetchRead<
  State,
  Args extends readonly unknown[],
  Facts extends ReadFacts<State>,
  Value,
  Options extends ReadOptions,
>(
  read: ReadDefinition<State, Args, Facts, Value, Options>,
  args: Args,
  // All options of all reads may be left out.
  options = {} as Options,
): Thunk<State & StateWithResolution, Promise<Value>> {
  return async (dispatch, getState, services) => {
    const { signal, force } = options
    signal?.throwIfAborted()
    const facts = read.facts(getState(), ...args)
    const call = { read, args, facts, options, dispatch, getState, services }
    const running = facts.asksNothing ? undefined : joinRead(call)
    if (running === undefined) return read.select(getState(), ...args)
    services.inspection.inspector?.asks(
      facts.question.key,
      fetchRead(read, args, { ...options, force: true, signal: undefined, lock: undefined }),
    )
    try {
      await waitFor(running, signal)
    } catch (error) {
      if (signal?.aborted) throw error
      // Without a network, what was kept is what there is.
      if (force === true || !isKeptOffline(getState(), facts, error)) {
        if (read.onError === undefined) throw error
        return read.onError(error, { args, options, state: getState() })
      }
    }
    return read.select(getState(), ...args)
  }
}

/** The request whose answer a caller waits for; undefined when the answer is known. */
function joinRead<State extends StateWithResolution>(call: Call<State>): RunningRead | undefined {
  const { facts, getState, services } = call
  const { force, staleTime = Infinity, lock } = call.options
  services.noteRead?.(facts.question.key, facts.about)
  const running = services.reads.get(facts.question.key)
  if (running) {
    // Of what it consists of, some may be answered already, or was known and is not asked for.
    if (force && (running.isSent || facts.whole)) return (running.next ??= beginRead(call, running))
    // What waits for the caller's own lock would wait for ever.
    return lock && !running.isSent ? beginRead(call) : running
  }
  const isOld = staleTime < Infinity && isOlderThan(getState(), facts, staleTime)
  return force || isOld || !isFresh(getState(), facts) ? beginRead(call) : undefined
}

/** Whether a known answer came so many milliseconds ago. */
function isOlderThan<State extends StateWithResolution>(
  state: State,
  facts: ReadFacts<State>,
  milliseconds: number,
): boolean {
  // Each of those that it is made of knows by itself how old it is.
  if (facts.whole) return true
  const entry = selectStoredResolution(state, facts.question.key)
  // What came with other answers, such as a list, is as old as they are.
  const at = entry?.status === 'success' ? entry.answeredAt : facts.knownAt?.(state)
  return at !== undefined && Date.now() - at >= milliseconds
}

/** Whether all of what is asked is known by answers that still hold, whatever way they came. */
function isKnown<State extends StateWithResolution>(state: State, facts: ReadFacts<State>): boolean {
  return knownSeqOf(state, facts) > staleSeqOf(state, facts)
}

/** Whether an answer asked for at `seq` is neither stale nor superseded. */
function holds<State extends StateWithResolution>(
  state: State,
  facts: ReadFacts<State>,
  seq: number,
): boolean {
  const isSuperseded = facts.isSuperseded?.(state, seq) && knownSeqOf(state, facts) < seq
  return !isSuperseded && seq > staleSeqOf(state, facts)
}

/** Whether a request has not reached the server, and its answer was kept on the device. */
function isKeptOffline<State extends StateWithResolution>(
  state: State,
  facts: ReadFacts<State>,
  error: unknown,
): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return (code === 'offline_error' || code === 'fetch_error') && originOf(state, facts)?.source === 'kept'
}

/**
 * Asks a question for everybody who waits for its answer, as its first caller asks it.
 * @param after The request that has to end first.
 */
function beginRead<State extends StateWithResolution>(
  { read, args, facts, options, dispatch, getState, services }: Call<State>,
  after?: RunningRead,
): RunningRead {
  const { reads, nextSeq } = services
  const { key, operation, args: named } = facts.question
  const question = { key, operation, args: named, about: facts.about }
  // Who has no signal never gives up, and neither does the read.
  const controller = options.signal ? new AbortController() : undefined
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
      end(readFailed(question, storeError(error), isKeptOffline(getState(), facts, error)))
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
      const isAnew = options.force || isAskedAnew(services.companions, getState(), facts)
      const given = isAnew ? askingFresh(services) : services
      const signal = controller?.signal
      // Not spread: thousands are read one by one.
      const asking: Asked<State> = { args, facts, options, dispatch, getState, services: given, send, signal }
      const received = await read.ask(asking as never)
      controller?.signal.throwIfAborted()
      // Also where something newer gives all of it, such as the answer to a save.
      if (repeats === mostRepeats || holds(getState(), facts, seq) || isKnown(getState(), facts))
        return end(answering(received, answerTo(question, seq)))
    }
  }

  running.done = run()
  // A failure stands in the resolution, whoever still waits for it.
  running.done.catch(() => undefined)
  return running
}

function answerTo({ key, operation, args, about }: AskedQuestion, seq: number): Answered {
  return { key, operation, args, about, seq, at: Date.now() }
}

/** What the answer brings and that it answers the question, as one event. */
function answering(received: StoreAction | undefined, answers: Answered): StoreAction {
  // What is new comes first, as engines add slowly to a copy: `npm run bench -- --only singleReads`.
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
