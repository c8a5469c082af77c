import { combineReducers, type Reducer } from 'redux'
import { configReducer, type ConfigPart } from '../config/reducer'
import { deletingReducer, type DeletingPart } from '../deleting/reducer'
import { editsReducer, type EditsPart } from '../edits/reducer'
import { entitiesReducer, type EntitiesPart } from '../entities/reducer'
import { locksReducer, type LocksPart } from '../locks/reducer'
import { permissionsReducer, type PermissionsPart } from '../permissions/reducer'
import { queriesReducer, type QueriesPart } from '../queries/reducer'
import { resolutionReducer, type ResolutionPart } from '../resolution/reducer'
import { savingReducer, type SavingPart } from '../saving/reducer'
import type { StoreAction, TogetherAction } from '../thunk'
import { makeUndoReducer, type UndoPart } from '../undo/reducer'

/** All that a store holds: plain data, JSON in and JSON out. (spec.md, section 3) */
export interface EntityState
  extends
    ConfigPart,
    DeletingPart,
    EditsPart,
    EntitiesPart,
    LocksPart,
    PermissionsPart,
    QueriesPart,
    ResolutionPart,
    SavingPart,
    UndoPart {}

/** Makes the one reducer tree; facts that belong together become one change. */
export function makeRootReducer(undoLimit: number): Reducer<EntityState, StoreAction, Partial<EntityState>> {
  const reduce = combineReducers({
    config: configReducer,
    entities: entitiesReducer,
    queries: queriesReducer,
    permissions: permissionsReducer,
    edits: editsReducer,
    undo: makeUndoReducer(undoLimit),
    saving: savingReducer,
    deleting: deletingReducer,
    locks: locksReducer,
    resolution: resolutionReducer,
  }) as Reducer<EntityState, StoreAction, Partial<EntityState>>
  return function reduceTogether(state, action) {
    return isTogether(action)
      ? (action.actions.reduce<EntityState | undefined>(reduceTogether, state as EntityState) as EntityState)
      : reduce(state, action)
  }
}

function isTogether(action: StoreAction): action is TogetherAction {
  return action.type === 'store/together'
}
