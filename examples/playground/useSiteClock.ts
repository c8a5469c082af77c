import { useEntityRecord } from 'copydesk/react'
import type { SiteClock } from './siteClock'

/** The clock of the site, by which dates of documents are judged; undefined while it is not known. */
export function useSiteClock(): SiteClock | undefined {
  return useEntityRecord('root', '__unstableBase').record ?? undefined
}
