import type { ReactNode } from 'react'
import { EntityStoreProvider } from 'copydesk/react'
import { useSession } from '../session/SessionContext'

/** Names a part of the page: what it asks of the store stands under this name in the request log. */
export function AskedBy({ name, children }: { name: string; children: ReactNode }) {
  const { watch } = useSession()
  return <EntityStoreProvider store={watch.storeFor(name)}>{children}</EntityStoreProvider>
}
