import type { EntitiesAction } from '../entities/actions'
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

export function deletingReducer(
  state: DeletingState = {},
  action: DeletingAction | EntitiesAction,
): DeletingState {
  switch (action.type) {
    case 'deleting/deleteStarted':
      return { ...state, [deletionName(action.entity, action.key)]: { pending: true } }
    case 'deleting/deleteFinished': {
      const { entity, key, error } = action
      const left = without(state, entity, [key])
      return error ? { ...left, [deletionName(entity, key)]: { pending: false, error } } : left
    }
    case 'entities/recordsRemoved':
      return without(state, action.entity, action.keys)
    default:
      return state
  }
}

function without(state: DeletingState, entity: EntityKey, keys: readonly RecordKey[]): DeletingState {
  const names = keys.map((key) => deletionName(entity, key)).filter((name) => Object.hasOwn(state, name))
  return names.length === 0
    ? state
    : Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)))
}

/** Names a deletion in {@link DeletingState}. */
export function deletionName(entity: EntityKey, key: RecordKey): string {
  return `${entity} ${key}`
}
