import { useState } from 'react'
import { EntityStoreProvider } from 'copydesk/react'
import { Router } from 'wouter'
import { Workspace } from './frame/Workspace'
import { useHashPath, useHashSearch } from './hashLocation'
import { ConflictProvider } from './kept/ConflictContext'
import { OwnTurn } from './session/OwnTurn'
import { SessionProvider } from './session/SessionContext'
import type { Session } from './session/session'
import { SignIn } from './session/SignIn'
import { Notices } from './ui/Notices'

/** Signed in or not. A session brings its own store, so nothing of one user is left for the next. */
export function App({ restored }: { restored: Session | null }) {
  const [session, setSession] = useState(restored)
  if (!session) return <SignIn onSignIn={setSession} />

  function changeSession(next: Session | null) {
    session?.end()
    setSession(next)
  }

  return (
    <EntityStoreProvider key={session.number} store={session.store}>
      <SessionProvider session={session}>
        <OwnTurn onSession={changeSession}>
          <Router hook={useHashPath} searchHook={useHashSearch} hrefs={(href) => `#${href}`}>
            <Notices>
              <ConflictProvider>
                <Workspace onSession={changeSession} />
              </ConflictProvider>
            </Notices>
          </Router>
        </OwnTurn>
      </SessionProvider>
    </EntityStoreProvider>
  )
}
