import { Immer } from 'immer'
import type { StoredError } from '../errors'
import type { EntityKey, RecordKey } from '../keys'
import type { DeletingAction } from './actions'

/** A deletion that is under way, or the last one where it failed. */
export interface StoredDeletion {
  readonly pending: boolean
  /** Why the last deletion failed; cleared when the next one starts. */
  readonly error?: StoredError
}

/** Deletions under way and failed, by record; a record that is not in it was never being deleted. */
export type DeletingState = { readonly [name: string]: StoredDeletion }

/** The part of the state that this room owns. */
export interface DeletingPart {
  readonly deleting: DeletingState
}

// What an error carries belongs to whoever made it: it is not frozen.
const immer = new Immer({ autoFreeze: false })

export const deletingReducer = (state: DeletingState = {}, action: DeletingAction): DeletingState =>
  immer.produce(state, (draft) => {
    switch (action.type) {
      case 'deleting/deleteStarted':
        draft[deletionName(action.entity, action.key)] = { pending: true }
        break
      case 'deleting/deleteFinished':
        if (action.error)
          draft[deletionName(action.entity, action.key)] = { pending: false, error: action.error }
        else delete draft[deletionName(action.entity, action.key)]
    }
  })

/** Names a deletion in {@link DeletingState}. */
export function deletionName(entity: EntityKey, key: RecordKey): string {
  return `${entity} ${key}`
}
