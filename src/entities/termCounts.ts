import { weakMapMemoize } from 'reselect'
import type { EntityConfig } from '../config/entityConfig'
import type { StateWithConfig } from '../config/reducer'
import { addresses, type Address } from '../core/address'
import { entityKey, kindPrefix, recordKey, type EntityKey } from '../core/keys'
import { own, type RecordData } from '../core/plain'
import type { StateWithEntities } from './reducer'
import { selectRow } from './selectors'

/** The lists of terms that go stale when a record is saved with some fields: its terms change counts, and its status. */
export function countsSaved(
  state: StateWithConfig,
  { kind }: Pick<EntityConfig, 'kind'>,
  fields: RecordData,
): readonly Address[] {
  if (kind !== 'postType') return []
  if (Object.hasOwn(fields, 'status')) return [addresses.counts()]
  return taxonomiesIn(state.config).flatMap(({ entity, field }) =>
    Object.hasOwn(fields, field) ? [addresses.counts(entity)] : [],
  )
}

/** The known terms that have one post more or less since it was as before; of one that is gone or new, all of its own. */
export function termsCounted(
  state: StateWithEntities,
  { kind }: Pick<EntityConfig, 'kind'>,
  before: RecordData = {},
  after: RecordData = {},
): readonly Address[] {
  if (kind !== 'postType') return []
  const isStatusChanged = own(before, 'status') !== own(after, 'status')
  return taxonomiesIn(state.config).flatMap(({ entity, field }) => {
    const [had, has] = [listIn(before, field), listIn(after, field)]
    const ids = new Set([...had, ...has])
    return [...ids].flatMap((id) => {
      const key = recordKey(id)
      const isCounted = isStatusChanged || had.includes(id) !== has.includes(id)
      const isKnown = key !== undefined && selectRow(state, entity, key, 'default') !== undefined
      return isCounted && isKnown ? [addresses.record(entity, key)] : []
    })
  })
}

function listIn(record: RecordData, field: string): readonly unknown[] {
  const value = own(record, field)
  return Array.isArray(value) ? value : []
}

/** The taxonomies that are known, each with the field of a post that has its terms. */
const taxonomiesIn = /* @__PURE__ */ weakMapMemoize(({ entities }: StateWithConfig['config']) =>
  Object.values(entities).flatMap(({ kind, name, baseURL }) => {
    const field = (baseURL as string).split('/').at(-1)
    return kind === 'taxonomy' && field ? [{ entity: entityKey('taxonomy', name), field }] : []
  }),
)

/** The lists of terms that go stale when a record is gone, or in the trash, or may have changed in any way. */
export function countsOfAny(entity: EntityKey): readonly Address[] {
  return entity.startsWith(kindPrefix('postType')) ? [addresses.counts()] : []
}
