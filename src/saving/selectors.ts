import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { isKeyless } from '../config/entityConfig'
import type { EditsPart } from '../edits/reducer'
import { selectEditedView, summaryOf, type RecordSummary } from '../edits/selectors'
import type { EntitiesPart } from '../entities/reducer'
import { originalError } from '../errors'
import { entityKey, keylessRecord, recordKey, type EntityId } from '../keys'
import { eachRow, getRow } from '../table'
import { saveName, type SavingPart, type StoredSave } from './reducer'

/** A record by its id, or a create by the `createId` it was started with. */
export type SaveId = EntityId | { readonly createId: string } | undefined

/** Whether a record is being saved, autosaves included. Without an id: whether any create of the entity is under way. */
export function selectIsSaving(
  state: ConfigPart & SavingPart,
  kind: string,
  name: string,
  id?: SaveId,
): boolean {
  return selectSaves(state, kind, name, id).some(({ pending }) => pending)
}

/** Whether an autosave of a record is under way. */
export function selectIsAutosaving(
  state: ConfigPart & SavingPart,
  kind: string,
  name: string,
  id?: SaveId,
): boolean {
  return selectSaves(state, kind, name, id).some(({ pending, isAutosave }) => pending && isAutosave)
}

/** What the last save of a record failed with; undefined when it went well or another one is under way. Without an id: of a create. */
export function selectSaveError(
  state: ConfigPart & SavingPart,
  kind: string,
  name: string,
  id?: SaveId,
): unknown {
  return originalError(selectSaves(state, kind, name, id).find(({ error }) => error !== undefined)?.error)
}

/** Every record that is being saved, creates with the key undefined. */
export function selectEntityRecordsBeingSaved(
  state: ConfigPart & EntitiesPart & EditsPart & SavingPart,
): readonly RecordSummary[] {
  const before = beingSaved.get(state.saving)
  if (before) return before
  const records: RecordSummary[] = []
  eachRow(state.saving, (save) => {
    if (!save.pending) return
    const view = save.key === undefined ? undefined : selectEditedView(state, save.kind, save.name, save.id)
    records.push(view ? summaryOf(view) : { kind: save.kind, name: save.name, key: undefined, title: '' })
  })
  beingSaved.set(state.saving, records)
  return records
}

const beingSaved = new WeakMap<object, readonly RecordSummary[]>()

function selectSaves(
  state: ConfigPart & SavingPart,
  kind: string,
  name: string,
  id: SaveId,
): readonly StoredSave[] {
  const entity = entityKey(kind, name)
  if (typeof id === 'object') {
    const save = getRow(state.saving, saveName({ entity, key: undefined, createId: id.createId }))
    return save ? [save] : []
  }
  const config = selectEntityConfig(state, kind, name)
  const key = config && isKeyless(config) ? keylessRecord : recordKey(id)
  if (key !== undefined) {
    const save = getRow(state.saving, saveName({ entity, key }))
    return save ? [save] : []
  }
  const creates: StoredSave[] = []
  eachRow(state.saving, (save) => {
    if (save.entity === entity && save.key === undefined) creates.push(save)
  })
  return creates
}
