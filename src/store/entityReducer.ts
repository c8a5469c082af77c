import type { Reducer } from 'redux'
import { isDevelopment } from '../core/isDevelopment'
import { isBatched, type StoreAction } from '../core/thunk'
import { isAddressedTo } from './addressedActions'
import { EntityStoreError, show } from '../core/errors'
import { defaultUndoLimits } from '../undo/history'
import { freezeAll, freezeBrought } from './freezeRecords'
import { isUnusedRemoved } from './garbageCollection/actions'
import { removeUnused } from './garbageCollection/removeUnused'
import { isHydrated } from './hydration/actions'
import { ofThisVersion } from './hydration/ofThisVersion'
import { rehydrate } from './hydration/rehydrate'
import { withReplacedId } from './localIds'
import { makeRootReducer, type EntityState } from './rootReducer'
import { isStoreAction } from './storeActions'

/** What a reducer of your own making takes; see {@link createEntityReducer}. */
export interface EntityReducerOptions {
  /** How many undo levels are kept; older ones are forgotten. Default 1000. */
  readonly undoLimit?: number | undefined
  /**
   * How many bytes the undo levels hold, about; older ones are forgotten. Of a long text only the parts that differ
   * from one level to the next count. Default 64 MB.
   */
  readonly undoBytes?: number | undefined
  /**
   * The name that the reducer is mounted under, where it shares a Redux store with another one: it takes the actions of the
   * entity store on that path alone, which say so in `meta.reducerPath`. Default: it takes all.
   */
  readonly reducerPath?: string | undefined
}

/**
 * Makes a reducer like {@link entityReducer}, with other limits of the undo history, or for one of several entity stores
 * in one Redux store.
 * @throws EntityStoreError `invalid_option` when a limit is not usable.
 * @example
 * configureStore({ reducer: { copydesk: createEntityReducer({ undoLimit: 100 }) } })
 * @example
 * const [news, shop] = ['news', 'shop'].map((reducerPath) => createEntityReducer({ reducerPath }))
 * configureStore({ reducer: { news, shop } })
 */
export function createEntityReducer({
  undoLimit = defaultUndoLimits.levels,
  undoBytes = defaultUndoLimits.bytes,
  reducerPath,
}: EntityReducerOptions = {}): Reducer<EntityState, StoreAction, Partial<EntityState>> {
  if (!Number.isInteger(undoLimit) || undoLimit < 1) {
    throw new EntityStoreError(
      'invalid_option',
      `undoLimit is ${show(undoLimit)}. Pass a whole number from 1 up.`,
    )
  }
  if (typeof undoBytes !== 'number' || !(undoBytes > 0)) {
    throw new EntityStoreError('invalid_option', `undoBytes is ${show(undoBytes)}. Pass a number above 0.`)
  }
  if (reducerPath !== undefined && (typeof reducerPath !== 'string' || reducerPath === '')) {
    throw new EntityStoreError(
      'invalid_option',
      `reducerPath is ${show(reducerPath)}. Pass the name that the reducer is mounted under.`,
    )
  }
  const reduceSlices = makeRootReducer({ levels: undoLimit, bytes: undoBytes })
  const freezing = isDevelopment() ? { freezeAll, freezeBrought } : undefined

  function reduce(state: Partial<EntityState> | undefined, action: StoreAction): EntityState {
    if (isBatched(action)) return action.actions.reduce(reduce, reduceSlices(state, action))
    if (isHydrated(action)) {
      const next = rehydrate(reduceSlices(ofThisVersion(action.state), action), state)
      return freezing ? freezing.freezeAll(next) : next
    }
    const next = withReplacedId(reduceSlices(state, action), action)
    freezing?.freezeBrought(next, action)
    return isUnusedRemoved(action) ? removeUnused(next, action) : next
  }

  return (state, action) => {
    const isOwn = isStoreAction(action) && isAddressedTo(action, reducerPath)
    return atPath(reduce(state && ofThisVersion(state), isOwn ? action : elsewhere), reducerPath)
  }
}

/** Stands for the actions of others: slices that are not there yet begin with it. */
const elsewhere: StoreAction = { type: '' }

/** The state with the path that its actions name, wherever it came from. */
function atPath(state: EntityState, reducerPath: string | undefined): EntityState {
  if (state.config.reducerPath === reducerPath) return state
  const { reducerPath: _, ...config } = state.config
  return { ...state, config: reducerPath === undefined ? config : { ...config, reducerPath } }
}

/**
 * The reducer of all that Copydesk keeps, to mount in a Redux store of yours; give that store to `createEntityStore`
 * then, with the name that it is mounted under as `reducerPath`.
 * @example
 * const store = configureStore({ reducer: { copydesk: entityReducer } })
 * const entityStore = createEntityStore({ fetcher, store, reducerPath: 'copydesk' })
 */
export const entityReducer = /* @__PURE__ */ createEntityReducer()
