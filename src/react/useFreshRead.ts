import { useEffect } from 'react'
import type { StaleScope } from '../keys'
import { selectStaleTurn } from '../resolution/selectors'
import type { EntityStore } from '../store/createEntityStore'
import { waitFor, type Wait } from './useSelection'

/** How a read is asked for; see `ReadOptions`. */
export interface FreshReadOptions {
  /** Aborts when the component goes or asks for something else. */
  readonly signal: AbortSignal
  readonly staleTime?: number
}

/** A read that a component needs for as long as it is on screen. */
export interface NeededRead {
  readonly fetch: (options: FreshReadOptions) => Promise<unknown>
  /** What makes the answer stale. */
  readonly scopes: readonly StaleScope[]
  /** Where it is told that something may have become stale. */
  readonly waits: readonly Wait[]
  /** Milliseconds after which a known answer is asked for again on mount. */
  readonly staleTime?: number | undefined
}

/**
 * Reads what a component shows, and reads it again when it goes stale while the component is on screen. Errors stand
 * in the resolution, so they are not thrown here.
 * @param read Must be memoised: another object is another read. Null when there is nothing to read.
 */
export function useFreshRead(store: EntityStore, read: NeededRead | null): void {
  useEffect(() => {
    if (read === null) return undefined
    const { fetch, scopes, waits, staleTime } = read
    const controller = new AbortController()
    const ask = (options?: { staleTime: number }) => {
      fetch({ signal: controller.signal, ...options }).catch(() => undefined)
    }
    const staleTurn = () => selectStaleTurn(store.getState(), scopes)
    let asked = staleTurn()
    const leave = waitFor(store, waits, () => {
      const turn = staleTurn()
      if (turn === asked) return
      asked = turn
      ask()
    })
    ask(staleTime === undefined ? undefined : { staleTime })
    return () => {
      leave()
      controller.abort()
    }
  }, [store, read])
}
