import { remembered } from '../../core/companions'
import { EntityStoreError } from '../../core/errors'
import type { ResolutionKey } from '../../core/keys'
import { selectResolutionByKey } from '../../resolution/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { ShownRead } from './shownRead'

/** A read that components are suspended for, or that failed them. */
interface AwaitedRead {
  /** While it is under way: the same at every render. */
  done?: Promise<void> | undefined
  /** What it failed with, until that was shown. */
  failure?: { readonly error: unknown } | undefined
  /** How often in a row it has failed. */
  failures: number
}

/**
 * Reads by store: a component that suspends on its first render has no memory of its own, and the state must not change
 * while rendering.
 */
const awaited = new WeakMap<EntityStore, Map<ResolutionKey, AwaitedRead>>()

/** Most failures that are kept for components to come back for. */
const mostFailed = 100

/** Milliseconds for which an error is shown again, for each one that came before it. */
const flushAfter = 100

/**
 * Suspends the component until a read has its answer. A failure is thrown to the error boundary; rendering again after
 * that asks again. One request is sent, however often React renders or throws away what it has rendered.
 */
export function suspendUntil(store: EntityStore, shown: Pick<ShownRead, 'key' | 'isKnown' | 'fetch'>): void {
  const { key } = shown
  const isKnown = () => shown.isKnown(store.getState())
  const reads = remembered(awaited, store, () => new Map<ResolutionKey, AwaitedRead>())
  if (isKnown()) {
    reads.delete(key)
    return
  }
  const read = remembered(reads, key, (): AwaitedRead => ({ failures: 0 }))
  const { failure } = read
  if (failure) {
    const forget = () => {
      if (read.failure === failure) read.failure = undefined
    }
    // React renders once more before it believes an error; who renders later, such as a boundary that was reset, wants
    // to know anew. Where React takes longer than that, the error comes round, and is shown the longer.
    if (read.failures === 1) queueMicrotask(forget)
    else setTimeout(forget, flushAfter * (read.failures - 1))
    throw failure.error
  }
  // Not an error: what React waits for.
  throw (read.done ??= ask()) as unknown as Error

  async function ask(): Promise<void> {
    // Not while rendering: others are notified when a read begins.
    await Promise.resolve()
    const error: unknown = await shown.fetch({ throwOnError: true }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    read.done = undefined
    if (isKnown()) {
      // Whoever waits finds the answer in the state, and may never come back.
      if (reads.get(key) === read) reads.delete(key)
      return
    }
    releaseFailed(reads)
    read.failures++
    read.failure = { error: error ?? selectResolutionByKey(store.getState(), key).error ?? unanswered(key) }
  }
}

/** Forgets the oldest failures that nobody has come back for: a component that comes asks anew. */
function releaseFailed(reads: Map<ResolutionKey, AwaitedRead>): void {
  for (const [key, { failure }] of reads) {
    if (reads.size <= mostFailed) return
    if (failure) reads.delete(key)
  }
}

function unanswered(key: ResolutionKey): EntityStoreError {
  return new EntityStoreError('invalid_response', `${key} has ended without what was asked for.`)
}
