import type { Fetcher, FetchRequest, FetchResponse } from '../core/fetchContract'
import type { Services, Thunk } from '../core/thunk'
import { abortable } from '../rest/abort'
import { sendBatch, type BatchKnowledge, type QueuedWrite } from '../rest/batch'
import { limitWrites } from '../rest/limitWrites'
import type { OnWaiting } from '../locks/acquireLock'
import type { WriteOptions } from '../saving/writeLock'

/** Options of writes that are sent as one batch. */
export interface CollectOptions extends Omit<WriteOptions, 'lock' | 'onWaiting'> {
  /**
   * Whether the valid writes are executed when the server finds others invalid. Default false: then none is, and each
   * of them fails.
   */
  readonly allowPartial?: boolean
}

/** What sends a write in a batch with others. */
export interface QueueingOptions {
  readonly fetcher: Fetcher
  readonly onWaiting: OnWaiting
}

/** Does a write whose request goes along with those of others; makes its thunk with the options to send it by. */
export type QueueWrite<State> = <Result>(
  write: (options: QueueingOptions) => Thunk<State, Promise<Result>>,
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

/**
 * Writes that wait to be sent as one batch: as soon as everybody who may still write is idle, that is waits for an answer or
 * for a lock, or has ended; else after a second.
 */
class WriteQueue {
  /** What the first batch failed with that failed as a whole. */
  failure: unknown
  private queued: (QueuedWrite & { readonly place: number })[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private isSending = false

  /**
   * @param busy How many there are that may still write.
   * @param send Sends writes and settles each.
   */
  constructor(
    private busy: number,
    private readonly send: (writes: readonly QueuedWrite[]) => Promise<unknown>,
  ) {}

  /** Lets a request wait for others; who asked is idle until its answer is there. */
  add(request: FetchRequest, place: number): Promise<FetchResponse> {
    const answer = new Promise<FetchResponse>((resolve, reject) =>
      this.queued.push({ request, resolve, reject, place }),
    )
    this.idle()
    return abortable(answer, request.signal).finally(() => this.resume())
  }

  /** Somebody has ended, or waits. */
  idle(): void {
    this.busy--
    this.proceed()
  }

  /** Somebody begins, or goes on. */
  resume(): void {
    this.busy++
  }

  private proceed(): void {
    if (this.isSending || this.queued.length === 0) return
    if (this.busy === 0) void this.flush()
    else this.timer ??= setTimeout(() => void this.flush(), flushAfter)
  }

  /** Sends what waits, in the order of the work. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.isSending = true
    const writes = this.queued.filter(({ request }) => !request.signal?.aborted)
    this.queued = []
    writes.sort((one, other) => one.place - other.place)
    // Sent in any case: an earlier batch that failed is no reason to hold back this one.
    const failure = await this.send(writes)
    this.failure ??= failure
    this.isSending = false
    this.proceed()
  }
}

/** By what of a store's services is never exchanged: who hands on others, with a fetcher of their own say, keeps it. */
const knowledgeOf = new WeakMap<Services['nextSeq'], BatchKnowledge>()

/** Whether a store may send several writes in one request: its server has not said that it takes none. */
export function takesBatches({ nextSeq }: Pick<Services, 'nextSeq'>): boolean {
  return knowledgeOf.get(nextSeq)?.isRefused !== true
}

/**
 * Does several pieces of work at once and sends what they write as one batch: as soon as each of them has ended, or waits
 * for the answer to a write or for a lock, in the order of the work. What is written after that goes in the next batch.
 */
export function queueWrites<State, Result>(
  work: readonly ((write: QueueWrite<State>) => Result | Promise<Result>)[],
  { fetcher: given, signal, allowPartial = false }: CollectOptions = {},
): Thunk<State, Promise<Collected<Result>>> {
  return async (dispatch, getState, services) => {
    const fetcher = given ? limitWrites(given) : services.fetcher
    const knowledge = knowledgeOf.get(services.nextSeq) ?? { unbatched: new Set() }
    knowledgeOf.set(services.nextSeq, knowledge)
    const queue = new WriteQueue(work.length, (writes) =>
      sendBatch(writes, { fetcher, knowledge, signal, allowPartial }),
    )

    const run = async (piece: (typeof work)[number], place: number): Promise<Result> => {
      const options: QueueingOptions = {
        fetcher: (request) => queue.add(request, place),
        onWaiting: (isWaiting) => (isWaiting ? queue.idle() : queue.resume()),
      }
      let writes = 0
      let isDone = false
      const write: QueueWrite<State> = async (makeWrite) => {
        // While a piece of work has writes, they count in its place.
        if (writes++ > 0) queue.resume()
        try {
          return await dispatch(makeWrite(options))
        } finally {
          if (--writes > 0 || isDone) queue.idle()
        }
      }
      try {
        return await piece(write)
      } finally {
        isDone = true
        if (writes === 0) queue.idle()
      }
    }
    const results = await Promise.allSettled(work.map(run))
    return { results, failure: queue.failure }
  }
}
