import { weakMapMemoize } from 'reselect'
import { serverSetting } from '../config/defineServer'
import { isKeyless, type DerivedConfig, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { FetchRequest } from '../core/fetchContract'
import type { RecordKey } from '../core/keys'
import { isLocalId } from '../core/localId'
import type { NormalizedQuery } from '../core/query'
import { collectionOf, pathIn, type Collection } from '../rest/urls'
import { readParameters, type AskedPaging } from './readParameters'

/**
 * The path of a record, or of a collection where there is no key.
 * @throws EntityStoreError `invalid_id` for an id that would address something else than a record of the entity,
 * `local_id` for one that the server does not know.
 */
export function recordPath(config: EntityConfig, key: RecordKey | undefined, query?: object): string {
  return pathOf(config, key, collectionOf(config.baseURL, query))
}

function pathOf(config: EntityConfig, key: RecordKey | undefined, collection: Collection): string {
  if (config.hasNumericIds && key?.includes('/')) {
    throw new EntityStoreError(
      'invalid_id',
      `${show(key)} is not the id of a record of (${config.kind}, ${config.name}).`,
    )
  }
  if (isLocalId(key)) {
    throw new EntityStoreError(
      'local_id',
      `${show(key)} was given to a record of (${config.kind}, ${config.name}) before it was on the server, which knows nothing of it. Save the record first.`,
    )
  }
  const path = pathIn(collection, isKeyless(config) ? undefined : key)
  return serverSetting(config, 'trailingSlash') ? path.replace(/\/?(\?|$)/, '/$1') : path
}

/** The address of a read: of a record, or of a page of the collection. A query with fields asks for the key too. */
export function requestToRead(
  config: DerivedConfig,
  query: NormalizedQuery,
  key: RecordKey | undefined,
  paging?: AskedPaging,
): Pick<FetchRequest, 'path' | 'url'> {
  const collection = paging ? collectionAsked(config, query, paging) : collectionOfRecords(config, query)
  const path = pathOf(config, key, collection)
  if (config.addressOf === undefined) return { path }
  const [below = '', parameters] = path.split('?')
  const place = config.addressOf(below)
  const address = parameters ? `${place}${place.includes('?') ? '&' : '?'}${parameters}` : place
  return /^https?:/.test(address) ? { url: address } : { path: address }
}

// Thousands of records may be read one by one, with the same query.
const collectionOfRecords = weakMapMemoize((config: EntityConfig, query: NormalizedQuery) =>
  collectionAsked(config, query),
)

function collectionAsked(config: EntityConfig, query: NormalizedQuery, paging?: AskedPaging): Collection {
  return collectionOf(config.baseURL, readParameters(config, query, paging))
}
