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
  const editor = editTable(state)
  switch (action.type) {
    case 'saving/saveStarted':
      // Nobody can ask for a failed create that has no name of its own, other than as the last one.
      if (action.key === undefined) {
        eachRow(state, (save, name) => {
          if (save.entity === action.entity && save.createId?.startsWith(unnamed) && !save.pending)
            editor.delete(name)
        })
      }
      editor.set(saveName(action), stored(action, true))
      break
    case 'saving/saveFinished':
      if (action.error) editor.set(saveName(action), { ...stored(action, false), error: action.error })
      else editor.delete(saveName(action))
      break
    case 'entities/recordsRemoved':
      for (const key of action.keys) editor.delete(saveName({ entity: action.entity, key }))
      break
    default:
      return state
  }
  return editor.done()
}

/** How the names begin that creates get when the caller gives them none. */
export const unnamed = '#'

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

function stored(
  { kind, name, entity, key, id, isAutosave, createId }: SaveTarget,
  pending: boolean,
): StoredSave {
  return { kind, name, entity, key, id, isAutosave, pending, ...(createId !== undefined && { createId }) }
}
