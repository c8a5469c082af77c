import { useEffect } from 'react'
import type { StaleScope } from '../keys'
import { selectStaleTurn } from '../resolution/selectors'
import type { EntityStore } from '../store/createEntityStore'
import type { Wait } from './useSelection'

/** A read that a component needs for as long as it is on screen. */
export interface NeededRead {
  /** Asks; the signal aborts when the component goes or asks for something else. */
  readonly fetch: (options: { signal: AbortSignal; staleTime?: number }) => Promise<unknown>
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
    const controller = new AbortController()
    const { signal } = controller
    const ask = (options: object) => {
      read.fetch({ signal, ...options }).catch(() => undefined)
    }
    let staleTurn = selectStaleTurn(store.getState(), read.scopes)
    const askAgain = () => {
      const turn = selectStaleTurn(store.getState(), read.scopes)
      if (turn === staleTurn) return
      staleTurn = turn
      ask({})
    }
    const leave = read.waits.map(([scope, key]) => store.subscribeTo(scope, key, askAgain))
    ask(read.staleTime === undefined ? {} : { staleTime: read.staleTime })
    return () => {
      for (const out of leave) out()
      controller.abort()
    }
  }, [store, read])
}
