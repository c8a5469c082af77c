import type { Reducer } from 'redux'
import { configReducer, type ConfigSliceState } from '../config/reducer'
import { deletingReducer, type DeletingSliceState } from '../deleting/reducer'
import { editsReducer, type EditsSliceState } from '../edits/reducer'
import { entitiesReducer, type EntitiesSliceState } from '../entities/reducer'
import { locksReducer, type LocksSliceState } from '../locks/reducer'
import { lookupsReducer, type LookupsSliceState } from '../wordpress/lookups/reducer'
import { permissionsReducer, type PermissionsSliceState } from '../permissions/reducer'
import { queriesReducer, type QueriesSliceState } from '../queries/reducer'
import { resolutionReducer, type ResolutionSliceState } from '../resolution/reducer'
import { savingReducer, type SavingSliceState } from '../saving/reducer'
import type { StoreAction, TogetherAction } from '../core/thunk'
import type { UndoLimits, UndoSliceState } from '../undo/history'
import { makeUndoReducer } from '../undo/reducer'

/** All that a store holds: plain data, JSON in and JSON out. (spec.md, section 3) */
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
    UndoSliceState {}

type Reducers = {
  readonly [Slice in keyof EntityState]: (
    state: EntityState[Slice] | undefined,
    action: never,
  ) => EntityState[Slice]
}

/** Which other slices listen to the facts of a room. */
export const listeners: { readonly [room: string]: readonly (keyof EntityState)[] } = {
  entities: ['queries', 'permissions', 'edits', 'undo', 'saving', 'deleting'],
  edits: ['undo'],
  undo: ['edits'],
}

/** Makes the one reducer tree; facts that belong together become one change, and no change gives the same state. */
export function makeRootReducer(
  undoLimits: UndoLimits,
): Reducer<EntityState, StoreAction, Partial<EntityState>> {
  const reducers: Reducers = {
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
  }
  const slices = (Object.keys(reducers) as (keyof EntityState)[]).map((slice) => ({
    slice,
    reducer: reducers[slice] as (state: unknown, action: StoreAction) => unknown,
  }))
  const routes = new Map<string, typeof slices>()

  /** The slices that a fact concerns, so that no key that is typed asks all of them. */
  function slicesFor(type: string): typeof slices {
    let route = routes.get(type)
    if (route === undefined) {
      const room = type.slice(0, type.indexOf('/'))
      // The first fact of a store is about its entities, and makes every slice that the state lacks.
      const isForAll = room === 'config' || !Object.hasOwn(reducers, room)
      const isConcerned = (slice: keyof EntityState) => slice === room || listeners[room]?.includes(slice)
      routes.set(type, (route = slices.filter(({ slice }) => isForAll || isConcerned(slice))))
    }
    return route
  }

  return function reduce(state: Partial<EntityState> | undefined, action: StoreAction): EntityState {
    let base = state
    let next: Record<string, unknown> | undefined
    // One copy of the state, however many facts become true at once.
    const take = (action: StoreAction) => {
      if (isTogether(action)) action.actions.forEach(take)
      else if (isReplaced(action)) {
        base = action.state
        next = undefined
      } else {
        for (const { slice, reducer } of slicesFor(action.type)) {
          const before = (next ?? base)?.[slice]
          const after = reducer(before, action)
          if (after !== before) (next ??= { ...base })[slice] = after
        }
      }
    }
    take(action)
    return (next ?? base) as EntityState
  }
}

/** The whole state is another one now, such as the one before without what nobody needs. */
export interface StateReplaced extends StoreAction {
  readonly type: 'store/stateReplaced'
  readonly state: EntityState
}

function isReplaced(action: StoreAction): action is StateReplaced {
  return action.type === 'store/stateReplaced'
}

function isTogether(action: StoreAction): action is TogetherAction {
  return action.type === 'store/together'
}
