import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { EditsPart } from '../edits/reducer'
import { sameList, selectEditedView, summaryOf, type RecordSummary } from '../edits/selectors'
import type { EntitiesPart } from '../entities/reducer'
import { addressOf } from '../entities/selectors'
import { originalError } from '../errors'
import { entityKey, recordKey, type EntityId } from '../keys'
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

const beingSaved = new WeakMap<object, readonly RecordSummary[]>()

/** Every record that is being saved, creates with the key undefined. */
export function selectEntityRecordsBeingSaved(
  state: ConfigPart & EntitiesPart & EditsPart & SavingPart,
): readonly RecordSummary[] {
  const records: RecordSummary[] = []
  eachRow(state.saving, ({ pending, kind, name, key, id }) => {
    if (!pending) return
    const view = key === undefined ? undefined : selectEditedView(state, kind, name, id)
    records.push(view ? summaryOf(view) : { kind, name, key: undefined, title: '' })
  })
  return sameList(beingSaved, state.edits.anchor, records)
}

function selectSaves(
  state: ConfigPart & SavingPart,
  kind: string,
  name: string,
  id: SaveId,
): readonly StoredSave[] {
  const entity = entityKey(kind, name)
  const config = selectEntityConfig(state, kind, name)
  const isCreate = typeof id === 'object'
  const key = isCreate ? undefined : config ? addressOf(config, id) : recordKey(id)
  if (isCreate || key !== undefined) {
    const save = getRow(state.saving, saveName({ entity, key, ...(isCreate && id) }))
    return save ? [save] : []
  }
  const creates: StoredSave[] = []
  eachRow(state.saving, (save) => {
    if (save.entity === entity && save.key === undefined) creates.push(save)
  })
  return creates
}
