import type { ConfigSliceState } from '../config/reducer'
import { isKeyless } from '../config/entityConfig'
import { configIn, recordLocation, type RecordLocation } from '../entities/recordLocation'
import { recordResolutionKey, recordScopes, selectRecordSeq } from '../entities/fetchEntityRecord'
import { EntityStoreError, show } from '../core/errors'
import type { EntityId, ResolutionKey } from '../core/keys'
import { userPatternCategoriesList } from '../wordpress/fetchUserPatternCategories'
import { lookupKey, type LookupArguments } from '../wordpress/lookups/lookup'
import { permissionsResolutionKey } from '../permissions/fetchPermissions'
import { readResource, type Resource } from '../permissions/resource'
import { listResolutionKey } from '../queries/fetchEntityRecords'
import { own } from '../core/plain'
import { normalizeQuery, type QueryInput } from '../core/query'
import {
  idle,
  resolved,
  selectResolutionByKey,
  selectInvalidatedSeq,
  type Resolution,
} from '../resolution/selectors'
import { revisionsLocation } from '../revisions/revisionsLocation'
import { authorsQuery } from '../wordpress/fetchAuthors'
import { selectThemeStyleRevisions } from '../wordpress/fetchThemeStyleRevisions'
import { selectThemeBaseStyles, selectThemeStyleVariations } from '../wordpress/fetchThemeStyles'
import { activeTheme } from '../wordpress/selectors'
import { selectHomePage } from '../wordpress/homePage/fetchHomePage'
import { selectTemplateId } from '../wordpress/homePage/fetchTemplateId'
import { selectFrontSettings } from '../wordpress/homePage/frontSettings'
import type { EntityState } from './rootReducer'

/** The arguments of each read, as its resolution is asked for. */
export interface ReadArguments extends LookupArguments {
  readonly loadEntityConfigs: readonly [kind: string]
  readonly fetchEntityRecord: readonly [kind: string, name: string, id?: EntityId, query?: QueryInput]
  readonly fetchEntityRecords: readonly [kind: string, name: string, query?: QueryInput]
  readonly fetchRevisions: readonly [kind: string, name: string, recordId?: EntityId, query?: QueryInput]
  readonly fetchRevision: readonly [
    kind: string,
    name: string,
    recordId?: EntityId,
    revisionId?: EntityId,
    query?: QueryInput,
  ]
  readonly fetchCurrentTheme: readonly []
  readonly fetchGlobalStylesId: readonly []
  readonly fetchPermissions: readonly [resource: Resource, id?: EntityId]
}

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
  switch (operation) {
    case 'fetchEntityRecord': {
      const [kind, name, id, query] = given as ReadArguments['fetchEntityRecord']
      return selectRecordResolution(state, recordLocation(kind, name), id, query)
    }
    case 'fetchRevision': {
      const [kind, name, id, revisionId, query] = given as ReadArguments['fetchRevision']
      return selectRecordResolution(state, revisionsLocation(kind, name, id), revisionId, query)
    }
    case 'fetchEntityRecords':
    case 'fetchRevisions':
    case 'fetchAuthors':
    case 'fetchCurrentTheme':
    case 'fetchGlobalStylesId':
    case 'fetchUserPatternCategories':
    case 'fetchPermissions':
      return selectResolutionByKey(state, selectResolutionKey(state, operation, ...given))
    default:
      if (!/^(fetch|load)[A-Z]/.test(operation)) {
        throw new EntityStoreError(
          'invalid_option',
          `${show(operation)} is not a read. Name the thunk, such as 'fetchEntityRecord'.`,
        )
      }
      return selectLookupResolution(state, operation, given)
  }
}

/** The key under which the resolution of a read stands. */
export function selectResolutionKey<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): ResolutionKey {
  const [first, second, ...rest] = given as readonly [string, string, ...never[]]
  switch (operation) {
    case 'fetchEntityRecord':
      return recordKeyOf(state, recordLocation(first, second), rest[0], rest[1])
    case 'fetchEntityRecords':
      return listResolutionKey(recordLocation(first, second), normalizeQuery(rest[0]))
    case 'fetchRevision':
      return recordKeyOf(state, revisionsLocation(first, second, rest[0]), rest[1], rest[2])
    case 'fetchRevisions':
      return listResolutionKey(revisionsLocation(first, second, rest[0]), normalizeQuery(rest[1]))
    case 'fetchAuthors':
      return listResolutionKey(
        recordLocation('root', 'user'),
        normalizeQuery(authorsQuery(given[0] as QueryInput)),
      )
    case 'fetchCurrentTheme':
    case 'fetchGlobalStylesId':
      return listResolutionKey(recordLocation('root', 'theme'), normalizeQuery(activeTheme))
    case 'fetchUserPatternCategories': {
      const [kind, name, query] = userPatternCategoriesList
      return listResolutionKey(recordLocation(kind, name), normalizeQuery(query))
    }
    case 'fetchPermissions':
      return permissionsResolutionKey(readResource(...(given as ReadArguments['fetchPermissions'])))
    default:
      return lookupKey(operation, ...given)
  }
}

function recordKeyOf(
  state: EntityState,
  location: RecordLocation,
  id: EntityId | undefined,
  query: QueryInput,
): ResolutionKey {
  const config = configIn(state, location)
  return recordResolutionKey(location, config && isKeyless(config) ? undefined : id, normalizeQuery(query))
}

/** What reads in steps come to, so that it can be told whether that is known: null or undefined while it is not. */
const stepsAnswers: {
  readonly [operation: string]: (state: EntityState, given: readonly unknown[]) => unknown
} = {
  fetchThemeBaseStyles: selectThemeBaseStyles,
  fetchThemeStyleVariations: selectThemeStyleVariations,
  fetchThemeStyleRevisions: selectThemeStyleRevisions,
  fetchHomePage: selectHomePage,
  fetchPostsPageId: selectFrontSettings,
  fetchTemplateId: (state, given) => selectTemplateId(state, ...(given as ReadArguments['fetchTemplateId'])),
}

/**
 * A read in steps finds out only by going through them that all is known: nobody has to wait for that. Its success may
 * have been about another theme.
 */
function selectLookupResolution(
  state: EntityState,
  operation: string,
  given: readonly unknown[],
): Resolution {
  const resolution = selectResolutionByKey(state, lookupKey(operation, ...given))
  const answer = own(stepsAnswers, operation)
  if (answer === undefined) return resolution
  const known = answer(state, given)
  if (resolution.status === 'success' && known === undefined) return idle
  return resolution.status === 'resolving' && (known ?? null) !== null ? resolved : resolution
}

function selectRecordResolution(
  state: EntityState & ConfigSliceState,
  location: RecordLocation,
  id: EntityId | undefined,
  query: QueryInput,
): Resolution {
  const asked = normalizeQuery(query)
  const { entity, scopes } = location
  const config = configIn(state, location)
  const known = config && isKeyless(config) ? undefined : id
  const resolution = selectResolutionByKey(state, recordResolutionKey(location, known, asked))
  if (resolution.status !== 'idle') return resolution
  const invalidatedSeq = selectInvalidatedSeq(state, recordScopes(entity, scopes, known))
  return selectRecordSeq(state, config, id, asked) > invalidatedSeq ? resolved : resolution
}
