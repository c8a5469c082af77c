import { resolutionOf } from '../resolution/readFacts'
import type { Resolution } from '../resolution/selectors'
import { factsOf, type ReadArguments } from './reads'
import type { EntityState } from './rootReducer'

/**
 * How a read stands: `idle`, `resolving`, `success` or `error` with what was thrown. Give the arguments of the read;
 * equal ones mean the same read. A record that came with a list counts as read. A read that
 * only a plugin knows is `idle` until it was asked.
 * @param operation - The thunk that reads, by its name, such as `'fetchEntityRecord'`.
 * @param given - The arguments that the thunk is given, but for its options.
 * @throws EntityStoreError `invalid_option` for what can't be the name of a read.
 * @example
 * const { status, error } = selectResolution(state, 'fetchEntityRecord', 'postType', 'post', 1)
 */
export function selectResolution<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): Resolution {
  return resolutionOf(state, factsOf(state, operation, ...given))
}
