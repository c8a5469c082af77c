import { useEffect } from 'react'
import { useDirtyEntityRecords } from './useDirtyEntityRecords'

/** Options of {@link useLeaveGuard}. */
export interface UseLeaveGuardOptions {
  /** Whether to ask at all. Default true. */
  readonly enabled?: boolean
}

/**
 * Lets the browser ask before the page is left, for as long as any record of the store is unsaved. It listens only then:
 * a page that nobody asks about can be kept by the browser for the way back. Leaving a screen inside the application is
 * the router's to ask about: `useDirtyEntityRecords().isDirty` says whether to.
 * @example
 * useLeaveGuard() // asks before the page is closed with unsaved changes
 */
export function useLeaveGuard({ enabled = true }: UseLeaveGuardOptions = {}): void {
  const { isDirty } = useDirtyEntityRecords()
  const isGuarded = enabled && isDirty
  useEffect(() => {
    if (!isGuarded) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // What older browsers look at.
      event.returnValue = true
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isGuarded])
}
