import { configReducer } from '../config/reducer'
import { deletingReducer, type StateWithDeleting } from '../deleting/reducer'
import { editsReducer } from '../edits/reducer'
import { entitiesReducer } from '../entities/reducer'
import { locksReducer } from '../locks/reducer'
import { lookupsReducer } from '../wordpress/lookups/reducer'
import { permissionsReducer } from '../permissions/reducer'
import { queriesReducer } from '../queries/reducer'
import { resolutionReducer } from '../resolution/reducer'
import { savingReducer } from '../saving/reducer'
import type { StoreAction } from '../core/thunk'
import type { UndoLimits } from '../undo/history'
import { makeUndoReducer } from '../undo/reducer'
import { versionReducer, type StateWithVersion } from './hydration/stateVersion'

/** All that a store holds: plain data, JSON in and JSON out. */
export interface EntityState extends StateWithDeleting, StateWithVersion {}

/** A reducer that makes what a state lacks. */
export type StateReducer = (state: Partial<EntityState> | undefined, action: StoreAction) => EntityState

/**
 * Makes the reducer of all slices; each of them takes its part of every action. They keep rows in tables and copy what they
 * change of them: immer would make a draft of all that it meets on the way, and comes with edits by recipe only. Written
 * out, as `combineReducers` adds a dozen fields to an object at every action: `npm run bench -- --only typing`.
 */
export function makeRootReducer(undoLimits: UndoLimits): StateReducer {
  const undoReducer = makeUndoReducer(undoLimits)
  const reduceSlices = (state: Partial<EntityState> = {}, action: never): EntityState => {
    const next: EntityState = {
      version: versionReducer(state.version),
      config: configReducer(state.config, action),
      entities: entitiesReducer(state.entities, action),
      queries: queriesReducer(state.queries, action),
      permissions: permissionsReducer(state.permissions, action),
      edits: editsReducer(state.edits, action),
      undo: undoReducer(state.undo, action),
      saving: savingReducer(state.saving, action),
      deleting: deletingReducer(state.deleting, action),
      locks: locksReducer(state.locks, action),
      lookups: lookupsReducer(state.lookups, action),
      resolution: resolutionReducer(state.resolution, action),
    }
    let slice: keyof EntityState
    for (slice in next) if (next[slice] !== state[slice]) return next
    return state as EntityState
  }
  return reduceSlices as StateReducer
}
