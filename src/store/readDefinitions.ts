import { EntityStoreError, show } from '../core/errors'
import { addresses, type Address } from '../core/address'
import { entityKey, keylessRecord, recordKey, type EntityId, type ResolutionKey } from '../core/keys'
import { configsAddress } from '../config/loadEntityConfigs'
import { own } from '../core/plain'
import type { QueryInput } from '../core/query'
import { recordLocation, type RecordLocation } from '../entities/recordLocation'
import { readResource, type ReadResource, type Resource } from '../permissions/resource'
import { revisionsLocation } from '../revisions/revisionsLocation'
import { authorsQuery } from '../wordpress/fetchAuthors'
import { selectThemeStyleRevisions } from '../wordpress/fetchThemeStyleRevisions'
import { selectThemeBaseStyles, selectThemeStyleVariations } from '../wordpress/fetchThemeStyles'
import { userPatternCategoriesList } from '../wordpress/fetchUserPatternCategories'
import { selectHomePage } from '../wordpress/homePage/fetchHomePage'
import { selectTemplateId } from '../wordpress/homePage/fetchTemplateId'
import { selectFrontSettings } from '../wordpress/homePage/frontSettings'
import { lookupKey, type LookupArguments } from '../wordpress/lookups/lookup'
import { activeTheme, selectGlobalStylesId } from '../wordpress/selectors'
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

/** What a read asks for: a record, a list, permissions, or something that is kept by its question. */
export type DefinedRead =
  | {
      readonly of: 'record'
      readonly location: RecordLocation
      readonly id: EntityId | undefined
      readonly query: QueryInput
    }
  | { readonly of: 'list'; readonly location: RecordLocation; readonly query: QueryInput }
  | { readonly of: 'permissions'; readonly about: ReadResource }
  | {
      readonly of: 'lookup'
      readonly key: ResolutionKey
      /** What makes the answer stale; that of a read in steps, by what its steps read. */
      readonly about: readonly Address[]
      /** Of a read in steps: whether all that it comes to is known, undefined where it is about something else now. */
      readonly isKnown?: (() => boolean | undefined) | undefined
    }

/**
 * What a read asks for.
 * @throws EntityStoreError `invalid_option` for what is no read; as the read itself, for arguments that it can't have.
 */
export function defineRead<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): DefinedRead {
  const define = own(definitions, operation) as Define<Operation> | undefined
  if (define) return define(state, ...given)
  if (/^(fetch|load)[A-Z]/.test(operation)) return lookup(operation, given)
  throw new EntityStoreError(
    'invalid_option',
    `${show(operation)} is not a read. Name the thunk, such as 'fetchEntityRecord'.`,
  )
}

type Define<Operation extends keyof ReadArguments> = (
  state: EntityState,
  ...given: ReadArguments[Operation]
) => DefinedRead

/** Those that are not here are lookups that nothing but everything makes stale. */
const definitions: { readonly [Operation in keyof ReadArguments]?: Define<Operation> } = {
  fetchEntityRecord: (state, kind, name, id, query) => record(recordLocation(kind, name), id, query),
  fetchEntityRecords: (state, kind, name, query) => list(recordLocation(kind, name), query),
  fetchRevision: (state, kind, name, recordId, id, query) =>
    record(revisionsLocation(kind, name, recordId), id, query),
  fetchRevisions: (state, kind, name, recordId, query) =>
    list(revisionsLocation(kind, name, recordId), query),
  fetchPermissions: (state, resource, id) => ({ of: 'permissions', about: readResource(resource, id) }),
  fetchAuthors: (state, query) => list(recordLocation('root', 'user'), authorsQuery(query)),
  fetchUserPatternCategories: () => {
    const [kind, name, query] = userPatternCategoriesList
    return list(recordLocation(kind, name), query)
  },
  fetchCurrentTheme: () => list(recordLocation('root', 'theme'), activeTheme),
  fetchGlobalStylesId: () => list(recordLocation('root', 'theme'), activeTheme),

  loadEntityConfigs: (state, kind) => lookup('loadEntityConfigs', [kind], [configsAddress(kind)]),
  fetchAutosaves: (state, ...post) => lookup('fetchAutosaves', post, postScopes(...post)),
  fetchCurrentUser: () => lookup('fetchCurrentUser', [], [addresses.entity(entityKey('root', 'user'))]),
  fetchDefaultTemplateId: (state, query) =>
    lookup('fetchDefaultTemplateId', [query], [addresses.lists(entityKey('postType', 'wp_template'))]),
  fetchThemeBaseStyles: (state) =>
    steps('fetchThemeBaseStyles', [], [themes], () => selectThemeBaseStyles(state)),
  fetchThemeStyleVariations: (state) =>
    steps('fetchThemeStyleVariations', [], [themes], () => selectThemeStyleVariations(state)),
  fetchThemeStyleRevisions: (state) => {
    const { entity } = revisionsLocation('root', 'globalStyles', selectGlobalStylesId(state))
    const answer = () => selectThemeStyleRevisions(state)
    return steps('fetchThemeStyleRevisions', [], [themes, addresses.lists(entity)], answer)
  },
  fetchHomePage: (state) => steps('fetchHomePage', [], frontScopes(), () => selectHomePage(state)),
  fetchPostsPageId: (state) => steps('fetchPostsPageId', [], frontScopes(), () => selectFrontSettings(state)),
  fetchTemplateId: (state, ...post) => {
    const scopes = [...frontScopes(), ...postScopes(...post)]
    return steps('fetchTemplateId', post, scopes, () => selectTemplateId(state, ...post))
  },
}

function record(location: RecordLocation, id: EntityId | undefined, query: QueryInput): DefinedRead {
  return { of: 'record', location, id, query }
}

function list(location: RecordLocation, query: QueryInput): DefinedRead {
  return { of: 'list', location, query }
}

function lookup(
  operation: string,
  given: readonly unknown[],
  about: readonly Address[] = [],
): DefinedRead & { readonly of: 'lookup' } {
  return { of: 'lookup', key: lookupKey(operation, ...given), about }
}

/** @param answer What the read comes to: null while it is not known, undefined where there is no such thing. */
function steps(
  operation: string,
  given: readonly unknown[],
  about: readonly Address[],
  answer: () => unknown,
): DefinedRead {
  const isKnown = () => {
    const known = answer()
    return known === undefined ? undefined : known !== null
  }
  return { ...lookup(operation, given, about), isKnown }
}

const themes = addresses.lists(entityKey('root', 'theme'))

function frontScopes(): readonly Address[] {
  const site = ['site', '__unstableBase'].map((name) =>
    addresses.record(entityKey('root', name), keylessRecord),
  )
  return [addresses.lists(entityKey('postType', 'wp_template')), ...site]
}

function postScopes(postType: string, id: unknown): readonly Address[] {
  const entity = entityKey('postType', String(postType))
  const key = recordKey(id)
  return key === undefined ? [addresses.entity(entity)] : [addresses.record(entity, key)]
}
