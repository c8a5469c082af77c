import type { EntitiesAction } from '../entities/actions'
import type { StoredError } from '../errors'
import { deleteRow, deleteRows, eachRow, editTable, emptyTable, setRow, type Table } from '../table'
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
      const { entity, key } = action.save
      const editor = editTable(state)
      // Nobody can ask for a failed create that has no name of its own, other than as the last one.
      if (key === undefined)
        eachRow(state, (save, name) => {
          if (save.entity === entity && save.createId?.startsWith(unnamed) && !save.pending)
            editor.delete(name)
        })
      editor.set(saveName(action.save), { ...action.save, pending: true })
      return editor.done()
    }
    case 'saving/saveFinished': {
      const { save, error } = action
      const name = saveName(save)
      return error ? setRow(state, name, { ...save, pending: false, error }) : deleteRow(state, name)
    }
    case 'entities/recordsRemoved':
      return deleteRows(
        state,
        action.keys.map((key) => saveName({ entity: action.entity, key })),
      )
    default:
      return state
  }
}

/** How the names begin that creates get when the caller gives them none. */
export const unnamed = '#'

/** Names a save in {@link SavingState}. */
export function saveName({
  entity,
  key,
  createId = '',
}: Pick<SaveTarget, 'entity' | 'key' | 'createId'>): string {
  return key === undefined ? `${entity} new ${createId}` : `${entity} record ${key}`
}
