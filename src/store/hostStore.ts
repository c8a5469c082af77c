import type { Store, StoreCreator, UnknownAction } from 'redux'
import type { Companions } from '../core/companions'
import { counterpartOf } from '../core/counterparts'
import { EntityStoreError, show } from '../core/errors'
import { addressed } from './addressedActions'
import type { EntityState } from './rootReducer'

/** Any Redux store: what it holds and which actions it takes is its own business. */
export type HostStore = Pick<Store<unknown, UnknownAction>, 'dispatch' | 'getState' | 'subscribe'>

/** The name of the store around among the companions of a store that lives in one. */
const hostName = 'host'

/**
 * What makes the part of a store that is there already look like a store of its own, for enhancers to stand on.
 * @throws EntityStoreError `invalid_option` where the reducer is not mounted under that path, or somebody else lives there.
 */
export function hostStoreCreator(host: HostStore, reducerPath: string, companions: Companions): StoreCreator {
  const { reducerPath: ownPath } = stateOf(host, reducerPath).config
  if (ownPath !== undefined && ownPath !== reducerPath) {
    throw new EntityStoreError(
      'invalid_option',
      `The reducer under ${show(reducerPath)} is made for ${show(ownPath)}. Make it with createEntityReducer({ reducerPath: ${show(reducerPath)} }).`,
    )
  }
  for (const [path, slice] of Object.entries(host.getState() as object)) {
    if (!isEntityState(slice) || hostOf(slice) !== host) continue
    if (path !== reducerPath && ownPath !== undefined && slice.config.reducerPath === path) continue
    throw new EntityStoreError(
      'invalid_option',
      path === reducerPath
        ? `There is an entity store on ${show(path)} of this store already. Use that one.`
        : `There is an entity store on ${show(path)} of this store: each of the two would take the other's actions. Make both reducers with createEntityReducer({ reducerPath }).`,
    )
  }
  companions.set(hostName, host)

  const getState = () => stateOf(host, reducerPath)
  const store = {
    getState,
    dispatch: (action: UnknownAction) =>
      host.dispatch(ownPath === undefined ? action : addressed(action, ownPath)),
    subscribe: (listener: () => void) => {
      if (typeof listener !== 'function') return host.subscribe(listener)
      // Most of what the store around does is none of our business.
      let seen = getState()
      return host.subscribe(() => {
        const before = seen
        seen = getState()
        if (seen !== before) listener()
      })
    },
    replaceReducer: () => {
      throw new EntityStoreError(
        'invalid_option',
        'This entity store lives in another Redux store. Replace the reducer there.',
      )
    },
  }
  return () => store as never
}

function stateOf(host: HostStore, reducerPath: string): EntityState {
  const whole = host.getState()
  const state = (whole as { readonly [path: string]: unknown } | undefined)?.[reducerPath]
  if (isEntityState(state)) return state
  throw new EntityStoreError(
    'invalid_option',
    `The store has no entityReducer under ${show(reducerPath)}. ${adviceFor(whole, reducerPath)}`,
  )
}

function adviceFor(whole: unknown, reducerPath: string): string {
  const found = Object.entries(Object(whole) as object).find(([, slice]) => isEntityState(slice))
  return found
    ? `It is mounted under ${show(found[0])}: pass reducerPath: ${show(found[0])}.`
    : `Make it with configureStore({ reducer: { ${reducerPath}: entityReducer } }).`
}

/** The store around an entity store that has had this state; undefined where there was none. */
function hostOf({ config }: EntityState): unknown {
  return (counterpartOf(config) as Companions | undefined)?.get(hostName)
}

const slices = ['config', 'entities', 'queries', 'edits', 'resolution'] as const

function isEntityState(state: unknown): state is EntityState {
  return typeof state === 'object' && state !== null && slices.every((slice) => Object.hasOwn(state, slice))
}
