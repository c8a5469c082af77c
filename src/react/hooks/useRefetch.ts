import { useEffect } from 'react'
import { remembered } from '../../core/companions'
import type { EntityId } from '../../core/keys'
import { checkTarget, type InvalidateTarget } from '../../queries/invalidate'
import type { QueryInput } from '../../core/query'
import type { EntityStore } from '../../store/createEntityStore'
import { refetchShown } from '../../store/garbageCollection/refetchShown'
import { isAway, listenTo } from '../internals/page'
import { freshOnFocus, refetchOnFocus } from '../internals/refetchOnFocus'
import { useStableQuery } from '../internals/useStableQuery'
import { useEntityStore } from '../provider/EntityStoreProvider'

/** What {@link useRefetch} reads again, and when. */
export interface UseRefetchOptions {
  /** Only records and lists of this kind. Default: all on screen. */
  readonly kind?: string
  /** Only those of this entity. Needs `kind`. Default: all of the kind. */
  readonly name?: string
  /** Only this record. Default: all records. */
  readonly id?: EntityId
  /** Only this list, with all its pages on screen. Default: all lists. */
  readonly query?: QueryInput
  /** Whether to refetch when the window gets the focus or the page is visible again. Default false. */
  readonly onFocus?: boolean
  /** Whether to refetch when the browser is online again. Default false. */
  readonly onReconnect?: boolean
  /** The interval in milliseconds. No request is sent while the page is hidden or offline. Default: no polling. */
  readonly every?: number
  /** Milliseconds for which data is fresh. `onFocus` and `onReconnect` read only stale data. Default 5000. */
  readonly staleTime?: number
}

/** When each store was first asked so: all who ask as often do it at the same moments, and so share their requests. */
const beginnings = new WeakMap<EntityStore, number>()

/** What was read within this part of the time between answers need not be read yet. */
const fresh = 0.5

/**
 * Reads again what is on screen, for as long as the component is: when the page comes back to the front, when the
 * browser is online again, or every so often. Rows and edits stay on screen. Several components that ask for the same
 * share a request, and failed reads count as old. Where there is no page, as in React Native, only `every` is heard.
 * @throws EntityStoreError `invalid_resource` while rendering, for a name, an id or a query without the entity that it is of.
 * @example
 * useRefetch({ onFocus: true, onReconnect: true })
 * useRefetch({ kind: 'root', name: 'comment', every: 30_000 })
 */
export function useRefetch(options: UseRefetchOptions): void {
  const store = useEntityStore()
  const { kind, name, id, query, onFocus, onReconnect, every, staleTime = freshOnFocus } = options
  const stable = useStableQuery(query)
  checkTarget(options)
  useEffect(() => {
    const target = {
      ...(kind !== undefined && { kind }),
      ...(name !== undefined && { name }),
      ...(id !== undefined && { id }),
      ...(stable && { query: stable }),
    } satisfies InvalidateTarget
    const leave: (() => unknown)[] = []
    const ask = (age: number) => () => {
      if (!isAway()) refetchShown(store, target, age)
    }
    if (onFocus) leave.push(refetchOnFocus(store, target, staleTime))
    if (onReconnect) leave.push(listenTo('window', 'online', ask(staleTime)))
    if (every !== undefined && every > 0) {
      const beginning = remembered(beginnings, store, Date.now)
      const poll = ask(every * fresh)
      let timer: ReturnType<typeof setTimeout>
      const waitForNext = () => {
        timer = setTimeout(
          () => {
            poll()
            waitForNext()
          },
          every - ((Date.now() - beginning) % every),
        )
      }
      waitForNext()
      leave.push(() => clearTimeout(timer))
      // What was due while the page was hidden.
      leave.push(listenTo('document', 'visibilitychange', ask(every)))
    }
    return () => leave.forEach((out) => out())
  }, [store, kind, name, id, stable, onFocus, onReconnect, every, staleTime])
}
