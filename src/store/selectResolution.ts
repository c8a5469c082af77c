import { isKeyless } from '../config/entityConfig'
import type { EntityId, ResolutionKey } from '../core/keys'
import type { QueryInput } from '../core/query'
import { recordAddress, recordResolutionKey, selectRecordSeq } from '../entities/fetchEntityRecord'
import { configIn, queryAt, type RecordLocation } from '../entities/recordLocation'
import { permissionsResolutionKey } from '../permissions/fetchPermissions'
import { listResolutionKey } from '../queries/fetchEntityRecords'
import {
  idle,
  resolved,
  selectStaleSeq,
  selectResolutionByKey,
  type Resolution,
} from '../resolution/selectors'
import { defineRead, type DefinedRead, type ReadArguments } from './readDefinitions'
import type { EntityState } from './rootReducer'

/**
 * How a read stands: `idle`, `resolving`, `success` or `error` with what was thrown. Give the arguments of the read;
 * equal ones mean the same read. A record that came with a list counts as read.
 * @param operation - The thunk that reads, by its name, such as `'fetchEntityRecord'`.
 * @param given - The arguments that the thunk is given, but for its options.
 * @throws EntityStoreError `invalid_option` for what is not the name of a read.
 * @example
 * const { status, error } = selectResolution(state, 'fetchEntityRecord', 'postType', 'post', 1)
 */
export function selectResolution<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): Resolution {
  const read = defineRead(state, operation, ...given)
  const resolution = selectResolutionByKey(state, keyOfRead(state, read))
  if (read.of === 'record') return recordResolution(state, read, resolution)
  return read.of === 'lookup' && read.isKnown ? stepsResolution(read.isKnown(), resolution) : resolution
}

/** The key under which the resolution of a read stands. */
export function keyOfRead(state: EntityState, read: DefinedRead): ResolutionKey {
  switch (read.of) {
    case 'record': {
      const { location, query } = read
      return recordResolutionKey(location, ownId(state, location, read.id), queryAt(state, location, query))
    }
    case 'list':
      return listResolutionKey(read.location, queryAt(state, read.location, read.query))
    case 'permissions':
      return permissionsResolutionKey(read.about)
    case 'lookup':
      return read.key
  }
}

/** The id that a read of one record names: none where the entity has no ids. */
export function ownId(
  state: EntityState,
  location: RecordLocation,
  id: EntityId | undefined,
): EntityId | undefined {
  const config = configIn(state, location)
  return config && isKeyless(config) ? undefined : id
}

/**
 * A read in steps finds out only by going through them that all is known: nobody has to wait for that. Its success may
 * have been about another theme.
 */
function stepsResolution(isKnown: boolean | undefined, resolution: Resolution): Resolution {
  if (resolution.status === 'success' && isKnown === undefined) return idle
  return resolution.status === 'resolving' && isKnown ? resolved : resolution
}

function recordResolution(
  state: EntityState,
  { location, id, query }: { location: RecordLocation; id: EntityId | undefined; query: QueryInput },
  resolution: Resolution,
): Resolution {
  if (resolution.status !== 'idle') return resolution
  const about = recordAddress(location.entity, ownId(state, location, id))
  const seq = selectRecordSeq(state, configIn(state, location), id, queryAt(state, location, query))
  return seq > selectStaleSeq(state, about) ? resolved : resolution
}
