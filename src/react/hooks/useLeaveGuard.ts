import { useEffect } from 'react'
import { listenTo } from '../internals/page'
import { useDirtyEntityRecords } from './useDirtyEntityRecords'

/** Options of {@link useLeaveGuard}. */
export interface UseLeaveGuardOptions {
  /**
   * Whether to ask, for example while an upload is pending. Default: whether any record of the store has unsaved
   * edits.
   */
  readonly when?: boolean
}

/**
 * Lets the browser ask before the page is left, for as long as any record of the store is unsaved, or as `when` says. It
 * listens only then: a page that nobody asks about can be kept by the browser for the way back. Several guards ask where
 * one of them does. Leaving a screen inside the application is the router's to ask about:
 * `useDirtyEntityRecords().isDirty` says whether to. Where there is no page, as in React Native, it does nothing.
 * @example
 * useLeaveGuard() // asks before the page is closed with unsaved changes
 * useLeaveGuard({ when: uploads.length > 0 }) // and while files are on their way
 */
export function useLeaveGuard({ when }: UseLeaveGuardOptions = {}): void {
  const records = useDirtyEntityRecords()
  const isGuarded = when ?? records.isDirty
  useEffect(() => {
    if (!isGuarded) return undefined
    return listenTo('window', 'beforeunload', (event) => {
      event.preventDefault()
      // What older browsers look at.
      event.returnValue = true
    })
  }, [isGuarded])
}
