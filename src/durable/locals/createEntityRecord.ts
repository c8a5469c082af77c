import { keyField, type EntityConfig } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { EntityStoreError, show } from '../../core/errors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../../core/keys'
import { isRecord, type RecordData } from '../../core/plain'
import { eachRow } from '../../core/recordTable'
import { batched, type StoreAction, type Thunk } from '../../core/thunk'
import { applyEdits } from '../../edits/applyEdits'
import { withBlockText } from '../../edits/blockCodec'
import { inGroup, requireView, undoPolicy, type EditOptions } from '../../edits/editEntityRecord'
import type { LocalRecord } from '../../entities/localRecord'
import { selectRows } from '../../entities/selectors'
import type { EditsOf, EntityName, Kind } from '../../records/inference/inference'
import { localIdMade } from '../../store/localIds'
import type { EntityState } from '../../store/rootReducer'
import { localDigits } from './localDigits'
import { localsCompanion } from './localsCompanion'

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
  return makeDraft(kind, name, () => values, options)
}

/** Makes a record at once, of values that may depend on its id. */
export function makeDraft(
  kind: string,
  name: string,
  valuesOf: (id: EntityId) => RecordData | undefined,
  options: EditOptions = {},
): Thunk<EntityState, EntityId> {
  return (dispatch, getState, { companions }) => {
    if (!companions.has(localsCompanion)) {
      throw new EntityStoreError(
        'invalid_option',
        'Records that the server does not know need a store with createDurability() among its plugins.',
      )
    }
    const plan = planDraft(getState(), kind, name)
    dispatch(draftAction(getState(), plan, valuesOf(plan.id), options))
    return plan.id
  }
}

/** A draft that is to be made. */
export interface DraftPlan {
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  readonly id: EntityId
  readonly key: RecordKey
  /** The field that ids stand in. */
  readonly field: string
  readonly local: LocalRecord
}

/**
 * A draft of an entity, with an id of its own.
 * @throws EntityStoreError where the entity is not known, or has no ids.
 */
export function planDraft(state: EntityState, kind: string, name: string): DraftPlan {
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
  const local = { entity, createdAt: new Date().toISOString() }
  return { kind, name, entity, id, key: String(id) as RecordKey, field, local }
}

/** The event that a draft is made. */
export function draftAction(
  state: EntityState,
  { kind, name, entity, id, key, field, local }: DraftPlan,
  values: RecordData | undefined,
  options: EditOptions = {},
): StoreAction {
  const view = requireView(state, kind, name, id)
  const { entities } = state
  const aliases = { ...entities.aliases, [key]: local }
  if (values !== undefined && !isRecord(values)) {
    throw new EntityStoreError(
      'invalid_edit',
      `The values are ${show(values)}, but they must be an object of values by field.`,
    )
  }
  const given: RecordData = { ...withBlockText(state, view.config, values ?? {}), [field]: id }
  const edited = inGroup(applyEdits(state, view, given, undoPolicy(options)), options)
  return batched([localIdMade(entity, key, { entities: { ...entities, aliases } }), edited])
}

/** An id that no server gives and no other page makes. */
function makeLocalId(state: EntityState, config: EntityConfig): EntityId {
  const text = localDigits()
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
