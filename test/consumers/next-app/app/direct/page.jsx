// A server component that imports from copydesk/react itself: it gets a reference to a client's component.
import { EntityProvider, EntityStoreProvider } from 'copydesk/react'

export const dynamic = 'force-dynamic'

export default function Page() {
  return (
    <EntityProvider kind="postType" name="post" id={1}>
      <p>{typeof EntityStoreProvider} rendered inside</p>
    </EntityProvider>
  )
}
