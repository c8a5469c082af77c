import type { EntityStore } from '../../store/createEntityStore'
import { refetchShown } from '../../store/garbageCollection/refetchMounted'
import type { InvalidateTarget } from '../../queries/invalidate'

/** Milliseconds for which answers are fresh when the page comes back to the front. */
export const freshOnFocus = 5000

/**
 * Reads again what is on screen when the window or the page comes back to the front; gives the way to end that. Where there
 * is no page, as in React Native, nothing comes back.
 */
export function refetchOnFocus(store: EntityStore, target: InvalidateTarget, staleTime: number): () => void {
  if (typeof document !== 'object' || typeof addEventListener !== 'function') return () => undefined
  const listener = () => {
    if (!document.hidden && navigator.onLine !== false) refetchShown(store, target, staleTime)
  }
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
