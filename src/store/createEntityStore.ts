import {
  applyMiddleware,
  compose,
  legacy_createStore,
  type Middleware,
  type Store,
  type StoreEnhancer,
} from 'redux'
import { addEntities } from '../config/actions'
import { builtinConfigs, translateName } from '../config/builtinEntities'
import type { EntityConfig } from '../config/entityConfig'
import { blocksName, makeBlockServices, type BlockCodec } from '../edits/blockCodec'
import { lenientName } from '../edits/lenient'
import { EntityStoreError, show } from '../core/errors'
import type { Fetcher } from '../core/fetchContract'
import { checkOptionNames } from '../core/checkOptionNames'
import { isDevelopment } from '../core/isDevelopment'
import type { Inspection } from '../core/inspection'
import { batched, type Dispatch, type Services, type StoreAction } from '../core/thunk'
import { composeWithDevTools } from './devTools'
import { createEntityReducer } from './entityReducer'
import {
  checkCollectAfter,
  collectorName,
  createCollector,
  defaultCollectAfter,
} from './garbageCollection/collector'
import { hostStoreCreator, type HostStore } from './hostStore'
import { hydrated } from './hydration/actions'
import { createAdoption } from './hydration/adoptStates'
import { ofThisVersion } from './hydration/ofThisVersion'
import { placeForPlugins, type PluginParts } from './plugins'
import { thunkMiddleware } from './middleware/thunk'
import type { EntityState } from './rootReducer'
import { createServices } from './services'
import { checkDefaults, reportFailures, type StoreDefaults } from './storeDefaults'
import { subscriptionsEnhancer, type KeyedSubscriptions } from './subscriptions/withSubscriptions'

/** What a store is made of. */
export interface EntityStoreOptions {
  /** Sends every request: `createRestFetcher({ root })`, or your own. */
  readonly fetcher: Fetcher
  /**
   * Entities of your own, added to the built-in ones; one with the same kind and name takes its place. Default: none.
   */
  readonly entities?: readonly EntityConfig[]
  /** Turns a post's content into blocks and back. Without it, records have no blocks. */
  readonly blocks?: BlockCodec
  /** State to begin with, as `dehydrate` gave it. Default: an empty store. */
  readonly preloadedState?: Partial<EntityState>
  /** Redux DevTools, with a name for this store. Default: on outside production. */
  readonly devTools?: boolean | { readonly name: string }
  /** How many undo levels are kept; older ones are forgotten. Default 1000. */
  readonly undoLimit?: number
  /** Redux middleware; it sees every plain action, and no thunks. Default: none. */
  readonly middleware?: readonly Middleware[]
  /** Redux store enhancers. Default: none. */
  readonly enhancers?: readonly StoreEnhancer[]
  /**
   * Milliseconds after which is forgotten what no hook shows and no thunk has read, and nothing edited, saved, locked or
   * undoable depends on; false to keep everything. Default: five minutes. See `startCollecting` for what stays.
   */
  readonly collectAfter?: number | false
  /** What extends the store, in this order, such as durability. Default: none. */
  readonly plugins?: readonly StorePlugin[]
  /**
   * How many bytes the undo levels hold, about; older ones are forgotten. Of a long text only the parts that differ
   * from one level to the next count. Default 64 MB.
   */
  readonly undoBytes?: number
  /**
   * Whether an edit that makes no sense does nothing, instead of being refused with an error: one without an id, or of a
   * merged property by what is no object. Values that are no plain data, such as a date, are kept beside the state and
   * saved as JSON has them; a record with edits is unsaved only once it is known. For applications that expect this,
   * such as WordPress's block editor. Default false.
   */
  readonly lenient?: boolean
  /** What holds for all hooks and requests of the store: `{ staleTime, refetchOnFocus, onError }`. Default: none. */
  readonly defaults?: StoreDefaults
  /**
   * Translates the names of the built-in entities for people, such as 'Widget areas', which `label` of their configs
   * says. Default: they stay English; those of post types and taxonomies come from the server in its language.
   */
  readonly translate?: (text: string) => string
  /**
   * A Redux store to live in, whose reducer has `entityReducer` under `reducerPath`. Its middleware, enhancers and
   * DevTools are its own. Default: a store of its own.
   */
  readonly store?: HostStore
  /** The name that `entityReducer` is mounted under in `store`. One without the other is an error. Default: none. */
  readonly reducerPath?: string
  /**
   * Real-time collaboration, as `createSync` of `copydesk/sync` gives it: a plugin that comes before all others. Default:
   * what `globalThis.__experimentalEnableSync` holds when the store is made, else none.
   */
  readonly experimentalSync?: StorePlugin
}

/**
 * Extends a store that knows nothing of it: it is given the store, follows its state and dispatches as everybody does, and
 * leaves in `services.companions` what it wants to be found by. It gives where it stands, if anywhere: see
 * {@link PluginParts}; a function is its `prepare`.
 */
export type StorePlugin = (
  store: EntityStore,
  services: Services,
) => PluginParts | PluginParts['prepare'] | void

/** The former name of {@link StorePlugin}. */
export type SyncPlugin = StorePlugin

/** A Redux store whose dispatch also takes thunks, and that wakes listeners by what they wait for. */
export interface EntityStore extends Omit<Store<EntityState, StoreAction>, 'dispatch'>, KeyedSubscriptions {
  readonly dispatch: Dispatch<EntityState>
  /** What holds for all hooks of the store, unless one says otherwise. */
  readonly defaults: StoreDefaults
  /** Where developers' tools are attached: what `copydesk/devtools` uses. */
  readonly inspection?: Inspection
}

/**
 * Makes a store. Two stores share nothing.
 * @throws EntityStoreError `invalid_option` when the fetcher is missing, options contradict each other, or in development where
 * one does not exist, `invalid_config` for an unusable entity, `unknown_version` for a `preloadedState` that a later version of this package has written.
 * @example
 * const store = createEntityStore({ fetcher: createRestFetcher({ root: 'https://example.org/wp-json/' }) })
 * const post = await store.dispatch(fetchEntityRecord('postType', 'post', 1))
 */
export function createEntityStore(options: EntityStoreOptions): EntityStore {
  const {
    fetcher,
    entities = [],
    blocks,
    lenient = false,
    translate,
    middleware = [],
    plugins = [],
    defaults = {},
  } = checkOptions(options)
  const { collectAfter = defaultCollectAfter } = options
  if (collectAfter !== false) checkCollectAfter('collectAfter', collectAfter)
  const services = createServices(fetcher, new Map())
  if (translate) services.companions.set(translateName, translate)
  if (lenient) services.companions.set(lenientName, true)
  if (blocks) services.companions.set(blocksName, makeBlockServices(blocks))
  const extension = placeForPlugins(services)
  const { onError } = checkDefaults(defaults)
  const reporters = onError ? [reportFailures(onError)] : []
  const enhance = compose(
    applyMiddleware(thunkMiddleware(services), ...middleware, extension.middleware, ...reporters),
    subscriptionsEnhancer({ adopt: createAdoption(services), onLeave: () => services.onLeave?.() }),
  )
  const added = addEntities(entities)
  const configs = { ...added, configs: [...builtinConfigs(translate), ...added.configs] }
  const made = makeStore(options, services, configs, enhance as StoreEnhancer<KeyedSubscriptions>)
  const { inspection } = services
  const store: EntityStore = Object.assign(made, { inspection, defaults })
  if (isDevelopment()) {
    inspection.isMadeNow = true
    queueMicrotask(() => delete inspection.isMadeNow)
  }
  const collector = createCollector(store, services)
  services.onLeave = collector.notice
  services.companions.set(collectorName, collector)
  if (collectAfter !== false) collector.start({ after: collectAfter, keep: () => false })

  const { experimentalSync = (globalThis as SyncFlag).__experimentalEnableSync } = options
  // Elsewhere the flag is just true, which brings no code along.
  const all = typeof experimentalSync === 'function' ? [experimentalSync, ...plugins] : plugins
  extension.install(all.map((plugin) => partsOf(plugin(store, services))))
  return store
}

/** A store of its own, or one that lives in another, with its entities known and the state that it begins with. */
function makeStore(
  options: EntityStoreOptions,
  services: Services,
  configs: StoreAction,
  enhance: StoreEnhancer<KeyedSubscriptions>,
): EntityStore {
  const {
    preloadedState = {},
    undoLimit,
    undoBytes,
    enhancers = [],
    devTools,
    store: host,
    reducerPath = '',
  } = options
  if (host) {
    const createStore = hostStoreCreator(host, reducerPath, services.companions)
    const inner = createStore<EntityState, StoreAction>(() => ({}) as EntityState)
    // A state of its own before anything is put beside it: several stores may have been given the same one.
    inner.dispatch(batched([hydrated({ ...inner.getState(), ...ofThisVersion(preloadedState) }), configs]))
    return enhance(createStore)(() => ({})) as unknown as EntityStore
  }
  const reducer = createEntityReducer({ undoLimit, undoBytes })
  const initial = reducer(reducer(undefined, hydrated(preloadedState)), configs)
  const composed = composeWithDevTools(devTools)(enhance, ...enhancers)
  return legacy_createStore(reducer, initial, composed) as unknown as EntityStore
}

function partsOf(made: ReturnType<StorePlugin>): PluginParts {
  return typeof made === 'function' ? { prepare: made } : (made ?? {})
}

function checkOptions(options: EntityStoreOptions): EntityStoreOptions {
  const { fetcher } = (options as Partial<EntityStoreOptions> | undefined) ?? {}
  if (typeof fetcher !== 'function') {
    throw new EntityStoreError(
      'invalid_option',
      `The store needs a fetcher, but got ${show(fetcher)}. Pass createRestFetcher({ root }) or your own.`,
    )
  }
  if (isDevelopment()) checkOptionNames(options, knownOptions, 'createEntityStore')
  const { translate } = options
  if (translate !== undefined && typeof translate !== 'function') {
    throw new EntityStoreError(
      'invalid_option',
      `translate is ${show(translate)}. Pass a function that gives an English name in your language.`,
    )
  }
  for (const option of ['middleware', 'enhancers', 'plugins'] as const) {
    const given: unknown = options[option]
    if (given === undefined || (Array.isArray(given) && given.every((one) => typeof one === 'function')))
      continue
    throw new EntityStoreError('invalid_option', `${option} is ${show(given)}. Pass an array of functions.`)
  }
  checkHost(options)
  return options
}

const knownOptions: { readonly [Option in keyof Required<EntityStoreOptions>]: true } = {
  fetcher: true,
  entities: true,
  blocks: true,
  preloadedState: true,
  devTools: true,
  undoLimit: true,
  undoBytes: true,
  middleware: true,
  enhancers: true,
  collectAfter: true,
  plugins: true,
  lenient: true,
  defaults: true,
  translate: true,
  store: true,
  reducerPath: true,
  experimentalSync: true,
}

/** What the store around decides, and where its reducer takes it. */
const decidedByHost = ['middleware', 'enhancers', 'devTools', 'undoLimit', 'undoBytes'] as const

function checkHost({ store, reducerPath, ...others }: EntityStoreOptions): void {
  if (store === undefined && reducerPath === undefined) return
  const isStore = typeof store?.dispatch === 'function'
  if (!isStore || typeof reducerPath !== 'string' || reducerPath === '') {
    throw new EntityStoreError(
      'invalid_option',
      `Pass both store, the Redux store to live in, and reducerPath, the name under which its reducer has entityReducer: store is ${isStore ? 'a Redux store' : show(store)}, reducerPath is ${show(reducerPath)}.`,
    )
  }
  for (const option of decidedByHost) {
    if (!others[option]) continue
    throw new EntityStoreError(
      'invalid_option',
      `${option} can't be chosen for an entity store that lives in another Redux store. ${option.startsWith('undo') ? `Mount createEntityReducer({ ${option} }) there` : `Give ${option === 'enhancers' ? 'them' : 'it'} to that store`}.`,
    )
  }
}

interface SyncFlag {
  readonly __experimentalEnableSync?: StorePlugin
}
