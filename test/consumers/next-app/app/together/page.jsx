// A server component that imports a module in which the page makes its store, with collaboration.
import { createEntityStore } from 'copydesk'
import { createSync, pollingTransport } from 'copydesk/sync'

export const dynamic = 'force-dynamic'

export default function Page() {
  const fetcher = () => Promise.reject(new Error('offline'))
  const experimentalSync = createSync({ transports: [pollingTransport({ fetcher })] })
  const store = createEntityStore({ fetcher, experimentalSync, devTools: false })
  return <p>{typeof store.dispatch} made on the server</p>
}
