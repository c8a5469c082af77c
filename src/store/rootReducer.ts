import { combineReducers } from 'redux'
import { configReducer, type ConfigSliceState } from '../config/reducer'
import { deletingReducer, type DeletingSliceState } from '../deleting/reducer'
import { editsReducer } from '../edits/reducer'
import type { EditsSliceState } from '../edits/storedEdits'
import { entitiesReducer, type EntitiesSliceState } from '../entities/reducer'
import { locksReducer, type LocksSliceState } from '../locks/reducer'
import { lookupsReducer, type LookupsSliceState } from '../wordpress/lookups/reducer'
import { permissionsReducer, type PermissionsSliceState } from '../permissions/reducer'
import { queriesReducer } from '../queries/reducer'
import type { QueriesSliceState } from '../queries/storedQuery'
import { resolutionReducer, type ResolutionSliceState } from '../resolution/reducer'
import { savingReducer, type SavingSliceState } from '../saving/reducer'
import type { StoreAction } from '../core/thunk'
import type { UndoLimits, UndoSliceState } from '../undo/history'
import { makeUndoReducer } from '../undo/reducer'
import { versionReducer, type VersionSliceState } from './hydration/stateVersion'

/** All that a store holds: plain data, JSON in and JSON out. */
export interface EntityState
  extends
    ConfigSliceState,
    DeletingSliceState,
    EditsSliceState,
    EntitiesSliceState,
    LocksSliceState,
    LookupsSliceState,
    PermissionsSliceState,
    QueriesSliceState,
    ResolutionSliceState,
    SavingSliceState,
    UndoSliceState,
    VersionSliceState {}

/** A reducer that makes what a state lacks. */
export type StateReducer = (state: Partial<EntityState> | undefined, action: StoreAction) => EntityState

/**
 * Makes the reducer of all slices; each of them takes its part of every action. They keep rows in tables, which are copied
 * where they change; immer drafts the one event that changes single levels of the history, `undo/rebased`.
 */
export function makeRootReducer(undoLimits: UndoLimits): StateReducer {
  return combineReducers({
    version: versionReducer,
    config: configReducer,
    entities: entitiesReducer,
    queries: queriesReducer,
    permissions: permissionsReducer,
    edits: editsReducer,
    undo: makeUndoReducer(undoLimits),
    saving: savingReducer,
    deleting: deletingReducer,
    locks: locksReducer,
    lookups: lookupsReducer,
    resolution: resolutionReducer,
  }) as StateReducer
}
