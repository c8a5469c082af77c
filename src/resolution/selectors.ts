import { weakMapMemoize } from 'reselect'
import { newestAbove, type Address } from '../core/address'
import type { ResolutionKey } from '../core/keys'
import { originalError } from '../core/errors'
import { getRow, rowTest } from '../core/recordTable'
import type { EntityError } from './entityError'
import type { StateWithResolution, ResolutionState } from './reducer'
import type { StoredResolution } from './storedResolution'

/** The seq before which answers no longer hold, by what went stale. */
export type InvalidatedSeqs = ResolutionState['invalidatedSeqs']

/** How a question stands, as hooks and screens show it. */
export interface Resolution {
  readonly status: 'idle' | 'resolving' | 'success' | 'error'
  /** What was thrown, when the status is `error`. */
  readonly error?: EntityError
  /**
   * Where what is known comes from: the server has answered this page, or an earlier page of `copydesk/durable` has kept it on
   * the device. Absent while nothing is known.
   */
  readonly source?: 'server' | 'kept'
  /** When it was answered, in milliseconds since 1970; absent where that is not known. */
  readonly at?: number
}

export const idle: Resolution = { status: 'idle' }
const resolving: Resolution = { status: 'resolving' }
export const resolved: Resolution = { status: 'success' }
const failed = /* @__PURE__ */ weakMapMemoize(({ error }: StoredResolution): Resolution => ({
  status: 'error',
  error: originalError(error) as EntityError,
}))

export function selectStoredResolution(
  state: StateWithResolution,
  key: ResolutionKey,
): StoredResolution | undefined {
  return getRow(state.resolution.entries, key)
}

/** Whether the last try of any question has failed. */
export function selectHasFailures({ resolution }: StateWithResolution): boolean {
  return hasFailures(resolution.entries)
}

const hasFailures = /* @__PURE__ */ rowTest(({ status }: StoredResolution) => status === 'error')

/** How the question with this key stands; the same object while that does not change. */
export function selectResolutionByKey(state: StateWithResolution, key: ResolutionKey): Resolution {
  const entry = selectStoredResolution(state, key)
  if (entry === undefined) return idle
  if (entry.status === 'resolving') return resolving
  if (entry.status === 'success' || (entry.status === 'error' && entry.isKept)) return resolved
  return failed(entry)
}

/** The seq at which answers about something were last made stale, by that or by what is above it; 0 where they never were. */
export function selectStaleSeq({ resolution }: StateWithResolution, about: Address): number {
  return newestAbove(resolution.invalidatedSeqs, about)
}
