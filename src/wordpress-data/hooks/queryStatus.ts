import type { ResolutionState } from '../resolutions'

/** How a read of a hook stands. */
export interface QueryStatus {
  /** Whether a request is under way; not yet in the first render. */
  readonly isResolving: boolean
  readonly hasStarted: boolean
  /** Whether it came to an end, a failure included. */
  readonly hasResolved: boolean
  readonly status: 'IDLE' | 'RESOLVING' | 'SUCCESS' | 'ERROR'
}

/** What nobody has asked for. */
export const idle: QueryStatus = {
  isResolving: false,
  hasStarted: false,
  hasResolved: false,
  status: 'IDLE',
}

const statuses: { readonly [Status in ResolutionState['status']]: QueryStatus } = {
  resolving: { isResolving: true, hasStarted: true, hasResolved: false, status: 'RESOLVING' },
  finished: { isResolving: false, hasStarted: true, hasResolved: true, status: 'SUCCESS' },
  error: { isResolving: false, hasStarted: true, hasResolved: true, status: 'ERROR' },
}

/** The status of a read, by the resolution of its selector. */
export function queryStatus(state: ResolutionState | undefined): QueryStatus {
  return state ? statuses[state.status] : idle
}
