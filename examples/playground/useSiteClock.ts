import { useEntityRecord } from 'copydesk/react'
import type { SiteClock } from './siteClock'

/**
 * The clock of the site, by which dates of documents are judged; undefined while it is not known.
 * @param isNeeded Whether it makes a difference: dates long ago are so by every clock.
 */
export function useSiteClock(isNeeded: boolean): SiteClock | undefined {
  return useEntityRecord('root', '__unstableBase', undefined, { enabled: isNeeded }).record ?? undefined
}
