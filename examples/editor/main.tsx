import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Session } from './app/session'
import { SignIn } from './app/SignIn'
import { SiteEditor } from './app/SiteEditor'
import './ui/base.css'
import './ui/controls.css'
import './ui/frame.css'
import './ui/document.css'

function App() {
  const [session, setSession] = useState<Session>()
  if (!session) return <SignIn onSignIn={setSession} />
  return <SiteEditor session={session} onSignOut={() => setSession(undefined)} />
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
