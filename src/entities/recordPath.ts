import { remembered } from '../core/companions'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import { collectionOf, pathIn, type Collection } from '../rest/urls'
import { askedFields } from './selectors'

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
  return pathIn(collection, isKeyless(config) ? undefined : key)
}

/** The path of a read: of a record, or of a page of the collection. A query with fields asks for the key too. */
export function pathToRead(
  config: EntityConfig,
  query: NormalizedQuery,
  key: RecordKey | undefined,
  paging?: object,
): string {
  if (paging) return pathOf(config, key, collectionAsked(config, query, paging))
  const known = remembered(collections, config, () => new WeakMap<NormalizedQuery, Collection>())
  return pathOf(
    config,
    key,
    remembered(known, query, () => collectionAsked(config, query)),
  )
}

// Thousands of records may be read one by one, with the same query.
const collections = new WeakMap<EntityConfig, WeakMap<NormalizedQuery, Collection>>()

function collectionAsked(config: EntityConfig, query: NormalizedQuery, paging?: object): Collection {
  const fields = askedFields(query, config)
  return collectionOf(config.baseURL, {
    ...config.baseURLParams,
    ...paging,
    ...query.parameters,
    ...(fields && { _fields: fields.join() }),
  })
}
