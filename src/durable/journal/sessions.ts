import type { Connection } from '../storage/connection'
import type { HeldLock } from '../storage/durableStorage'
import { randomHex } from '../randomHex'
import type { SessionValue } from './rows'

/** What pages of an owner tell each other. */
export type PageMessage =
  /** A page has begun. */
  | { readonly type: 'opened'; readonly session: string }
  /** What dead pages have left is other than before: adopted or discarded. */
  | { readonly type: 'changed' }
  /** Who is there? Each page answers `alive`. */
  | { readonly type: 'who' }
  | { readonly type: 'alive'; readonly session: string }
  /** A page was left. */
  | { readonly type: 'left'; readonly session: string }

/** How long pages have to say that they live, where there are no locks, in milliseconds. */
const answerTime = 500
/** How long a page that says nothing may live yet after its last sign, where there are no locks, in milliseconds. */
const silenceLimit = 60_000
/** How long the page before a reload may take to let go of its lock, in milliseconds. */
const reloadTime = 300

/** The life of this page among those of its owner, by which it is known whose rows nobody looks after. */
export interface Sessions {
  /** Names this life of the page. */
  readonly id: () => string
  /** The lives of this very tab that came before, as far as nobody has taken over what they left. */
  readonly previous: readonly string[]
  /** Says that what these have left is taken over, so that the next life of the tab does not look for it. */
  readonly settle: () => void
  /** Those of some sessions that live, and after how many milliseconds more are known to be dead, if any may be. */
  readonly living: (
    sessions: ReadonlyMap<string, SessionValue | undefined>,
  ) => Promise<{ readonly living: ReadonlySet<string>; readonly lookAgainIn: number | undefined }>
  /** Takes the lock again, where it was lost while the page was away. */
  readonly holdAgain: () => Promise<void>
  /** Goes on under another name. */
  readonly renew: () => Promise<void>
  readonly post: (message: PageMessage) => void
  readonly close: () => void
}

export async function openSessions(
  { name, storage, channel }: Connection,
  /** Called when what dead pages have left may be other than before. */
  onChange: () => void,
): Promise<Sessions> {
  const { locks } = storage
  const lockOf = (session: string) => `${name} page ${session}`
  const remembered = parseNames(storage.recall(name))
  const closing = new AbortController()
  const watched = new Set<string>()
  const answers = new Set<string>()
  let id = randomHex()
  let held: HeldLock | undefined
  let isHeld = true

  async function hold(): Promise<void> {
    held = await attempt(() => locks?.acquire(lockOf(id)))
    isHeld = true
    const taken = held
    void taken?.ended.then(() => {
      if (held === taken) isHeld = false
    })
  }

  /** Notices the death of a page: its lock is free then. Whoever waits shares it, so that nobody waits for anybody else. */
  function watch(session: string): void {
    if (!locks || watched.has(session) || session === id) return
    watched.add(session)
    const { signal } = closing
    void attempt(() => locks.acquire(lockOf(session), { shared: true, signal })).then((lock) => {
      if (!lock) return
      lock.release()
      watched.delete(session)
      onChange()
    })
  }

  const stopHearing = channel?.subscribe((message) => {
    // Whatever another release, or somebody else's script, may say.
    const { type, session } = Object(message) as { readonly type?: unknown; readonly session?: unknown }
    if (type === 'opened' || type === 'alive') {
      if (typeof session !== 'string') return
      watch(session)
      if (type === 'alive') answers.add(session)
    }
    // Whoever has just begun knows nobody yet.
    if (type === 'opened' || type === 'who') post({ type: 'alive', session: id })
    else if (type === 'changed' || type === 'left') onChange()
  })

  function post(message: PageMessage): void {
    try {
      channel?.post(message)
    } catch {
      // It is closed: nobody has to know any more.
    }
  }

  await hold()
  storage.remember(name, JSON.stringify([id, ...remembered]))
  post({ type: 'opened', session: id })

  async function livingByLocks(sessions: readonly string[]): Promise<ReadonlySet<string>> {
    const names = (await attempt(() => locks?.held())) ?? new Set<string>()
    const living = new Set(sessions.filter((session) => names.has(lockOf(session))))
    for (const session of living) {
      if (!remembered.includes(session)) continue
      // The page before a reload may be on its way out still; one that was duplicated stays.
      const signal = AbortSignal.timeout(reloadTime)
      const lock = await attempt(() => locks?.acquire(lockOf(session), { shared: true, signal }))
      lock?.release()
      if (lock) living.delete(session)
    }
    return living
  }

  return {
    id: () => id,
    previous: remembered,
    settle: () => storage.remember(name, JSON.stringify([id])),
    living: async (sessions) => {
      const others = [...sessions.keys()].filter((session) => session !== id)
      if (others.length === 0) return { living: new Set(), lookAgainIn: undefined }
      if (locks) {
        const living = await livingByLocks(others)
        for (const session of living) watch(session)
        return { living, lookAgainIn: undefined }
      }
      answers.clear()
      if (channel) {
        post({ type: 'who' })
        await new Promise((resolve) => setTimeout(resolve, answerTime))
      }
      const silent = others.filter((session) => !answers.has(session) && !remembered.includes(session))
      const left = silent.flatMap((session) => {
        const { seenAt = 0, isClosed = false } = sessions.get(session) ?? {}
        // A clock that was set back must not keep it alive for ever.
        const time = Math.min(seenAt + silenceLimit - Date.now(), silenceLimit)
        return isClosed || time <= 0 ? [] : [{ session, time }]
      })
      return {
        living: new Set([...answers, ...left.map(({ session }) => session)]),
        lookAgainIn: left.length > 0 ? Math.min(...left.map(({ time }) => time)) : undefined,
      }
    },
    holdAgain: async () => {
      // A page that is back at once has not heard yet that it has lost it.
      const names = await attempt(() => locks?.held())
      if (!isHeld || names?.has(lockOf(id)) === false) await hold()
    },
    renew: async () => {
      held?.release()
      id = randomHex()
      await hold()
      storage.remember(name, JSON.stringify([id]))
      post({ type: 'opened', session: id })
    },
    post,
    close: () => {
      stopHearing?.()
      closing.abort()
      post({ type: 'left', session: id })
      held?.release()
    },
  }
}

/** What a browser may refuse, as where a frame is shut off from all others. */
async function attempt<Value>(ask: () => Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}

function parseNames(text: string | undefined): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? (list as string[]) : []
  } catch {
    return []
  }
}
