import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../errors'
import type { RecordKey } from '../keys'
import type { NormalizedQuery } from '../query'
import { buildPath } from '../rest/urls'
import { askedFields } from './selectors'

/**
 * The path of a record, or of a collection where there is no key.
 * @throws EntityStoreError `invalid_id` for an id that would address something else than a record of the entity.
 */
export function recordPath(config: EntityConfig, key: RecordKey | undefined, query?: object): string {
  if (config.hasNumericIds && key?.includes('/')) {
    throw new EntityStoreError(
      'invalid_id',
      `${show(key)} is not the id of a record of (${config.kind}, ${config.name}).`,
    )
  }
  return buildPath(config.baseURL, isKeyless(config) ? undefined : key, query)
}

/** The path of a read: of a record, or of a page of the collection. A query with fields asks for the key too. */
export function pathToRead(
  config: EntityConfig,
  query: NormalizedQuery,
  key: RecordKey | undefined,
  paging?: object,
): string {
  const fields = askedFields(query, config)
  return recordPath(config, key, {
    ...config.baseURLParams,
    ...paging,
    ...query.parameters,
    ...(fields && { _fields: fields.join() }),
  })
}
