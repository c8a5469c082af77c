import type { EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import { selectEntityConfigs } from '../config/selectors'
import { entityKey, kindPrefix, stale, type EntityKey, type StaleScope } from '../core/keys'
import type { RecordData } from '../core/plain'

/** The sets of a list that depends on how many posts have each term; none for all other lists. */
export function countScopes(
  entity: EntityKey,
  { orderby, hide_empty: hidesEmpty }: RecordData,
): readonly StaleScope[] {
  if (!entity.startsWith(kindPrefix('taxonomy'))) return []
  const isCounted =
    orderby === 'count' || !['undefined', 'null', 'false', '0', ''].includes(String(hidesEmpty))
  return isCounted ? [stale.counts(), stale.counts(entity)] : []
}

/** The lists of terms that go stale when a record is saved with some fields: its terms change counts, and its status. */
export function countsSaved(
  state: ConfigSliceState,
  { kind }: Pick<EntityConfig, 'kind'>,
  fields: RecordData,
): readonly StaleScope[] {
  if (kind !== 'postType') return []
  if (Object.hasOwn(fields, 'status')) return [stale.counts()]
  return selectEntityConfigs(state, 'taxonomy').flatMap(({ name, baseURL }) => {
    const restBase = baseURL.split('/').at(-1)
    return restBase && Object.hasOwn(fields, restBase) ? [stale.counts(entityKey('taxonomy', name))] : []
  })
}

/** The lists of terms that go stale when a record is gone, or in the trash, or may have changed in any way. */
export function countsOfAny(entity: EntityKey): readonly StaleScope[] {
  return entity.startsWith(kindPrefix('postType')) ? [stale.counts()] : []
}
