import { createObservable, once, type Observable } from './observable'

/** Why a request was sent. */
export interface Reason {
  /** The area of the page that asked, as a `DevtoolsArea` names it; null outside of one. */
  readonly area: string | null
  /** The component that needs the answer; null where none does, as for a save. */
  readonly component: string | null
  /** The function of the page that asked, and its file; null where a component did by being on screen. */
  readonly caller: string | null
  /** What the store is doing, such as `fetchEntityRecord postType/post 7`; null where it did not say. */
  readonly what: string | null
  /** What made that need a request; null where it did not say. */
  readonly occasion: string | null
}

/** One request that was sent. */
export interface LoggedRequest {
  readonly id: number
  readonly method: string
  /** Path and query below the REST root. */
  readonly path: string
  /** The answer's status, a word for what became of it, or null while it is under way. */
  readonly status: number | 'aborted' | 'failed' | null
  /** Milliseconds until it was answered; null while it is under way. */
  readonly duration: number | null
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt: number
  /** What was simulated by the failure switch; null where nothing. */
  readonly note: string | null
  /** Null for what was sent past the store. */
  readonly reason: Reason | null
}

/** A request that was not needed. */
export interface SavedRequest {
  readonly id: number
  readonly area: string | null
  readonly component: string | null
  readonly what: string
  /** Whether the store had the answer, or a request for the same was under way. */
  readonly because: 'known' | 'shared'
}

/** What was sent, and what was not. */
export interface RequestHistory {
  /** The newest two hundred, newest first. */
  readonly requests: readonly LoggedRequest[]
  /** How many were sent since the log was cleared. */
  readonly sent: number
  /** The newest fifty, newest first. */
  readonly saved: readonly SavedRequest[]
  /** How many were not needed since the log was cleared, by why. */
  readonly counts: Readonly<Record<SavedRequest['because'], number>>
}

/** The requests of a store. */
export interface RequestLog extends Observable<RequestHistory> {
  readonly put: (request: LoggedRequest) => void
  readonly save: (request: Omit<SavedRequest, 'id'>) => void
  readonly clear: () => void
}

const empty: RequestHistory = { requests: [], sent: 0, saved: [], counts: { known: 0, shared: 0 } }

/** An empty log. */
export function createRequestLog(): RequestLog {
  const history = createObservable(empty, once(queueMicrotask))
  let savedId = 0

  function put(request: LoggedRequest): void {
    const before = history.read()
    // One that was cleared away while it was under way stays away.
    const isNew = request.status === null
    history.set({
      ...before,
      sent: isNew ? before.sent + 1 : before.sent,
      requests: isNew
        ? [request, ...before.requests].slice(0, 200)
        : before.requests.map((other) => (other.id === request.id ? request : other)),
    })
  }

  function save(request: Omit<SavedRequest, 'id'>): void {
    const { saved, counts, ...rest } = history.read()
    history.set({
      ...rest,
      saved: [{ ...request, id: ++savedId }, ...saved].slice(0, 50),
      counts: { ...counts, [request.because]: counts[request.because] + 1 },
    })
  }

  return { ...history, put, save, clear: () => history.set(empty) }
}
