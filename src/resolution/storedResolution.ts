import type { Address } from '../core/address'
import type { StoredError } from '../core/errors'

/** How one question stands. */
export interface StoredResolution {
  /** The thunk that asks it. */
  readonly operation: string
  /** Its arguments in canonical form. */
  readonly args: readonly unknown[]
  /** What it is about: its answer goes stale with that and with all that is above it. */
  readonly about: Address
  readonly status: 'resolving' | 'success' | 'error'
  /** The seq of the request that last succeeded; 0 when none has. */
  readonly answeredSeq: number
  /** When that answer came, in milliseconds since 1970; 0 when none has. */
  readonly answeredAt: number
  /** Whether the last request did not reach the server, and what an earlier page has kept is shown instead. */
  readonly isKept?: true
  /** Why the last request failed; kept while it is tried again. */
  readonly error?: StoredError
}
