import { EntityStoreError, show } from '../../core/errors'
import type { Address } from '../../core/address'
import type { ResolutionKey } from '../../core/keys'
import type { Keep, Services } from '../../core/thunk'
import type { WatchedStore } from '../subscriptions/withSubscriptions'
import { collectGarbage, type LastRead } from './collectGarbage'
import { UnusedRows } from './unusedRows'

/** How long what nobody uses is kept. */
export interface CollectorOptions {
  /** In milliseconds. */
  readonly after: number
  readonly keep: Keep
}

/** What forgets what nobody uses of one store, for as long as somebody wants that. */
export interface Collector {
  /** Collects, or collects otherwise than before, until the function it gives is called. */
  readonly start: (options: CollectorOptions) => () => void
  /** Says that something may be unused now. */
  readonly notice: () => void
}

/** How long what nobody uses is kept when nobody says otherwise: five minutes. */
export const defaultCollectAfter = 300_000

/** The name of a store's {@link Collector} among its companions. */
export const collectorName = 'collector'

/**
 * Makes the collector of a store. It looks around only while something is unused, so that it holds up no process and
 * no test that waits for all timers, and keeps no store alive that nobody has any more.
 */
export function createCollector(store: WatchedStore, services: Services): Collector {
  const all: CollectorOptions[] = []
  /** What was read since somebody last looked around. */
  const lastReads = new Map<ResolutionKey, LastRead>()
  let unused = new UnusedRows()
  let stopTicking: (() => void) | undefined
  /** Whether the state has changed since somebody last looked around, or somebody has left. */
  let isChanged = true
  /** When the first of what is unused goes, if nothing changes. */
  let nextDue = 0

  /** Takes what is due, and looks again in a while where something else is unused. */
  function tick(): void {
    const options = all.at(-1)
    if (options === undefined) return
    const now = Date.now()
    // What is unused is the same as before, and none of it goes yet: however much it is, it need not be looked at.
    if (!isChanged && now < nextDue) return
    collectGarbage(store, {
      now,
      unused,
      lastReads: [...lastReads.values()],
      after: options.after,
      keep: (kind, name, id) => isKept(kind, name, id),
    })
    lastReads.clear()
    isChanged = false
    const first = unused.first()
    nextDue = options.after + first
    if (first < Infinity) return keepTicking()
    stopTicking?.()
    stopTicking = undefined
  }

  function isKept(...about: Parameters<Keep>): boolean {
    return all.some(({ keep }) => keep(...about)) || services.keep?.(...about) === true
  }

  function notice(): void {
    isChanged = true
    keepTicking()
  }

  function keepTicking(): void {
    const options = all.at(-1)
    if (options && stopTicking === undefined) stopTicking = every(options.after / 4, collector)
  }

  function restart(): void {
    stopTicking?.()
    stopTicking = undefined
    isChanged = true
    // It holds what was known at its last look.
    if (all.length === 0) unused = new UnusedRows()
    services.noteRead = all.length > 0 ? noteRead : undefined
    tick()
  }

  function noteRead(key: ResolutionKey, about: Address): void {
    const at = Date.now()
    // Who asks with others at once moves nothing.
    if (lastReads.get(key)?.at === at) return
    lastReads.delete(key)
    lastReads.set(key, { key, about, at })
  }

  const collector = {
    tick,
    notice,
    start: (options: CollectorOptions) => {
      all.push(options)
      restart()
      return () => {
        const at = all.indexOf(options)
        if (at >= 0) all.splice(at, 1)
        restart()
      }
    },
  }
  store.subscribe(notice)
  return collector
}

/** Calls a collector again and again, as long as anybody has its store; keeps no Node process running. */
function every(milliseconds: number, collector: { readonly tick: () => void }): () => void {
  const ref = new WeakRef(collector)
  const timer: unknown = setInterval(() => {
    const found = ref.deref()
    if (found) found.tick()
    else stop()
  }, milliseconds)
  const stop = () => clearInterval(timer as number)
  ;(timer as { unref?: () => void }).unref?.()
  return stop
}

/** @throws EntityStoreError `invalid_option` for what is no number of milliseconds. */
export function checkCollectAfter(option: string, after: unknown): void {
  if (typeof after === 'number' && after > 0 && Number.isFinite(after)) return
  throw new EntityStoreError(
    'invalid_option',
    `${option} is ${show(after)}. Pass a number of milliseconds above 0.`,
  )
}
