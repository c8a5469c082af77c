import { isFresh, staleSeqOf } from '../resolution/readFacts'
import { factsOf, type ReadArguments } from './reads'
import type { EntityState } from './rootReducer'

/**
 * The sequence number at which answers to a read were last made stale; 0 while they never were. It grows at the very
 * moment in which what was answered before no longer holds.
 * @param operation - The thunk that reads, by its name, such as `'fetchEntityRecord'`.
 * @param given - The arguments that the thunk is given, but for its options.
 * @throws EntityStoreError as the read itself, for arguments that it can't have.
 */
export function selectStaleSince<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): number {
  return staleSeqOf(state, factsOf(state, operation, ...given))
}

/**
 * Whether a read would be answered without asking the server: it was answered before, or what it asks came with other
 * answers, and nothing has made that stale since. Of a read in steps, such as `fetchHomePage`, whether each of them would.
 * @param operation - The thunk that reads, by its name, such as `'fetchEntityRecord'`.
 * @param given - The arguments that the thunk is given, but for its options.
 * @throws EntityStoreError as the read itself, for arguments that it can't have.
 */
export function selectIsFresh<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): boolean {
  return isFresh(state, factsOf(state, operation, ...given))
}
