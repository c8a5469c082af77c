import './hood.css'
import { RequestPanel } from '../requests/RequestPanel'
import { ServerPanel } from '../server/ServerPanel'
import { useSession } from '../session/SessionContext'

/** What the store does underneath: its requests, and a server to make difficult. */
export function HoodPanel() {
  const { requests, server } = useSession()
  return (
    <>
      <ServerPanel server={server} />
      <RequestPanel log={requests} />
    </>
  )
}
