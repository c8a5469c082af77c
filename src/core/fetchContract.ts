/** How failed requests are repeated. */
export interface RetryOptions {
  /** How often a failed request is repeated after its first try. Default 3. */
  retries?: number
  /** Milliseconds before the first repeat; doubles each time, less a random part of up to a half. Default 500. */
  baseDelay?: number
  /** Milliseconds that a wait never exceeds, unless the server's `Retry-After` asks for more. Default 8000. */
  maxDelay?: number
  /** Source of the randomness, from 0 to below 1. Default `Math.random`. */
  random?: () => number
}

/** How much of an upload is on its way. */
export interface UploadProgress {
  /** Bytes sent so far. */
  loaded: number
  /** Bytes in the whole body, null where it is unknown. */
  total: number | null
}

/** One request to the site: a `path` below the root, or a whole `url`. */
export interface FetchRequest {
  /** Path below the REST root with its query, `/wp/v2/posts?context=edit` for example. */
  path?: string
  /** Whole address, used as it is; credentials go along only to the root's own origin. */
  url?: string
  /** HTTP method. Default GET. */
  method?: string
  /** Sent as the JSON body; not for GET and HEAD. */
  data?: unknown
  /** Sent as it is (a FormData or a Blob, for example); not beside `data`. */
  body?: BodyInit | null
  /** Added to this request, replacing the fetcher's own of the same name. */
  headers?: Record<string, string>
  /** Aborts the request, its repeats and the waits between them. */
  signal?: AbortSignal | undefined
  /** Called as the body leaves; silent where there is no XMLHttpRequest. */
  onProgress?: (progress: UploadProgress) => void
  /**
   * Whether the request goes on when its page ends, as `keepalive` of `fetch` has it: for what is sent as somebody leaves.
   * Browsers let 64 kB go so; `createRestFetcher` sends more than that without it. Default false.
   */
  keepalive?: boolean
  /** Whether a write may travel with others in `POST /batch/v1`. Default: when its path is below `/wp/v2/`. */
  isBatchable?: boolean
  /** Asks for repeats of a write, or switches them off for a read. Default: reads yes, writes no. */
  retry?: boolean | RetryOptions
  /**
   * What of the answer is wanted, for fetchers to which one costs more than the other: the `headers` too where they
   * say how long a list is or what is allowed. Default `body`.
   */
  needs?: 'body' | 'headers'
}

/** Headers of an answer. */
export interface ResponseHeaders {
  /** Value of a header whatever its case, null where it is missing. */
  get(name: string): string | null
}

/** One answer of the site, with a status from 200 to 299. */
export interface FetchResponse {
  /** HTTP status. */
  status: number
  /** Headers of the answer. */
  headers: ResponseHeaders
  /** The parsed body; null where it is empty. */
  data: unknown
}

/**
 * Sends one request and resolves with its answer; the only way the store reaches the network.
 *
 * Rejects with a `RestError` for every failure, and with an `AbortError` when aborted.
 */
export interface Fetcher {
  (request: FetchRequest): Promise<FetchResponse>
  /**
   * Whether it reads all pages of a list by itself when a path has `per_page=-1`, as WordPress's `apiFetch` does: a
   * whole list is then one request. Default false: the store asks for page after page.
   */
  readonly pagesItself?: boolean
  /**
   * Has somebody asked before the first write leaves with a nonce that was renewed, as it is that of whoever is signed in
   * by then: the write leaves once what is given has resolved, and fails with what it rejects with, as do those that
   * follow until it resolves. Gives the way out. Absent where the fetcher can't know of a renewal.
   */
  readonly onNonceRenewed?: (confirm: () => Promise<void>) => () => void
}

/** A fetcher that sends by another one, and says of itself what that one says. */
export function fetcherLike(
  fetcher: Fetcher,
  send: (request: FetchRequest) => Promise<FetchResponse>,
): Fetcher {
  return Object.assign(send, fetcher)
}
