/** Why a request was sent. */
export interface Reason {
  /** The part of the page that asked, such as `Media`. */
  asker: string
  /** The function of the page that asked, and its file; null where a component did by being on screen. */
  caller: string | null
  /** What the store was asked for or told to do, such as `fetchEntityRecord postType/post 7`; null where it did not say. */
  what: string | null
  /** What made that need a request; null where it did not say. */
  occasion: string | null
}

/** One request that the page sent. */
export interface LoggedRequest {
  id: number
  method: string
  /** Path and query below the REST root. */
  path: string
  /** The answer's status, a word for what became of it, or null while it is under way. */
  status: number | 'aborted' | 'failed' | null
  /** Milliseconds until it was answered; null while it is under way. */
  duration: number | null
  /** When it was sent, in milliseconds since the page was opened. */
  sentAt: number
  /** What was made of it here rather than by the server; null where nothing. */
  note: string | null
  /** Null for what was sent past the store. */
  reason: Reason | null
}

/** A request that was not needed. */
export interface SavedRequest {
  id: number
  asker: string
  what: string
  /** Whether the store had the answer, or a request for the same was under way. */
  because: 'known' | 'shared'
}

/** What was sent, and what was not. */
export interface RequestHistory {
  /** The newest two hundred, newest first. */
  requests: readonly LoggedRequest[]
  /** How many were sent since the log was cleared. */
  sent: number
  /** The newest fifty, newest first. */
  saved: readonly SavedRequest[]
  /** How many were not needed since the log was cleared, by why. */
  counts: Readonly<Record<SavedRequest['because'], number>>
}

/** The history, for `useSyncExternalStore`. */
export interface RequestLog {
  read(): RequestHistory
  subscribe(listener: () => void): () => void
  put(request: LoggedRequest): void
  save(request: Omit<SavedRequest, 'id'>): void
  clear(): void
}

const empty: RequestHistory = { requests: [], sent: 0, saved: [], counts: { known: 0, shared: 0 } }

/** An empty log. */
export function createRequestLog(): RequestLog {
  let history = empty
  let savedId = 0
  let isTelling = false
  const listeners = new Set<() => void>()

  // Hundreds of rows may ask at once, and during a render nobody may be told.
  function show(next: RequestHistory): void {
    history = next
    if (isTelling) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      for (const listener of listeners) listener()
    })
  }

  return {
    read: () => history,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(request) {
      const { requests, sent } = history
      // One that was cleared away while it was under way stays away.
      const isNew = request.status === null
      show({
        ...history,
        sent: isNew ? sent + 1 : sent,
        requests: isNew
          ? [request, ...requests].slice(0, 200)
          : requests.map((other) => (other.id === request.id ? request : other)),
      })
    },
    save(request) {
      const { saved, counts } = history
      show({
        ...history,
        saved: [{ ...request, id: ++savedId }, ...saved].slice(0, 50),
        counts: { ...counts, [request.because]: counts[request.because] + 1 },
      })
    },
    clear: () => show(empty),
  }
}
