import { selectEditedEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { told } from '../session/told'

/** What the site calls itself: as whoever serves the page has said, until the settings are known. */
export function SiteName() {
  const title = useEntitySelector((state) => selectEditedEntityRecord(state, 'root', 'site')?.title)
  const name = title ?? told('copydesk-name')
  return name ? <span className="site-name quiet truncate">{name}</span> : null
}
