import type { EntityConfig } from '../config/entityConfig'
import type { EntitiesSliceState } from '../entities/reducer'
import { recordKeyFor } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import type { EntityId, RecordKey } from '../core/keys'

/**
 * The key of the record that an id means, for a write.
 * @throws EntityStoreError `missing_id`, `invalid_id`
 */
export function requireKey(
  state: EntitiesSliceState,
  config: EntityConfig,
  id: EntityId | undefined,
): RecordKey {
  const key = recordKeyFor(state, config, id)
  if (key !== undefined) return key
  throw new EntityStoreError(
    'missing_id',
    `${show(id)} is not the id of a record of (${config.kind}, ${config.name}). Pass the record's id.`,
  )
}
