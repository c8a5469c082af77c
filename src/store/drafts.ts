import { keyField, type EntityConfig } from '../config/entityConfig'
import { selectAssumedConfig } from '../config/selectors'
import { EntityStoreError, show } from '../core/errors'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import { localDigits } from '../core/localId'
import { isRecord, type RecordData } from '../core/plain'
import { eachRow } from '../core/recordTable'
import { batched, type StoreAction } from '../core/thunk'
import { applyEdits } from '../edits/applyEdits'
import { withBlockText } from '../edits/blockCodec'
import { inGroup, requireView, undoPolicy, type EditOptions } from '../edits/editEntityRecord'
import { selectEditedView, type EditedView } from '../edits/selectors'
import { localIdMade } from '../entities/actions'
import type { LocalRecord } from '../entities/localRecord'
import { selectRows } from '../entities/selectors'
import type { EntityState } from './rootReducer'

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
 * @throws EntityStoreError `config_not_loaded` where nobody knows the entity, `invalid_record` where it has no ids.
 */
export function planDraft(state: EntityState, kind: string, name: string): DraftPlan {
  const config = selectAssumedConfig(state, kind, name)
  const id = config ? makeLocalId(state, config) : ''
  const field = keyField(viewOfDraft(state, kind, name, id || 'local').config)
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
  { kind, name, id, key, field, local }: DraftPlan,
  values: RecordData | undefined,
  options: EditOptions = {},
): StoreAction {
  const view = viewOfDraft(state, kind, name, id)
  if (values !== undefined && !isRecord(values)) {
    throw new EntityStoreError(
      'invalid_edit',
      `The values are ${show(values)}, but they must be an object of values by field.`,
    )
  }
  const given: RecordData = { ...withBlockText(state, view.config, values ?? {}), [field]: id }
  const edited = inGroup(applyEdits(state, view, given, undoPolicy(options)), options)
  return batched([localIdMade(key, local), edited])
}

/**
 * A draft with its edits. Of an entity that only the server describes it may be made before that was asked: the save waits
 * for the answer.
 * @throws EntityStoreError `config_not_loaded` for an entity that nobody knows.
 */
export function viewOfDraft(state: EntityState, kind: string, name: string, id: EntityId): EditedView {
  const config = selectAssumedConfig(state, kind, name)
  if (selectEditedView(state, kind, name, id) || !config) return requireView(state, kind, name, id)
  const unknown = { row: undefined, received: undefined, raw: undefined }
  return { config, entity: entityKey(kind, name), key: String(id) as RecordKey, id, ...unknown }
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
