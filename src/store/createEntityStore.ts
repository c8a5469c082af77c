import { legacy_createStore, type Store, type StoreEnhancer, type Unsubscribe } from 'redux'
import { addEntities } from '../config/actions'
import { builtinEntities } from '../config/builtinEntities'
import type { EntityConfig } from '../config/entityConfig'
import { putBlockCodec, type BlockCodec } from '../edits/blockCodec'
import { EntityStoreError, show } from '../core/errors'
import type { Scope } from '../core/keys'
import type { Fetcher } from '../core/fetchContract'
import type { Dispatch, Services, StoreAction, Thunk } from '../core/thunk'
import { defaultUndoLimits } from '../undo/history'
import { newestSeq, rehydrate } from './hydration/rehydrate'
import { makeRootReducer, type EntityState } from './rootReducer'
import { gatherChanged } from './subscriptions/changedScopes'
import { createSubscriptions } from './subscriptions/keyedSubscriptions'
import { reportErrors } from '../core/reportErrors'

/** What a store is made of. (spec.md, section 1) */
export interface EntityStoreOptions {
  /** Sends every request: `createRestFetcher({ root })`, or your own. */
  readonly fetcher: Fetcher
  /** Entities of your own, added to the built-in ones; one with the same kind and name takes its place. */
  readonly entities?: readonly EntityConfig[]
  /** Turns a post's content into blocks and back. */
  readonly blocks?: BlockCodec
  /** State to begin with, as `dehydrate` gave it. */
  readonly preloadedState?: Partial<EntityState>
  /** Redux DevTools, with a name for this store. Default: on outside production. */
  readonly devTools?: boolean | { readonly name: string }
  /** How many undo levels are kept; older ones are forgotten. Default 1000. */
  readonly undoLimit?: number
  /**
   * How many bytes the undo levels hold, about; older ones are forgotten. Of a long text only the parts that differ
   * from one level to the next count. Default 64 MB.
   */
  readonly undoBytes?: number
  /**
   * Real-time collaboration, as `createSync` of `copydesk/sync` gives it. Default: what `globalThis.__experimentalEnableSync`
   * holds when the store is made, else none. (spec.md, sections 1 and 7)
   */
  readonly experimentalSync?: SyncPlugin
}

/**
 * What collaboration is to a store that knows nothing of it: it is given the store, follows its state, edits as everybody
 * does, and may put an action in the place of one that is about to be made, such as an undo that would take back what
 * somebody else has written. (spec.md, section 1)
 */
export type SyncPlugin = (store: EntityStore) => (action: StoreAction) => StoreAction

/**
 * A Redux store whose dispatch also takes thunks, and that wakes listeners by what they wait for.
 * (spec.md, section 1)
 */
export interface EntityStore extends Omit<Store<EntityState, StoreAction>, 'dispatch'> {
  readonly dispatch: Dispatch<EntityState>
  /** Calls back when an entry of a scope changes, or without a key when any of them does. */
  readonly subscribeTo: (scope: Scope, key: string | undefined, listener: () => void) => Unsubscribe
  /** How many subscriptions `subscribeTo` holds; for tests and tools. */
  readonly listenerCount: () => number
  /** Which entries of a scope `subscribeTo` waits for; undefined among them where it waits for any. */
  readonly listenedKeys: (scope: Scope) => readonly (string | undefined)[]
}

/**
 * Makes a store. Two stores share nothing. (spec.md, section 1)
 * @throws EntityStoreError `invalid_option` when the fetcher is missing, `invalid_config` for an unusable entity.
 * @example
 * const store = createEntityStore({ fetcher: createRestFetcher({ root: 'https://example.org/wp-json/' }) })
 * const post = await store.dispatch(fetchEntityRecord('postType', 'post', 1))
 */
export function createEntityStore(options: EntityStoreOptions): EntityStore {
  const {
    fetcher,
    entities = [],
    blocks,
    preloadedState,
    devTools,
    undoLimit = defaultUndoLimits.levels,
    undoBytes = defaultUndoLimits.bytes,
  } = checkOptions(options)
  const subscriptions = createSubscriptions()
  const reducer = makeRootReducer({ levels: undoLimit, bytes: undoBytes })
  const configs = addEntities([...builtinEntities(), ...entities])
  const initial = rehydrate(reducer(preloadedState, configs))
  if (blocks) putBlockCodec(initial, blocks)
  const redux: Store<EntityState, StoreAction> = legacy_createStore(reducer, initial, enhancerFor(devTools))

  let seq = newestSeq(initial)
  const services: Services = {
    fetcher,
    nextSeq: () => ++seq,
    reads: new Map(),
    batchedReads: new Map(),
    lockWaiters: new Map(),
  }

  let notified = redux.getState()
  let errors: unknown[] = []
  let depth = 0
  let prepare: ((action: StoreAction) => StoreAction) | undefined

  /** Wakes whom the changes since the last time concern, and reports what Redux listeners have thrown. */
  function notify(): void {
    const before = notified
    const after = redux.getState()
    const thrown = errors
    notified = after
    errors = []
    if (after !== before) subscriptions.wake((round) => gatherChanged(round, before, after))
    reportErrors(thrown)
  }

  // For changes that did not come through dispatch, as from a tool that travels in time.
  redux.subscribe(() => {
    if (depth === 0) notify()
  })

  /** Redux's own listeners, each apart from the others and from whoever dispatches. */
  const subscribe: EntityStore['subscribe'] = (listener) => {
    // What is no function Redux refuses in its own words.
    if (typeof listener !== 'function') return redux.subscribe(listener)
    return redux.subscribe(() => {
      try {
        listener()
      } catch (error) {
        if (depth === 0) reportErrors([error])
        else errors.push(error)
      }
    })
  }

  const dispatch: Dispatch<EntityState> = (action: StoreAction | Thunk<EntityState, unknown>) => {
    if (typeof action === 'function') return action(dispatch, redux.getState, services) as never
    const made = prepare ? prepare(action) : action
    depth++
    try {
      redux.dispatch(made)
    } finally {
      if (--depth === 0) notify()
    }
    return action as never
  }

  const { add, count, keys } = subscriptions
  const store = { ...redux, dispatch, subscribe, subscribeTo: add, listenerCount: count, listenedKeys: keys }
  const { experimentalSync = (globalThis as SyncFlag).__experimentalEnableSync } = options
  // Elsewhere the flag is just true, which brings no code along.
  if (typeof experimentalSync === 'function') prepare = experimentalSync(store)
  return store
}

function checkOptions(options: EntityStoreOptions): EntityStoreOptions {
  const { fetcher, undoLimit = 1, undoBytes = 1 } = (options as Partial<EntityStoreOptions> | undefined) ?? {}
  if (typeof fetcher !== 'function') {
    throw new EntityStoreError(
      'invalid_option',
      `The store needs a fetcher, but got ${show(fetcher)}. Pass createRestFetcher({ root }) or your own.`,
    )
  }
  if (!Number.isInteger(undoLimit) || undoLimit < 1) {
    throw new EntityStoreError(
      'invalid_option',
      `undoLimit is ${show(undoLimit)}. Pass a whole number from 1 up.`,
    )
  }
  if (typeof undoBytes !== 'number' || !(undoBytes > 0)) {
    throw new EntityStoreError('invalid_option', `undoBytes is ${show(undoBytes)}. Pass a number above 0.`)
  }
  return options
}

interface SyncFlag {
  readonly __experimentalEnableSync?: SyncPlugin
}

type DevToolsCompose = (options: { name: string }) => (...enhancers: StoreEnhancer[]) => StoreEnhancer

function enhancerFor(devTools: EntityStoreOptions['devTools']): StoreEnhancer | undefined {
  const isOn = devTools ?? process.env.NODE_ENV !== 'production'
  const tool = (globalThis as { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__?: DevToolsCompose })
    .__REDUX_DEVTOOLS_EXTENSION_COMPOSE__
  return isOn ? tool?.({ name: typeof devTools === 'object' ? devTools.name : 'Copydesk' })() : undefined
}
