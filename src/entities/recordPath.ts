import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../errors'
import type { RecordKey } from '../keys'
import { buildPath } from '../rest/urls'

/**
 * The path of a record, or of a collection where there is no key.
 * @throws EntityStoreError `invalid_id` for an id that would address something else than a record of the entity.
 */
export function recordPath(config: EntityConfig, key: RecordKey | undefined, query?: object): string {
  const isStray =
    key !== undefined && (/(^|\/)\.\.?(\/|$)/.test(key) || (config.hasNumericIds && key.includes('/')))
  if (isStray) {
    throw new EntityStoreError(
      'invalid_id',
      `${show(key)} is not the id of a record of (${config.kind}, ${config.name}).`,
    )
  }
  return buildPath(config.baseURL, isKeyless(config) ? undefined : key, query)
}
