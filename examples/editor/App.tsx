import { useState } from 'react'
import { EntityStoreProvider } from 'copydesk/react'
import type { Session } from './session/session'
import { SignIn } from './session/SignIn'
import { Workspace } from './Workspace'

/** Signed in or not. A session brings its own store, so nothing of one user is left for the next. */
export function App({ restored }: { restored: Session | null }) {
  const [session, setSession] = useState(restored)
  if (!session) return <SignIn onSignIn={setSession} />
  const { store, signOut } = session
  return (
    <EntityStoreProvider store={store}>
      <Workspace
        session={session}
        onSignOut={signOut && (() => void signOut().then(() => setSession(null)))}
      />
    </EntityStoreProvider>
  )
}
