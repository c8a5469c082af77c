/** What a lock of the caller says of itself; see `Lock`. */
export interface OwnLock {
  readonly id: string
  readonly path: readonly string[]
  /** An exclusive lock tolerates no other; shared ones tolerate each other. */
  readonly exclusive: boolean
}

/** Options of every read. */
export interface ReadOptions {
  /**
   * Ask even when the answer is known. The answer of a request that was sent before the call does not count: the
   * question is asked again once that one has been answered. Default false.
   */
  readonly force?: boolean
  /** Ask again when the known answer is older than this many milliseconds. Default: it holds until something makes it stale. */
  readonly staleTime?: number
  /**
   * Aborted when this caller no longer needs the answer; the request is aborted when nobody does. Without one, nothing
   * aborts the read.
   */
  readonly signal?: AbortSignal | undefined
  /** A lock of your own, which the read does not wait for. Default: none. */
  readonly lock?: OwnLock | undefined
}
