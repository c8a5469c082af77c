import {
  createEntityStore,
  createRestFetcher,
  dehydrate,
  type EntityState,
  type EntityStore,
  type Fetcher,
  type RestFetcherOptions,
} from 'copydesk'
import { createDevtools, storeForArea } from 'copydesk/devtools'
import { durabilityOf } from 'copydesk/durable'
import { blockCodec } from '../blocks/blockCodec'
import { createTimeline, type Timeline } from '../history/timeline'
import { forgetEarlierSites, keepingFor, type Keeping } from '../kept/keeping'
import { readChoice, transportTexts, type TransportName } from '../together/choice'
import type { Together } from '../together/startTogether'
import { tellTurn } from './otherTabs'
import { told } from './told'
import { logIn, logOut, nonceAddress, readNonce } from './wordpressLogin'

/** Who is signed in. */
export interface CurrentUser {
  id: number
  name: string
  role: string
  /** Whether the drafts of others are theirs to change. */
  editsOthers: boolean
  /** What WordPress lets them do, by its own names. */
  capabilities: Readonly<Record<string, boolean>>
}

/** Somebody who is signed in, with a store of their own. */
export interface Session {
  /** Which session of this page it is. */
  number: number
  user: CurrentUser
  store: EntityStore
  /** When the steps of its undo history were done. */
  timeline: Timeline
  /** The host of a person's own site; null on the embedded WordPress. */
  site: string | null
  /** Null where a proxy signs in: it does so until it is ended. What is kept of the user on this device goes with it. */
  signOut: (() => Promise<void>) | null
  /** What keeping their edits on this device has to say. */
  troubles: Keeping['troubles']
  /** Whether another user of the site can be chosen without knowing a password: on the embedded WordPress. */
  canSwitch: boolean
  /** Whether it goes by cookies, which all tabs have in common: another one may sign its user out. */
  hasCookies: boolean
  /** What works together with others; null for somebody who works alone. */
  together: Together | null
  /** By what this session can work together with others. */
  transports: readonly TransportName[]
  /** The same user in a store that works together with others, or alone; what is unsaved comes along. */
  reopen: (choice: TransportName | null) => Promise<Session>
  /** Whether it came by that from another one of the same user. */
  isReopened: boolean
  /** Ends what is still under way: an answer that comes later is for nobody. */
  end: () => void
}

/** Cookies tell nothing to scripts, so the page remembers that it has some. */
const remembered = 'copydesk-signed-in'

/** Whoever serves the page says whether `/wp-json/` is a proxy to a site elsewhere, which signs in by itself. */
const ownSite = told('copydesk-site')

/** @throws Error with WordPress's own words when the password is wrong. */
export async function signInWithPassword(username: string, password: string): Promise<Session> {
  await logIn(username, password)
  const nonce = await readNonce()
  if (nonce === null) throw new Error('WordPress let you in, but the browser kept no cookie.')
  localStorage.setItem(remembered, 'yes')
  const session = await cookieSession(nonce)
  tellTurn(session.user)
  return session
}

/**
 * Signs the user of a session in again, who was signed out elsewhere, and goes on with it; where all was forgotten that was
 * kept of them, with a new one that has what is unsaved and keeps it from now on.
 * @throws Error with WordPress's own words when the password is wrong.
 */
export async function signInAgain(session: Session, username: string, password: string): Promise<Session> {
  await logIn(username, password)
  localStorage.setItem(remembered, 'yes')
  const isForgotten = durabilityOf(session.store)?.status().storage === 'off'
  const next = isForgotten ? await session.reopen(session.together?.transport ?? null) : session
  tellTurn(next.user)
  return next
}

/** Nothing is remembered: an application password stays in this page and is gone when it is reloaded. */
export function signInWithApplicationPassword(username: string, password: string): Promise<Session> {
  return openSession({ authorization: { username, password }, credentials: 'omit' }, async () => {})
}

/**
 * The session from before the page was loaded, or that of the proxy; null when there was none, or it has ended.
 * @throws RestError when a person's own site gives no answer.
 */
export async function restoreSession(): Promise<Session | null> {
  if (ownSite !== null) return openSession({}, null)
  if (localStorage.getItem(remembered) === null) return null
  const nonce = await readNonce().catch(() => null)
  if (nonce !== null) return cookieSession(nonce)
  localStorage.removeItem(remembered)
  return null
}

function cookieSession(nonce: string): Promise<Session> {
  return openSession({ nonce: { initial: nonce, refresh: nonceAddress } }, async () => {
    localStorage.removeItem(remembered)
    await logOut()
  })
}

let count = 0
/** The end of the session before: what it keeps is stored, and others of the same user may take it over. */
let closing: Promise<unknown> = Promise.resolve()
/** How long the first look at the page waits for what this tab has kept, in milliseconds. */
const longestWait = 1500

async function openSession(
  credentials: Omit<RestFetcherOptions, 'root'>,
  signOut: Session['signOut'],
  choice = readChoice(),
  /** Ends the session before of the same user, and gives its state. */
  takeState?: () => Promise<EntityState>,
): Promise<Session> {
  const root = new URL('/wp-json/', location.href).href
  const ended = new AbortController()
  // Also who is signed in, which is asked before there is a store, and what collaboration sends by itself.
  const devtools = createDevtools()
  const fetcher = devtools.watch(withEnd(createRestFetcher({ root, ...credentials }), ended.signal))
  const user = await readCurrentUser(fetcher)
  // Streams and sockets can show no password, only cookies; and all but polling needs servers beside the site.
  const hasCookies = ownSite === null && 'nonce' in credentials
  const transports = hasCookies ? allTransports : (['polling'] as const)
  const transport = transports.find((name) => name === choice)
  const together = transport ? await loadTogether(transport, fetcher, user) : null
  await closing
  const preloadedState = await takeState?.()
  const keeping = keepingFor({ site: siteOf(root), user: user.id })
  const timeline = createTimeline()
  const store = createEntityStore({
    fetcher,
    blocks: blockCodec,
    preloadedState,
    experimentalSync: together?.plugin,
    plugins: [devtools.plugin, timeline.plugin, keeping.plugin],
  })
  const durability = durabilityOf(store)
  // What this tab has left is there from the first look on, but for a browser that takes its time.
  await Promise.race([durability?.ready, new Promise((resolve) => setTimeout(resolve, longestWait))])
  return {
    number: ++count,
    user,
    store: storeForArea(store, 'Page'),
    timeline,
    site: ownSite,
    signOut:
      signOut &&
      (async () => {
        await signOut()
        if (hasCookies) tellTurn(null)
        await durability?.forget()
      }),
    troubles: keeping.troubles,
    canSwitch: ownSite === null,
    hasCookies,
    together,
    transports,
    reopen: (next) =>
      openSession(credentials, signOut, next, async () => {
        await durability?.close()
        return dehydrate(store.getState())
      }),
    isReopened: preloadedState !== undefined,
    end: () => {
      // Who leaves says so, for which the site must still be there.
      const leaving = Promise.resolve(together?.leave(store))
      const storing = Promise.resolve(durability?.close())
      closing = Promise.allSettled([leaving, storing]).then(() => ended.abort())
    },
  }
}

/**
 * Whose posts these are, for what is kept on this device: the WordPress of `npm start` is another one after each start,
 * at the same address.
 */
function siteOf(root: string): string {
  if (ownSite !== null) return ownSite
  const start = told('copydesk-started')
  if (start === null) return root
  forgetEarlierSites(root, start)
  return `${root}#${start}`
}

const allTransports = Object.keys(transportTexts) as TransportName[]

/** Loads what working together needs; without it, no code of it comes to the page. */
async function loadTogether(
  transport: TransportName,
  fetcher: Fetcher,
  user: CurrentUser,
): Promise<Together> {
  const { startTogether } = await import('../together/startTogether')
  return startTogether(transport, { fetcher, user: { id: user.id, name: user.name } })
}

/** The same fetcher, until the session has ended. */
function withEnd(fetcher: Fetcher, ended: AbortSignal): Fetcher {
  return (request) =>
    fetcher({ ...request, signal: request.signal ? AbortSignal.any([request.signal, ended]) : ended })
}

interface UserAnswer {
  id: number
  name: string
  roles: string[]
  capabilities: Record<string, boolean>
}

async function readCurrentUser(fetcher: Fetcher): Promise<CurrentUser> {
  const fields = 'id,name,roles,capabilities'
  const { data } = await fetcher({ path: `/wp/v2/users/me?context=edit&_fields=${fields}` })
  const { id, name, roles, capabilities } = data as UserAnswer
  return {
    id,
    name,
    role: roles[0] ?? 'visitor',
    editsOthers: capabilities.edit_others_posts === true,
    capabilities,
  }
}
