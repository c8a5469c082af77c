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
  /** What was made of it here rather than by the server; null where nothing. */
  note: string | null
}

/** The newest requests, for `useSyncExternalStore`. */
export interface RequestLog {
  read(): readonly LoggedRequest[]
  subscribe(listener: () => void): () => void
  put(request: LoggedRequest): void
  clear(): void
}

const longest = 200

/** A log that keeps the newest two hundred, newest first. */
export function createRequestLog(): RequestLog {
  let requests: readonly LoggedRequest[] = []
  const listeners = new Set<() => void>()
  const show = (next: readonly LoggedRequest[]) => {
    requests = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => requests,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(request) {
      const isKnown = requests.some(({ id }) => id === request.id)
      show(
        isKnown
          ? requests.map((other) => (other.id === request.id ? request : other))
          : [request, ...requests].slice(0, longest),
      )
    },
    clear: () => show([]),
  }
}
