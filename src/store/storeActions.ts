import type { configReducer } from '../config/reducer'
import type { BatchedAction } from '../core/thunk'
import type { deletingReducer } from '../deleting/reducer'
import type { editsReducer } from '../edits/reducer'
import type { EntitiesAction } from '../entities/actions'
import type { locksReducer } from '../locks/reducer'
import type { permissionsReducer } from '../permissions/reducer'
import type { queriesReducer } from '../queries/reducer'
import type { ResolutionAction } from '../resolution/actions'
import type { savingReducer } from '../saving/reducer'
import type { makeUndoReducer } from '../undo/reducer'
import type { lookupsReducer } from '../wordpress/lookups/reducer'
import type { UnusedRemoved } from './garbageCollection/actions'
import type { Hydrated } from './hydration/actions'

/** The actions that a reducer takes, as far as it names their types. */
type ActionTo<Reducer> = Reducer extends (state: never, action: infer Action) => unknown
  ? Named<Action>
  : never
type Named<Action> = Action extends { readonly type: infer Type }
  ? string extends Type
    ? never
    : Action
  : never

/** Every action that the store makes: what happened, as plain data. */
export type EntityStoreAction =
  | ActionTo<typeof configReducer>
  | EntitiesAction
  | ActionTo<typeof queriesReducer>
  | ActionTo<typeof permissionsReducer>
  | ActionTo<typeof editsReducer>
  | ActionTo<ReturnType<typeof makeUndoReducer>>
  | ActionTo<typeof savingReducer>
  | ActionTo<typeof deletingReducer>
  | ActionTo<typeof locksReducer>
  | ActionTo<typeof lookupsReducer>
  | ResolutionAction
  | BatchedAction
  | Hydrated
  | UnusedRemoved

/** The action of a type, such as `EntityStoreActionOf<'edits/recordEdited'>`. */
export type EntityStoreActionOf<Type extends EntityStoreAction['type']> = OfType<EntityStoreAction, Type>
// An action may have several types, told apart by nothing else.
type OfType<Action, Type> = Action extends { readonly type: infer Types }
  ? Type extends Types
    ? Action & { readonly type: Type }
    : never
  : never

/**
 * Says of any action whether it is the store's of that type, for slices and listeners of an application; fits Redux
 * Toolkit's `addMatcher` and `startListening`. An action within a batch is not seen: see `batched`.
 * @example
 * builder.addMatcher(matchAction('edits/recordEdited'), (state, { kind, name, id }) => { state.last = { kind, name, id } })
 */
export function matchAction<Type extends EntityStoreAction['type']>(
  type: Type,
): (action: unknown) => action is EntityStoreActionOf<Type> {
  return (action): action is EntityStoreActionOf<Type> =>
    (action as { readonly type?: unknown } | null | undefined)?.type === type
}
