import { createContext, use } from 'react'
import { createEntityStore, invalidate, RestError, type EntityStore, type Fetcher } from 'copydesk'
import { createDurability, durabilityOf } from 'copydesk/durable'

/** Somebody who is signed in at a site, with a store of their own. */
export interface Session {
  readonly store: EntityStore
  readonly user: { readonly id: number; readonly name: string }
  /** Whether the site has refused a request as from somebody who is not signed in (any more). */
  readonly hasEnded: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Goes on with another password; rejects where it is wrong, or somebody else's. */
  readonly signInAgain: (password: string) => Promise<void>
  /** Ends it, and deletes what this device has kept of the person's work. */
  readonly signOut: () => Promise<void>
}

/** How to speak to a site as somebody. */
export interface Connection {
  /** The address of its REST root: what is kept on this device is kept for this site. */
  readonly root: string
  readonly connect: (password: string) => Fetcher
}

/** Signs in and makes the store; rejects with a RestError with status 401 where the password is wrong. */
export async function openSession({ root, connect }: Connection, password: string): Promise<Session> {
  let send = connect(password)
  const user = await whoIs(send)
  let hasEnded = false
  const listeners = new Set<() => void>()
  const setEnded = (value: boolean) => {
    hasEnded = value
    for (const listener of listeners) listener()
  }
  const store = createEntityStore({
    fetcher: (request) => send(request),
    plugins: [createDurability({ owner: { site: root, user: user.id } })],
    defaults: {
      refetchOnFocus: true,
      onError: (error) => {
        if (error instanceof RestError && error.status === 401) setEnded(true)
      },
    },
  })
  return {
    store,
    user,
    hasEnded: () => hasEnded,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signInAgain: async (next) => {
      const again = connect(next)
      const { id } = await whoIs(again)
      if (id !== user.id) throw new Error(`Sign in as ${user.name}.`)
      send = again
      setEnded(false)
      // What could not be read is read again, and what waited is sent.
      store.dispatch(invalidate({}))
      await durabilityOf(store)?.queue.retry()
    },
    signOut: async () => durabilityOf(store)?.forget(),
  }
}

async function whoIs(fetcher: Fetcher): Promise<Session['user']> {
  const { data } = await fetcher({ path: '/wp/v2/users/me' })
  return data as Session['user']
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SiteEditor above it.')
  return session
}
