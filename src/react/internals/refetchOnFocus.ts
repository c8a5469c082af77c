import type { EntityStore } from '../../store/createEntityStore'
import { refetchShown } from '../../store/garbageCollection/refetchShown'
import type { InvalidateTarget } from '../../queries/invalidate'
import { isAway, listenTo } from './page'

/** Milliseconds for which answers are fresh when the page comes back to the front. */
export const freshOnFocus = 5000

/**
 * Reads again what is on screen when the window or the page comes back to the front; gives the way to end that. Where there
 * is no page, as in React Native, nothing comes back.
 */
export function refetchOnFocus(store: EntityStore, target: InvalidateTarget, staleTime: number): () => void {
  const listener = () => {
    if (!isAway()) refetchShown(store, target, staleTime)
  }
  const leave = [listenTo('window', 'focus', listener), listenTo('document', 'visibilitychange', listener)]
  return () => leave.forEach((one) => one())
}
