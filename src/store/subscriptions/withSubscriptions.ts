import type { Store, StoreEnhancer, Unsubscribe } from 'redux'
import type { Address } from '../../core/address'
import { keyPart } from '../../core/keys'
import { localIds } from '../../core/localId'
import { own } from '../../core/plain'
import { reportErrors } from '../../core/reportErrors'
import type { Dispatch, StoreAction } from '../../core/thunk'
import type { Adopt } from '../hydration/adoptStates'
import type { EntityState } from '../rootReducer'
import { gatherChanged } from './gatherChanged'
import { createSubscriptions } from './subscriptions'

/** How those wait who show a part of the state. */
export interface KeyedSubscriptions {
  /**
   * Calls back when what stands at an address changes, the reads of it among that, and when it goes stale with what is
   * above it; of a list also when one of its rows changes. At an entity it waits for any of its records, at the lists of
   * an entity for any of those.
   */
  readonly subscribeTo: (address: Address, listener: () => void) => Unsubscribe
  /** The same for several addresses at once, with one way out; what concerns several of them calls back once. */
  readonly subscribeToAll: (addresses: readonly Address[], listener: () => void) => Unsubscribe
  /** How many subscriptions `subscribeTo` holds; for tests and tools. */
  readonly listenerCount: () => number
  /** The addresses that `subscribeTo` waits for. */
  readonly listenedAddresses: () => Address[]
}

/** A store as those see it who look at what is shown of it. */
export interface WatchedStore extends KeyedSubscriptions {
  readonly getState: () => EntityState
  readonly dispatch: Dispatch<EntityState>
  readonly subscribe: (listener: () => void) => Unsubscribe
}

/** Who else takes part in the life of a store. */
export interface StoreHooks {
  /** Called with every state before anybody reads it. */
  readonly adopt: Adopt
  /** Called when somebody does not wait for something any more. */
  readonly onLeave: () => void
}

/**
 * Lets listeners wait for parts of the state. After the outermost dispatch, and after every change that came another way,
 * the state is compared with the one before, and exactly those are woken whom the difference concerns. What listeners
 * throw is reported after the round and reaches nobody who dispatches.
 */
export function subscriptionsEnhancer(hooks: StoreHooks): StoreEnhancer<KeyedSubscriptions> {
  return (createStore) => (reducer, preloadedState) => {
    const store = createStore(reducer, preloadedState)
    const added: object = withSubscriptions(store as unknown as Store<EntityState, StoreAction>, hooks)
    return { ...store, ...added } as typeof store & KeyedSubscriptions
  }
}

function withSubscriptions(store: Store<EntityState, StoreAction>, { adopt, onLeave }: StoreHooks) {
  const subscriptions = createSubscriptions(onLeave, currentAddress)
  let depth = 0
  let seen: EntityState | undefined
  let notified = getState()
  let errors: unknown[] = []

  function getState(): EntityState {
    const state = store.getState()
    if (state === seen) return state
    seen = state
    adopt(state, depth === 0)
    return state
  }

  /** An address with the ids that records have now, in the place of those that they were made under. */
  function currentAddress(address: Address): Address {
    const { aliases = {} } = getState().entities
    return address.replace(localIds, (local) => keyPart(String(own(aliases, local)?.id ?? local))) as Address
  }

  /** Wakes whom the changes since the last time concern, and reports what Redux listeners have thrown. */
  function notify(): void {
    const before = notified
    const after = getState()
    const thrown = errors
    notified = after
    errors = []
    if (after !== before) subscriptions.wake((round) => gatherChanged(round, before, after))
    reportErrors(thrown)
  }

  // For changes that did not come through this dispatch: of the store around, or of a tool that travels in time.
  store.subscribe(() => {
    if (depth === 0) notify()
    else getState()
  })

  function subscribe(listener: () => void): Unsubscribe {
    // What is no function Redux refuses in its own words.
    if (typeof listener !== 'function') return store.subscribe(listener)
    return store.subscribe(() => {
      try {
        listener()
      } catch (error) {
        if (depth === 0) reportErrors([error])
        else errors.push(error)
      }
    })
  }

  function dispatch<Action extends StoreAction>(action: Action): Action {
    depth++
    try {
      return store.dispatch(action)
    } finally {
      // Others may keep back that it has changed.
      getState()
      if (--depth === 0) notify()
    }
  }

  return {
    getState,
    subscribe,
    dispatch,
    subscribeTo: (address: Address, listener: () => void) => subscriptions.add([address], listener),
    subscribeToAll: subscriptions.add,
    listenerCount: subscriptions.count,
    listenedAddresses: subscriptions.addresses,
  }
}
