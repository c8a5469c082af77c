import type { EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import { selectEntityConfigs } from '../config/selectors'
import { addresses, type Address } from '../core/address'
import { entityKey, kindPrefix, type EntityKey } from '../core/keys'
import type { RecordData } from '../core/plain'

/** The lists of terms that go stale when a record is saved with some fields: its terms change counts, and its status. */
export function countsSaved(
  state: ConfigSliceState,
  { kind }: Pick<EntityConfig, 'kind'>,
  fields: RecordData,
): readonly Address[] {
  if (kind !== 'postType') return []
  if (Object.hasOwn(fields, 'status')) return [addresses.counts()]
  return selectEntityConfigs(state, 'taxonomy').flatMap(({ name, baseURL }) => {
    const restBase = baseURL.split('/').at(-1)
    return restBase && Object.hasOwn(fields, restBase) ? [addresses.counts(entityKey('taxonomy', name))] : []
  })
}

/** The lists of terms that go stale when a record is gone, or in the trash, or may have changed in any way. */
export function countsOfAny(entity: EntityKey): readonly Address[] {
  return entity.startsWith(kindPrefix('postType')) ? [addresses.counts()] : []
}
