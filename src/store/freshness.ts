import { isKeyless } from '../config/entityConfig'
import { entityKey, keylessRecord, recordKey, stale, type EntityId, type StaleScope } from '../core/keys'
import { normalizeQuery, type QueryInput } from '../core/query'
import { recordScopes, selectRecordSeq } from '../entities/fetchEntityRecord'
import { configIn, recordLocation, type RecordLocation } from '../entities/recordLocation'
import { permissionScopes } from '../permissions/fetchPermissions'
import { readResource } from '../permissions/resource'
import { selectPermissions, selectPermissionsSeq } from '../permissions/selectors'
import { listScopes } from '../queries/fetchEntityRecords'
import { selectListSeq } from '../queries/selectors'
import { selectInvalidatedSeq, selectStoredResolution } from '../resolution/selectors'
import { revisionsLocation } from '../revisions/revisionsLocation'
import { authorsQuery } from '../wordpress/fetchAuthors'
import { userPatternCategoriesList } from '../wordpress/fetchUserPatternCategories'
import { activeTheme, selectGlobalStylesId } from '../wordpress/selectors'
import type { EntityState } from './rootReducer'
import { selectResolutionKey, type ReadArguments } from './selectResolution'

/** When the answer to a read holds. */
interface Validity {
  readonly scopes: readonly StaleScope[]
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
  return selectInvalidatedSeq(state, validityOf(state, operation, given).scopes)
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
  const { scopes, knownSeq } = validityOf(state, operation, given)
  const staleSince = selectInvalidatedSeq(state, scopes)
  const entry = selectStoredResolution(state, selectResolutionKey(state, operation, ...given))
  if (entry?.status === 'success' && entry.answeredSeq > staleSince) return true
  return entry?.status !== 'error' && knownSeq > staleSince
}

function validityOf(state: EntityState, operation: string, given: readonly unknown[]): Validity {
  const [first, second, third, fourth, fifth] = given as readonly [string, string, EntityId, never, never]
  switch (operation) {
    case 'fetchEntityRecord':
      return recordValidity(state, recordLocation(first, second), third, fourth)
    case 'fetchEntityRecords':
      return listValidity(state, recordLocation(first, second), third as QueryInput & EntityId)
    case 'fetchRevision':
      return recordValidity(state, revisionsLocation(first, second, third), fourth, fifth)
    case 'fetchRevisions':
      return listValidity(state, revisionsLocation(first, second, third), fourth)
    case 'fetchPermissions':
      return permissionValidity(state, ...(given as ReadArguments['fetchPermissions']))
    case 'fetchAuthors':
      return listValidity(state, recordLocation('root', 'user'), authorsQuery(given[0] as QueryInput))
    case 'fetchUserPatternCategories': {
      const [kind, name, query] = userPatternCategoriesList
      return listValidity(state, recordLocation(kind, name), query)
    }
    case 'fetchCurrentTheme':
    case 'fetchGlobalStylesId':
      return listValidity(state, recordLocation('root', 'theme'), activeTheme)
    default:
      return { scopes: lookupScopes(state, operation, given), knownSeq: 0 }
  }
}

function recordValidity(
  state: EntityState,
  location: RecordLocation,
  id: EntityId | undefined,
  query: QueryInput,
): Validity {
  const config = configIn(state, location)
  const ownId = config && isKeyless(config) ? undefined : id
  return {
    scopes: recordScopes(location.entity, location.scopes, ownId),
    knownSeq: selectRecordSeq(state, config, ownId, normalizeQuery(query)),
  }
}

function listValidity(state: EntityState, location: RecordLocation, query: QueryInput): Validity {
  const asked = normalizeQuery(query)
  return {
    scopes: listScopes(location.entity, location.scopes, asked),
    knownSeq: selectListSeq(state, configIn(state, location), asked),
  }
}

function permissionValidity(state: EntityState, ...given: ReadArguments['fetchPermissions']): Validity {
  const about = readResource(...given)
  const { create, read, update, delete: remove } = selectPermissions(state, about) ?? {}
  const isWhole = ![create, read, update, remove].includes(undefined)
  return { scopes: permissionScopes(about), knownSeq: isWhole ? selectPermissionsSeq(state, about) : 0 }
}

/** What makes the answer of a lookup stale, that of a read in steps by what its steps read. */
function lookupScopes(
  state: EntityState,
  operation: string,
  [first, second]: readonly unknown[],
): readonly StaleScope[] {
  const site = ['site', '__unstableBase'].flatMap((name) => [
    stale.entity(entityKey('root', name)),
    stale.record(entityKey('root', name), keylessRecord),
  ])
  const templates = stale.lists(entityKey('postType', 'wp_template'))
  const themes = () => listValidity(state, recordLocation('root', 'theme'), activeTheme).scopes
  switch (operation) {
    case 'loadEntityConfigs':
      return [stale.everything, stale.kind(String(first))]
    case 'fetchAutosaves':
      return [stale.everything, ...recordScopesOf(String(first), second)]
    case 'fetchCurrentUser':
      return [stale.everything, stale.entity(entityKey('root', 'user'))]
    case 'fetchDefaultTemplateId':
      return [stale.everything, templates]
    case 'fetchHomePage':
    case 'fetchPostsPageId':
      return [stale.everything, stale.kind('root'), templates, ...site]
    case 'fetchTemplateId': {
      const post = recordScopesOf(String(first), second)
      return [stale.everything, stale.kind('root'), stale.kind('postType'), templates, ...site, ...post]
    }
    case 'fetchThemeBaseStyles':
    case 'fetchThemeStyleVariations':
      return themes()
    case 'fetchThemeStyleRevisions': {
      const styles = revisionsLocation('root', 'globalStyles', selectGlobalStylesId(state))
      return [...themes(), ...styles.scopes]
    }
    default:
      return [stale.everything]
  }
}

function recordScopesOf(postType: string, id: unknown): readonly StaleScope[] {
  const entity = entityKey('postType', postType)
  const key = recordKey(id)
  return key === undefined ? [stale.entity(entity)] : [stale.entity(entity), stale.record(entity, key)]
}
