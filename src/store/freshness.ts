import { addresses, type Address } from '../core/address'
import { recordAddress, selectRecordSeq } from '../entities/fetchEntityRecord'
import { configIn, queryAt } from '../entities/recordLocation'
import { permissionAddress } from '../permissions/fetchPermissions'
import { selectPermissions, selectPermissionsSeq } from '../permissions/selectors'
import { selectListSeq } from '../queries/selectors'
import { selectStaleSeq, selectStoredResolution } from '../resolution/selectors'
import { defineRead, type DefinedRead, type ReadArguments } from './readDefinitions'
import type { EntityState } from './rootReducer'
import { keyOfRead, ownId } from './selectResolution'

/** When the answer to a read holds. */
interface Validity {
  readonly about: readonly Address[]
  /** The sequence number of the oldest answer that gives all of what is asked, whatever way it came; 0 where none does. */
  readonly knownSeq: number
}

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
  return newestStale(state, validityOf(state, defineRead(state, operation, ...given)).about)
}

/**
 * Whether a read would be answered without asking the server: it was answered before, or what it asks came with other
 * answers, and nothing has made that stale since. Of a read in steps, such as `fetchHomePage`, whether it was answered.
 * @param operation - The thunk that reads, by its name, such as `'fetchEntityRecord'`.
 * @param given - The arguments that the thunk is given, but for its options.
 * @throws EntityStoreError as the read itself, for arguments that it can't have.
 */
export function selectIsFresh<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): boolean {
  return selectFreshSeq(state, operation, ...given) > 0
}

/** The sequence number of the answer by which a read is fresh; 0 where it is not, see {@link selectIsFresh}. */
export function selectFreshSeq<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): number {
  const read = defineRead(state, operation, ...given)
  const { about, knownSeq } = validityOf(state, read)
  const entry = selectStoredResolution(state, keyOfRead(state, read))
  const ownSeq = entry?.status === 'success' ? entry.answeredSeq : 0
  const seq = Math.max(ownSeq, entry?.status === 'error' ? 0 : knownSeq)
  return seq > newestStale(state, about) ? seq : 0
}

function newestStale(state: EntityState, about: readonly Address[]): number {
  return Math.max(...about.map((one) => selectStaleSeq(state, one)))
}

function validityOf(state: EntityState, read: DefinedRead): Validity {
  switch (read.of) {
    case 'record': {
      const { location, query } = read
      const id = ownId(state, location, read.id)
      return {
        about: [recordAddress(location.entity, id)],
        knownSeq: selectRecordSeq(state, configIn(state, location), id, queryAt(state, location, query)),
      }
    }
    case 'list': {
      const { location } = read
      const asked = queryAt(state, location, read.query)
      return {
        about: [addresses.list(location.entity, asked.listKey)],
        knownSeq: selectListSeq(state, configIn(state, location), asked),
      }
    }
    case 'permissions': {
      const { about } = read
      const { create, read: mayRead, update, delete: remove } = selectPermissions(state, about) ?? {}
      const isWhole = ![create, mayRead, update, remove].includes(undefined)
      return { about: [permissionAddress(about)], knownSeq: isWhole ? selectPermissionsSeq(state, about) : 0 }
    }
    case 'lookup':
      return { about: read.about, knownSeq: 0 }
  }
}
