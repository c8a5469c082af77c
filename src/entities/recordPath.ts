import { weakMapMemoize } from 'reselect'
import { serverSetting } from '../config/defineServer'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import { collectionOf, pathIn, type Collection } from '../rest/urls'
import { readParameters, type AskedPaging } from './readParameters'

/**
 * The path of a record, or of a collection where there is no key.
 * @throws EntityStoreError `invalid_id` for an id that would address something else than a record of the entity.
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
  const path = pathIn(collection, isKeyless(config) ? undefined : key)
  return serverSetting(config, 'trailingSlash') ? path.replace(/\/?(\?|$)/, '/$1') : path
}

/** The path of a read: of a record, or of a page of the collection. A query with fields asks for the key too. */
export function pathToRead(
  config: EntityConfig,
  query: NormalizedQuery,
  key: RecordKey | undefined,
  paging?: AskedPaging,
): string {
  return pathOf(
    config,
    key,
    paging ? collectionAsked(config, query, paging) : collectionOfRecords(config, query),
  )
}

// Thousands of records may be read one by one, with the same query.
const collectionOfRecords = weakMapMemoize((config: EntityConfig, query: NormalizedQuery) =>
  collectionAsked(config, query),
)

function collectionAsked(config: EntityConfig, query: NormalizedQuery, paging?: AskedPaging): Collection {
  return collectionOf(config.baseURL, readParameters(config, query, paging))
}
