import type { EntityError } from '../../resolution/entityError'
import { originOf, type ReadFacts } from '../../resolution/readFacts'
import { selectResolutionByKey, selectStoredResolution, type Resolution } from '../../resolution/selectors'
import type { EntityState } from '../../store/rootReducer'

/** How what a component shows stands with the server. */
export interface ReadStatus {
  /** The state of the read: `'idle'`, `'resolving'`, `'success'` or `'error'`. */
  readonly status: 'idle' | 'resolving' | 'success' | 'error'
  /** The error of the last read. `undefined` if it succeeded. */
  readonly error: EntityError | undefined
  /** Whether the first read is pending: nothing is known yet. */
  readonly isResolving: boolean
  /** Whether any read is pending, the first or a later one. */
  readonly isFetching: boolean
  /** Whether a read has started. */
  readonly hasStarted: boolean
  /** Whether the first read has ended, with success or an error. */
  readonly hasResolved: boolean
  /**
   * Where the data comes from: `'server'`, or `'kept'` if `copydesk/durable` had it on the device. `undefined` until
   * something is known.
   */
  readonly source: 'server' | 'kept' | undefined
  /** When the server sent the data, in milliseconds since 1970. `undefined` if that is not known. */
  readonly at: number | undefined
}

export const idleStatus = /* @__PURE__ */ makeStatus('idle')

/** The names of what a status says. */
export const statusFields = [
  'status',
  'error',
  'isResolving',
  'isFetching',
  'hasStarted',
  'hasResolved',
  'source',
  'at',
] as const satisfies readonly (keyof ReadStatus)[]

const namesOfStatus: ReadonlySet<string> = /* @__PURE__ */ new Set(statusFields)

/** Whether a field says how a read stands. */
export function isStatusField(name: string): name is keyof ReadStatus {
  return namesOfStatus.has(name)
}

/** The status of a read that an effect has begun or is about to begin. */
export function readStatus(state: EntityState, facts: ReadFacts<EntityState>, isKnown: boolean): ReadStatus {
  const { key } = facts.question
  const now = selectResolutionByKey(state, key)
  const hasAnswer = isKnown || (selectStoredResolution(state, key)?.answeredSeq ?? 0) > 0
  const failed = now.status === 'error' ? now : undefined
  return shownStatus(hasAnswer, failed, now.status === 'resolving', originOf(state, facts))
}

/** The status of what is on screen: what is known stays there while it is read anew. */
export function shownStatus(
  hasAnswer: boolean,
  failed: Resolution | undefined,
  isFetching: boolean,
  origin: Pick<Resolution, 'source' | 'at'> | undefined,
): ReadStatus {
  const status = failed ? 'error' : hasAnswer ? 'success' : 'resolving'
  return makeStatus(status, failed?.error, isFetching, origin)
}

/** All that a status says. */
export function makeStatus(
  status: ReadStatus['status'],
  error?: EntityError,
  isFetching = false,
  { source, at }: Pick<Resolution, 'source' | 'at'> = {},
): ReadStatus {
  const isResolving = status === 'resolving'
  const hasStarted = status !== 'idle'
  return {
    status,
    error,
    isResolving,
    isFetching: isFetching || isResolving,
    hasStarted,
    hasResolved: hasStarted && !isResolving,
    source,
    at,
  }
}
