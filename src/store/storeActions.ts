import type { configReducer } from '../config/reducer'
import type { BatchedAction, StoreAction } from '../core/thunk'
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
import type { AddressedAction } from './addressedActions'
import type { UnusedRemoved } from './garbageCollection/actions'
import type { Hydrated } from './hydration/actions'
import type { LocalIdReplaced } from './localIds'

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
  | LocalIdReplaced
  | UnusedRemoved

/** The action of a type, such as `EntityStoreActionOf<'edits/recordEdited'>`. */
export type EntityStoreActionOf<Type extends EntityStoreAction['type']> = OfType<EntityStoreAction, Type>
// An action may have several types, which alone distinguish them.
type OfType<Action, Type> = Action extends { readonly type: infer Types }
  ? Type extends Types
    ? Action & { readonly type: Type }
    : never
  : never

/**
 * Says of any action whether it is the store's of that type, for slices and listeners of an application; fits Redux
 * Toolkit's `addMatcher` and `startListening`. An action within a batch is not seen: see `batched`.
 * @param of Of which entity store, where several live in one Redux store. Default: of any.
 * @example
 * builder.addMatcher(matchAction('edits/recordEdited'), (state, { kind, name, id }) => { state.last = { kind, name, id } })
 */
export function matchAction<Type extends EntityStoreAction['type']>(
  type: Type,
  of?: { readonly reducerPath: string },
): (action: unknown) => action is EntityStoreActionOf<Type> {
  return (action): action is EntityStoreActionOf<Type> => {
    const given = action as Partial<AddressedAction> | null | undefined
    return given?.type === type && (of === undefined || given.meta?.reducerPath === of.reducerPath)
  }
}

/** Whether an action is one of the store's: others may have fields of the same names, which mean something else. */
export function isStoreAction({ type }: StoreAction): boolean {
  return Object.hasOwn(types, type)
}

const types: { readonly [Type in EntityStoreAction['type']]: true } = {
  'config/entitiesAdded': true,
  'resolution/started': true,
  'resolution/succeeded': true,
  'resolution/failed': true,
  'resolution/aborted': true,
  'resolution/invalidated': true,
  'entities/recordReceived': true,
  'entities/recordsReceived': true,
  'entities/recordsRemoved': true,
  'entities/recordSaved': true,
  'entities/recordDeleted': true,
  'queries/listReceived': true,
  'queries/listsPatched': true,
  'permissions/received': true,
  'lookups/answerReceived': true,
  'edits/recordEdited': true,
  'edits/cleared': true,
  'edits/sent': true,
  'edits/rebased': true,
  'edits/restored': true,
  'edits/savedElsewhere': true,
  'edits/strayed': true,
  'undo/levelCreated': true,
  'undo/undone': true,
  'undo/redone': true,
  'undo/rebased': true,
  'undo/restored': true,
  'saving/started': true,
  'saving/failed': true,
  'saving/autosaved': true,
  'saving/settled': true,
  'deleting/started': true,
  'deleting/failed': true,
  'deleting/settled': true,
  'locks/requested': true,
  'locks/released': true,
  'store/batched': true,
  'store/hydrated': true,
  'locals/idMade': true,
  'locals/idReplaced': true,
  'store/unusedRemoved': true,
}
