import type { StoredError } from '../core/errors'

/** How one question stands. */
export interface StoredResolution {
  readonly status: 'resolving' | 'success' | 'error'
  /** The turn of the request that last succeeded; 0 when none has. */
  readonly answered: number
  /** When that answer came, in milliseconds since 1970; 0 when none has. */
  readonly at: number
  /** Why the last request failed; kept while it is tried again. */
  readonly error?: StoredError
}
