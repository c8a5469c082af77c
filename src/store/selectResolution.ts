import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { isKeyless } from '../config/entityConfig'
import { isRecordKnown, recordResolutionKey, recordScopes } from '../entities/fetchEntityRecord'
import { EntityStoreError, show } from '../errors'
import { resolutionKey, type EntityId } from '../keys'
import { permissionsResolutionKey } from '../permissions/fetchPermissions'
import { readResource, type Resource } from '../permissions/resource'
import { listResolutionKey } from '../queries/fetchEntityRecords'
import { normalizeQuery, type QueryInput } from '../query'
import { resolved, selectResolutionByKey, selectStaleTurn, type Resolution } from '../resolution/selectors'
import type { EntityState } from './rootReducer'

/** The arguments of each read, as its resolution is asked for. */
export interface ReadArguments {
  readonly loadEntityConfigs: readonly [kind: string]
  readonly fetchEntityRecord: readonly [kind: string, name: string, id?: EntityId, query?: QueryInput]
  readonly fetchEntityRecords: readonly [kind: string, name: string, query?: QueryInput]
  readonly fetchPermissions: readonly [resource: Resource, id?: EntityId]
}

/**
 * How a read stands: `idle`, `resolving`, `success` or `error` with what was thrown. Give the arguments of the read;
 * equal ones mean the same read. A record that came with a list counts as read. (spec.md, section 4)
 */
export function selectResolution<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): Resolution {
  switch (operation) {
    case 'loadEntityConfigs':
      return selectResolutionByKey(state, resolutionKey('loadEntityConfigs', String(given[0])))
    case 'fetchEntityRecord': {
      const [kind, name, id, query] = given as ReadArguments['fetchEntityRecord']
      return selectRecordResolution(state, kind, name, id, query)
    }
    case 'fetchEntityRecords': {
      const [kind, name, query] = given as ReadArguments['fetchEntityRecords']
      return selectResolutionByKey(state, listResolutionKey(kind, name, normalizeQuery(query)))
    }
    case 'fetchPermissions': {
      const [resource, id] = given as ReadArguments['fetchPermissions']
      return selectResolutionByKey(state, permissionsResolutionKey(readResource(resource, id)))
    }
    default:
      throw new EntityStoreError(
        'invalid_option',
        `${show(operation)} is not a read. Name the thunk, such as 'fetchEntityRecord'.`,
      )
  }
}

function selectRecordResolution(
  state: EntityState & ConfigPart,
  kind: string,
  name: string,
  id: EntityId | undefined,
  query: QueryInput,
): Resolution {
  const asked = normalizeQuery(query)
  const config = selectEntityConfig(state, kind, name)
  const known = config && isKeyless(config) ? undefined : id
  const resolution = selectResolutionByKey(state, recordResolutionKey(kind, name, known, asked))
  if (resolution.status !== 'idle') return resolution
  return isRecordKnown(state, kind, name, id, asked, selectStaleTurn(state, recordScopes(kind, name, known)))
    ? resolved
    : resolution
}
