import apiFetch from '@wordpress/api-fetch'
import deprecatedFunction from '@wordpress/deprecated'
import { __ } from '@wordpress/i18n'
import type { EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { Fetcher } from '../core/fetchContract'
import { eachAction, type StoreAction } from '../core/thunk'
import type { AnsweringAction } from '../resolution/actions'
import { createEntityStore, type EntityStore, type EntityStoreOptions } from '../store/createEntityStore'
import { privateActions, publicActions, type BridgeAction } from './coreActions'
import { createApiFetcher, type ApiFetch } from './apiFetcher'
import { bindSelectors } from './bindSelectors'
import type { MakeRead } from './bridgeSelector'
import { withUpdateMethod } from './configs'
import { publicSelectors, shorthandSelectors } from './coreSelectors'
import { createDeprecationCheck, type Deprecated } from './deprecations'
import { entitiesOf, flavourOf, type Flavour, type FlavourSettings } from './flavours'
import { keepName } from './keepName'
import { lend, type CoreStoreInstance } from './lend'
import { metadataActions } from './metadata'
import { createNotifier } from './notifier'
import { normalizerOf } from './normalizeArguments'
import { privateSelectors } from './privateSelectors'
import { Resolver } from './resolver'
import { unwrap } from './unwrap'

/** What the store named `core` is made of. */
export interface CoreStoreOptions {
  /** The generation of WordPress's editor that uses it. Default `8.1`. */
  readonly flavour?: Flavour
  /** Entities of your own, besides those of the site. Default: none. */
  readonly entities?: readonly EntityConfig[]
  /** Sends every request. Default: `@wordpress/api-fetch`, with all middlewares that the page gave it. */
  readonly fetcher?: Fetcher
  /**
   * What else the entity store is made with, such as `blocks`, `plugins` and `middleware`. The store itself is
   * {@link copydeskOf}'s, for hooks of `copydesk/react` beside the editor. Default: nothing else.
   */
  readonly storeOptions?: Omit<EntityStoreOptions, 'fetcher' | 'entities' | 'lenient'>
  /** The name that it is registered under. Default `core`. */
  readonly name?: string
}

/** A registry of `@wordpress/data`, as far as a store needs it. */
export interface Registry {
  readonly dispatch: (store: string) => unknown
  readonly stores?: { readonly [name: string]: object }
}

/** What is registered with a registry. */
export interface CoreStoreDescriptor {
  readonly name: string
  readonly instantiate: (registry: Registry) => CoreStoreInstance
}

/** The entity store inside each store that a registry was given. */
const insides = new WeakMap<object, EntityStore>()

/**
 * Makes a store that goes by the name `core` in a registry of `@wordpress/data` and answers as WordPress's own does, with
 * an entity store of its own for each registry. A registry keeps it: another store of that name, such as the one that
 * `@wordpress/core-data` registers when it is loaded later, is left out without complaint.
 * @throws EntityStoreError `invalid_option` for a flavour that there is not.
 * @example
 * const registry = createRegistry()
 * registry.register(createCoreStore())
 * const post = await registry.resolveSelect('core').getEntityRecord('postType', 'post', 1)
 */
export function createCoreStore(options: CoreStoreOptions = {}): CoreStoreDescriptor {
  const { flavour = '8.1', name = 'core' } = options
  const settings = flavourOf(flavour)
  return { name, instantiate: (registry) => instantiate(registry, name, options, settings) }
}

/**
 * The entity store inside the store named `core` of a registry, for tools and tests.
 * @throws EntityStoreError `invalid_option` for a registry that has none.
 */
export function copydeskOf(registry: Registry, name = 'core'): EntityStore {
  const instance = registry.stores?.[name]
  const store = instance && insides.get(instance)
  if (store) return store
  throw new EntityStoreError(
    'invalid_option',
    `The registry has no store ${show(name)} of Copydesk. Register createCoreStore() with it first.`,
  )
}

function instantiate(
  registry: Registry,
  name: string,
  { entities = [], fetcher, storeOptions }: CoreStoreOptions,
  settings: FlavourSettings,
): CoreStoreInstance {
  const translate = (text: string) => __(text)
  let reference: object = {}
  /** Whether the change that is under way was made by a read. */
  let isOfRead = false
  const store = createEntityStore({
    fetcher: fetcher ?? createApiFetcher(apiFetch as unknown as ApiFetch, settings.adjustPath),
    entities: [...entitiesOf(settings, translate), ...entities.map(withUpdateMethod)],
    lenient: true,
    translate,
    // Nobody says what is still on screen.
    collectAfter: false,
    devTools: false,
    ...storeOptions,
    plugins: [
      ...(storeOptions?.plugins ?? []),
      () => (action: StoreAction) => {
        const all = eachAction(action)
        if (all.some(({ type }) => distinctEdits.includes(type))) reference = {}
        isOfRead = all.some(belongsToRead)
        return action
      },
    ],
  })

  const { subscribe, getSnapshot, notify, notifySoon } = createNotifier(store.getState)
  const resolver = new Resolver({ store, makeRead, normalize: normalizerOf(settings), notify, notifySoon })
  let state = store.getState()
  store.subscribe(() => {
    if (store.getState() === state) return
    state = store.getState()
    resolver.followState()
    if (isOfRead) notifySoon()
    else notify()
  })

  const dispatchTo = (other: string, action: string, ...args: readonly unknown[]) => {
    if (registry.stores && !(other in registry.stores)) return
    const actions = registry.dispatch(other) as { readonly [name: string]: (...args: unknown[]) => unknown }
    actions?.[action]?.(...args)
  }
  const checkDeprecation = createDeprecationCheck(settings, unwrap<Deprecated>(deprecatedFunction))
  const getReference = () => reference
  const bound = bindSelectors({
    getState: store.getState,
    resolver,
    getReference,
    checkDeprecation,
  })
  const act = {
    ...publicActions(store, () => blockTypesOf(registry)),
    ...privateActions(store, { dispatchTo, translate }),
    ...metadataActions(resolver),
  }
  const actions = Object.fromEntries(
    Object.entries<BridgeAction>(act).map(([action, run]) => [
      action,
      (...args: readonly never[]) => {
        checkDeprecation(action, args)
        return Promise.resolve(run(...args))
      },
    ]),
  )
  const { dispatch } = store
  const lent = { ...bound, actions, subscribe, getState: getSnapshot, dispatch }
  const instance = lend(registry, name, lent)
  insides.set(instance, store)
  keepName(registry, name)
  return instance
}

/** The block types that are registered: the same object while they are. */
function blockTypesOf({ stores }: Registry): unknown {
  const blocks = stores?.['core/blocks'] as Pick<CoreStoreInstance, 'getSelectors'> | undefined
  return blocks?.getSelectors().getBlockTypes?.()
}

/** Whether an action is about a read: that it began, what it brought, or that it ended. */
function belongsToRead(action: StoreAction): boolean {
  return reading.includes(action.type) || (action as AnsweringAction).answers !== undefined
}
const reading: readonly string[] = [
  ...['resolution/started', 'resolution/succeeded', 'resolution/failed', 'resolution/aborted'],
]

/** What changes edits on somebody's behalf. */
const distinctEdits: readonly string[] = ['edits/recordEdited', 'edits/cleared', 'undo/undone', 'undo/redone']

function makeRead(name: string): MakeRead | undefined {
  return [publicSelectors, privateSelectors, shorthandSelectors].find((all) => Object.hasOwn(all, name))?.[
    name
  ]?.asks
}
