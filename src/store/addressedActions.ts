import { isRecord } from '../core/plain'
import type { StoreAction } from '../core/thunk'

/** An action that says which of several stores it concerns. */
export interface AddressedAction extends StoreAction {
  readonly meta?: { readonly reducerPath?: string }
}

/** The action for the store on a path; one that names a path already stays as it is. */
export function addressed<Action extends StoreAction>(action: Action, reducerPath: string): Action {
  // What is no object Redux refuses in its own words.
  if (!isRecord(action)) return action
  const { meta } = action as AddressedAction
  return meta?.reducerPath === undefined ? { ...action, meta: { ...meta, reducerPath } } : action
}

/** Whether an action is for the store on a path: where the store has none, every action is. */
export function isAddressedTo(action: StoreAction, reducerPath: string | undefined): boolean {
  return reducerPath === undefined || (action as AddressedAction).meta?.reducerPath === reducerPath
}
