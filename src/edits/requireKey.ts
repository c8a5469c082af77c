import type { EntityConfig } from '../config/entityConfig'
import type { StateWithEntities } from '../entities/reducer'
import { recordKeyFor } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import type { EntityId, RecordKey } from '../core/keys'

/**
 * The key of the record that an id means, for a write.
 * @throws EntityStoreError `missing_id`, `invalid_id`
 */
export function requireKey(
  state: StateWithEntities,
  config: EntityConfig,
  id: EntityId | undefined,
): RecordKey {
  const key = recordKeyFor(state, config, id)
  if (key !== undefined) return key
  throw missingId(config.kind, config.name, id)
}

/** The error for a write without an id. */
export function missingId(kind: string, name: string, id: unknown): EntityStoreError {
  return new EntityStoreError(
    'missing_id',
    `${show(id)} is not the id of a record of (${kind}, ${name}). Pass the record's id, or make a new record with useNewEntityRecord or saveEntityRecord.`,
  )
}
