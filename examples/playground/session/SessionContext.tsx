import { createContext, use, type ReactNode } from 'react'
import type { Session } from './session'

const SessionContext = createContext<Session | null>(null)

/** Makes the session known to everything below. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Who is signed in, and where. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/**
 * Whether the user has one of WordPress's capabilities, such as `manage_options`: what is offered goes by it. What is
 * allowed in the end, the store asks the server.
 */
export function useMay(capability: string): boolean {
  return useSession().user.capabilities[capability] === true
}
