import { keyField } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { isLocalId } from '../../core/localId'
import { batched, eachAction, type StoreAction } from '../../core/thunk'
import type { RecordEdited } from '../../edits/actions'
import { own } from '../../core/plain'
import type { RecordSaved, RecordsRemoved } from '../../entities/actions'
import type { EntityStore } from '../../store/createEntityStore'
import { localIdReplaced } from '../../store/localIds'
import { selectIsQueued } from '../queue/selectors'
import { isMedia, shownOfFile } from '../../media/shownOfFile'
import type { DraftFiles } from './draftFiles'
import { idIn } from './rekey'
import { findLocalIds, replaceId } from './replaceIds'

/** Puts the server's id in the place of a local one, with the answer that brings it: listeners see both or none. */
export function replaceAnswered(store: EntityStore, files: DraftFiles, action: StoreAction): StoreAction {
  if (isEdit(action)) return withCurrentIds(store, action)
  const actions = eachAction(action)
  if (!actions.some((one) => isAnswerToDraft(one) || isEndOfDraft(one) || isEdit(one))) return action
  return batched(
    actions.flatMap((one) => {
      if (isEndOfDraft(one)) {
        for (const key of one.keys) {
          // An upload that may be done is looked for, and then deleted there: until then it needs its file.
          const isWaiting = selectIsQueued(store.getState(), one.kind, one.name, key)
          if (isLocalId(key) && !isWaiting) files.forget(key)
        }
      }
      if (isEdit(one)) return [withCurrentIds(store, one)]
      return isAnswerToDraft(one) ? replaced(store, files, one) : [one]
    }),
  )
}

/** An edit by somebody who still holds the local id of a record that has another one by now. */
function withCurrentIds(store: EntityStore, action: RecordEdited): RecordEdited {
  const { aliases } = store.getState().entities
  // Texts may be long, and this is each key that is typed.
  if (!aliases) return action
  let edited = action
  for (const local of findLocalIds(action.fields)) {
    const { id, url } = own(aliases, local) ?? {}
    if (id === undefined) continue
    const { fields, changes } = edited
    const replacement = { local, id, ...(url !== undefined && { url }) }
    edited = {
      ...edited,
      fields: replaceId(fields, replacement) as typeof fields,
      changes: replaceId(changes, replacement) as typeof changes,
    }
  }
  return edited
}

function replaced(store: EntityStore, files: DraftFiles, action: RecordSaved): readonly StoreAction[] {
  const state = store.getState()
  const { removed: _, renamed: __, ...saved } = action
  const { kind, name, entity } = saved.target
  const config = selectEntityConfig(state, kind, name)
  const record = saved.received.records[0]
  if (!config || !record) return [action]
  const local = String(saved.target.key)
  const hasFile = isMedia(config)
  const url = hasFile ? record.source_url : undefined
  const field = keyField(config)
  files.forget(local)
  return [
    localIdReplaced({
      entity,
      local,
      id: idIn(record, config, saved.key),
      key: saved.key,
      ...(field !== undefined && { field }),
      ...(typeof url === 'string' && { url }),
      ownFields: hasFile ? shownOfFile : [],
      at: new Date().toISOString(),
    }),
    { ...saved, target: { ...saved.target, key: saved.key } } as StoreAction,
  ]
}

function isEdit(action: StoreAction): action is RecordEdited {
  return action.type === 'edits/recordEdited'
}

function isAnswerToDraft(action: StoreAction): action is RecordSaved {
  if (action.type !== 'entities/recordSaved') return false
  const { target, key } = action as RecordSaved
  return isLocalId(target.key) && target.key !== key
}

function isEndOfDraft(action: StoreAction): action is RecordsRemoved {
  return action.type === 'entities/recordsRemoved' && (action as RecordsRemoved).keys.some(isLocalId)
}
