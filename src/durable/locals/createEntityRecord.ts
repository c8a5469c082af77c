import { keyField, type EntityConfig } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { EntityStoreError } from '../../core/errors'
import { entityKey, type EntityId } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { eachRow } from '../../core/recordTable'
import { batched, type Thunk } from '../../core/thunk'
import { applyEdits } from '../../edits/applyEdits'
import { withBlockText } from '../../edits/blockCodec'
import { inGroup, requireView, undoPolicy, type EditOptions } from '../../edits/editEntityRecord'
import { selectRows } from '../../entities/selectors'
import type { EditsOf, EntityName, Kind } from '../../records/inference/inference'
import { localIdMade } from '../../store/localIds'
import type { EntityState } from '../../store/rootReducer'
import { localsCompanion } from './localsCompanion'

/** How many digits a local id has. */
const digits = 16

/**
 * Makes a record at once, before the server knows it: it has an id, can be edited, shown, undone and referred to like any
 * other, and is saved like any other. Where its id stands, the server's takes its place with the answer to the save.
 * @param values The fields that it begins with. Default: none.
 * @param options As `editEntityRecord`: making it is an undo level.
 * @returns The local id: a negative number of sixteen digits, or `local-` and sixteen digits where ids are texts.
 * @throws EntityStoreError as `editEntityRecord`; `invalid_option` for a store without `createDurability`, `invalid_record`
 * for an entity without ids.
 * @example
 * const id = dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
 * dispatch(editEntityRecord('postType', 'post', 12, { categories: [id] }))
 * await dispatch(saveDirtyEntityRecords())
 */
export function createEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  values?: EditsOf<K, N>,
  options: EditOptions = {},
): Thunk<EntityState, EntityId> {
  return (dispatch, getState, { companions }) => {
    if (!companions.has(localsCompanion)) {
      throw new EntityStoreError(
        'invalid_option',
        'Records that the server does not know need a store with createDurability() among its plugins.',
      )
    }
    const state = getState()
    const config = selectEntityConfig(state, kind, name)
    const id = config ? makeLocalId(state, config) : ''
    const view = requireView(state, kind, name, id || 'local')
    const field = keyField(view.config)
    if (field === undefined) {
      throw new EntityStoreError(
        'invalid_record',
        `(${kind}, ${name}) has one record, which is always there. Edit it with editEntityRecord.`,
      )
    }
    const entity = entityKey(kind, name)
    const { entities } = state
    const local = String(id)
    const aliases = { ...entities.aliases, [local]: { entity, createdAt: new Date().toISOString() } }
    const given: RecordData = {
      ...withBlockText(state, view.config, values ?? {}),
      [field]: id,
    }
    const edited = inGroup(applyEdits(state, view, given, undoPolicy(options)), options)
    dispatch(batched([localIdMade(entity, local, { entities: { ...entities, aliases } }), edited]))
    return id
  }
}

/** An id that no server gives and no other page makes: 52 random bits. */
function makeLocalId(state: EntityState, config: EntityConfig): EntityId {
  const bytes = crypto.getRandomValues(new Uint8Array(digits))
  // The first digit is no zero; nor is it so great that numbers would not be exact.
  const text = [...bytes].map((byte, at) => String(at === 0 ? 1 + (byte % 8) : byte % 10)).join('')
  return hasNumericIds(state, config) ? -Number(text) : `local-${text}`
}

/** Whether the ids of an entity are numbers: as its config says, else as those that are known are. */
function hasNumericIds(state: EntityState, config: EntityConfig): boolean {
  if (config.hasNumericIds !== undefined) return config.hasNumericIds
  const entity = entityKey(config.kind, config.name)
  let isNumeric = false
  eachRow(selectRows(state, entity, 'default'), ({ record }) => {
    isNumeric ||= typeof record[keyField(config) as string] === 'number'
  })
  return isNumeric
}
