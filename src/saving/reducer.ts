import type { EntitiesAction } from '../entities/actions'
import type { StoredError } from '../errors'
import type { EntityKey, RecordKey } from '../keys'
import { eachRow, editTable, emptyTable, type Table } from '../table'
import type { SaveTarget, SavingAction } from './actions'

/** A save that is under way, or the last one where it failed. */
export interface StoredSave extends SaveTarget {
  readonly pending: boolean
  /** Why the last save failed; cleared when the next one starts. */
  readonly error?: StoredError
}

/** Saves under way and failed, by record or create; a record that is not in it was saved well or never. */
export type SavingState = Table<StoredSave>

/** The part of the state that this room owns. */
export interface SavingPart {
  readonly saving: SavingState
}

export function savingReducer(
  state: SavingState = emptyTable(),
  action: SavingAction | EntitiesAction,
): SavingState {
  switch (action.type) {
    case 'saving/saveStarted': {
      const editor = editTable(state)
      if (action.key === undefined) {
        eachRow(state, (save, name) => {
          if (save.entity === action.entity && save.key === undefined && !save.pending) editor.delete(name)
        })
      }
      editor.set(saveName(action), { ...targetOf(action), pending: true })
      return editor.done()
    }
    case 'saving/saveFinished': {
      const editor = editTable(state)
      if (action.error)
        editor.set(saveName(action), { ...targetOf(action), pending: false, error: action.error })
      else editor.delete(saveName(action))
      return editor.done()
    }
    case 'entities/recordsRemoved': {
      const editor = editTable(state)
      for (const key of action.keys) editor.delete(saveName({ entity: action.entity, key }))
      return editor.done()
    }
    default:
      return state
  }
}

/** Names a save in {@link SavingState}. */
export function saveName({
  entity,
  key,
  createId,
}: {
  entity: EntityKey
  key: RecordKey | undefined
  createId?: string
}): string {
  return key === undefined ? `${entity} new ${createId ?? ''}` : `${entity} record ${key}`
}

function targetOf({ kind, name, entity, key, id, createId, isAutosave }: SaveTarget): SaveTarget {
  return { kind, name, entity, key, id, isAutosave, ...(createId !== undefined && { createId }) }
}
