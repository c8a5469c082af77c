import type { Lock } from '../locks/conflicts'
import type { LocksSliceState } from '../locks/reducer'
import { selectPendingLocks } from '../locks/selectors'
import { abortable } from '../rest/abort'
import { sendBatch, type BatchKnowledge, type QueuedWrite } from '../rest/batch'
import type { Fetcher, FetchResponse } from '../core/fetchContract'
import type { Dispatch, Services, StoreAction, Thunk } from '../core/thunk'
import type { WriteOptions } from '../saving/writeLock'

/** Options of writes that travel together. (spec.md, section 7) */
export interface CollectOptions extends Omit<WriteOptions, 'lock'> {
  /**
   * Whether the valid writes are executed when the server finds others invalid. Default false: then none is, and each
   * of them fails.
   */
  readonly allowPartial?: boolean
}

/** Does a write whose request goes along with those of others; makes its thunk with the fetcher to send it by. */
export type CollectWrite<State> = <Result>(
  write: (fetcher: Fetcher) => Thunk<State, Promise<Result>>,
) => Promise<Result>

/** How work on many records ended. */
export interface Collected<Result> {
  /** How each piece of it ended, in order. */
  readonly results: readonly PromiseSettledResult<Result>[]
  /** What a batch failed with as a whole; undefined when none did. */
  readonly failure: unknown
}

/** How long, in milliseconds, writes wait for work that does something else before it writes. */
const flushAfter = 1000

/** By what of a store's services is never exchanged: who hands on others, with a fetcher of their own say, keeps it. */
const knowledgeOf = new WeakMap<Services['nextSeq'], BatchKnowledge>()

/**
 * Does several pieces of work at once and sends what they write together: as soon as each of them has ended, or waits
 * for the answer to a write or for a lock, in the order of the work. What is written after that goes in the next batch.
 */
export function collectWrites<State extends LocksSliceState, Result>(
  work: readonly ((write: CollectWrite<State>) => Result | Promise<Result>)[],
  { fetcher: given, signal, allowPartial = false }: CollectOptions = {},
): Thunk<State, Promise<Collected<Result>>> {
  return async (dispatch, getState, services) => {
    const fetcher = given ?? services.fetcher
    const knowledge = knowledgeOf.get(services.nextSeq) ?? { unbatched: new Set() }
    knowledgeOf.set(services.nextSeq, knowledge)
    let queue: (QueuedWrite & { readonly place: number })[] = []
    /** The locks that the work asked for. */
    const locks = new Set<string>()
    /** Writes, and pieces of work between their writes, that wait neither for a batch nor to be given up. */
    let running = work.length
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSending = false
    let failure: unknown

    function proceed(): void {
      if (isSending || queue.length === 0) return
      const waiting = selectPendingLocks(getState()).filter(({ id }) => locks.has(id))
      if (running === waiting.length) void send()
      else timer ??= setTimeout(() => void send(), flushAfter)
    }

    async function send(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      isSending = true
      const writes = queue.filter(({ request }) => !request.signal?.aborted)
      queue = []
      writes.sort((one, other) => one.place - other.place)
      const ended = await sendBatch(writes, { fetcher, knowledge, signal, allowPartial })
      failure ??= ended
      isSending = false
      proceed()
    }

    /** Counts what runs up or down, and sends when nothing does. */
    function count(change: number): void {
      running += change
      proceed()
    }

    const results = await Promise.allSettled(
      work.map(async (piece, place) => {
        let writes = 0
        let isDone = false
        const collecting: Fetcher = (request) => {
          const answer = new Promise<FetchResponse>((resolve, reject) =>
            queue.push({ request, resolve, reject, place }),
          )
          count(-1)
          return abortable(answer, request.signal).finally(() => running++)
        }
        // What is dispatched on behalf of this work tells which locks are its own.
        const watched: Dispatch<State> = (action: StoreAction | Thunk<State, unknown>) => {
          if (typeof action === 'function') return action(watched, getState, services) as never
          dispatch(action)
          if ('lock' in action) locks.add((action.lock as Lock).id)
          proceed()
          return action as never
        }
        try {
          return await piece(async (write) => {
            // While a piece of work has writes, they count in its place.
            if (writes++ > 0) running++
            try {
              return await watched(write(collecting))
            } finally {
              count(--writes > 0 || isDone ? -1 : 0)
            }
          })
        } finally {
          isDone = true
          count(writes > 0 ? 0 : -1)
        }
      }),
    )
    return { results, failure }
  }
}
