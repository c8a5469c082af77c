import { EntityStoreError, show } from '../core/errors'
import { addresses } from '../core/address'
import { entityKey, resourceKey } from '../core/keys'
import { isEqual } from '../core/isEqual'
import { nearestName } from '../core/nearestName'
import { isRecord, own } from '../core/plain'
import { questionOf } from '../resolution/question'
import { parseAllow } from '../rest/allow'
import { isFresh, type ReadFacts } from '../resolution/readFacts'
import { defineRead, unlessThrown, type Asking } from '../resolution/defineRead'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { selectResolutionByKey, selectStaleSeq } from '../resolution/selectors'
import type { Dispatch, Thunk } from '../core/thunk'
import { addEntities, type EntitiesAdded } from './actions'
import {
  isSite,
  listedKinds,
  siteConfig,
  translateName,
  type ListedKind,
  type Translate,
} from './builtinEntities'
import type { EntityConfig, StoredEntityConfig } from './entityConfig'
import type { StateWithConfig } from './reducer'
import { selectEntityConfig, selectEntityConfigs } from './selectors'

/**
 * Makes the entities of a kind known, asking the server once for post types and taxonomies.
 * A failing request is ignored; it stands in the resolution and is tried again the next time.
 * @returns The configs of the kind.
 * @example
 * await dispatch(loadEntityConfigs('postType')) // the site's post types, before one of them is read
 */
export function loadEntityConfigs(kind: string): Thunk<StateWithConfig, Promise<readonly EntityConfig[]>> {
  return async (dispatch, getState) => {
    await dispatch(fetchRead(configs, [kind]))
    return selectEntityConfigs(getState(), kind)
  }
}

/**
 * The config of an entity, loaded first where that is needed; undefined when there is no such entity.
 * @throws What the request failed with that asks the server for its entities.
 */
export function loadEntityConfig(
  kind: string,
  name: string,
): Thunk<StateWithConfig, Promise<EntityConfig | undefined>> {
  return (dispatch, getState) => loadConfigIn(dispatch, getState, kind, name)
}

/**
 * The config of an entity, loaded first where that is needed.
 * @throws EntityStoreError `unknown_entity` when there is no such entity; what the request failed with that asks the
 * server for its entities.
 */
export function requireEntityConfig(
  kind: string,
  name: string,
): Thunk<StateWithConfig, Promise<EntityConfig>> {
  return (dispatch, getState) => requireConfigIn(dispatch, getState, kind, name)
}

/** The same in the midst of a thunk. */
export async function requireConfigIn(
  dispatch: Dispatch<StateWithConfig>,
  getState: () => StateWithConfig,
  kind: string,
  name: string,
): Promise<EntityConfig> {
  const config = await loadConfigIn(dispatch, getState, kind, name)
  if (config) return config
  // By now the server has said what there is, of which one may have been meant.
  throw unknownEntity(getState(), kind, name)
}

async function loadConfigIn(
  dispatch: Dispatch<StateWithConfig>,
  getState: () => StateWithConfig,
  kind: string,
  name: string,
): Promise<EntityConfig | undefined> {
  const known = selectEntityConfig(getState(), kind, name)
  if (known && isAsTheServerHasIt(getState(), kind, name)) return known
  try {
    await dispatch(fetchRead(configs, [kind, name], { throwOnError: true }))
  } catch (error) {
    // What was kept of it is what there is.
    if (!known) throw error
  }
  return selectEntityConfig(getState(), kind, name)
}

/** Whether a known entity need not be asked for: the application has declared it, or what the server says is not stale. */
function isAsTheServerHasIt(state: StateWithConfig, kind: string, name: string): boolean {
  if (isDeclared(state, kind, name)) return true
  if (own(state.config.kept, entityKey(kind, name))) return false
  // Mostly nothing is, and thousands of records may be read one by one.
  const isStale = selectStaleSeq(state, addresses.configs(kind)) > 0
  return !isStale || isFresh(state, configsFacts(state, kind, name))
}

/** Whether an entity is known by the application and not by the server. */
function isDeclared({ config }: StateWithConfig, kind: string, name: string): boolean {
  const key = entityKey(kind, name)
  return config.entities[key] !== undefined && !own(config.kept, key) && !own(config.listed, key)
}

/** The error for an entity that nobody knows, also not the server, where it was to be asked. */
export function unknownEntity({ config }: StateWithConfig, kind: string, name: string): EntityStoreError {
  return new EntityStoreError(
    'unknown_entity',
    `There is no entity (${show(kind)}, ${show(name)}).${suggestionFor(Object.values(config.entities), kind, name)} Declare it with addEntities, or show its post type or taxonomy in REST.`,
  )
}

/** The entity that is probably meant, for who reads that there is none of a name; `''` where none is near. */
function suggestionFor(known: readonly StoredEntityConfig[], kind: string, name: string): string {
  const kinds = [...new Set(known.map((one) => one.kind))]
  const nearKind = kinds.includes(kind) ? kind : nearestName(kind, kinds)
  const names = known.flatMap((one) => (one.kind === nearKind ? one.name : []))
  const nearName = names.includes(name) ? name : nearestName(name, names)
  const isMeant = nearKind !== undefined && (nearName !== undefined || nearKind !== kind)
  return isMeant ? ` Did you mean (${show(nearKind)}, ${show(nearName ?? name)})?` : ''
}

/** Whether an error says that nobody knows an entity. */
export function isUnknownEntity(error: unknown): boolean {
  return error instanceof EntityStoreError && error.code === 'unknown_entity'
}

function readConfigs({ path, makeConfig }: ListedKind, answer: unknown): readonly EntityConfig[] {
  if (!isRecord(answer)) {
    throw new EntityStoreError(
      'invalid_response',
      `${path} answered ${show(answer)} instead of an object of entries by name.`,
    )
  }
  return Object.entries(answer).flatMap(([name, entry]) =>
    isRecord(entry) && name !== '' ? makeConfig(name, entry) : [],
  )
}

/** Whether an entity is not known, though the server was asked which there are, or does not describe any of its kind. */
export function selectIsUnknownEntity(state: StateWithConfig, kind: string, name: string): boolean {
  if (selectEntityConfig(state, kind, name)) return false
  if (own(listedKinds, kind) === undefined && !isSite(kind, name)) return true
  return selectResolutionByKey(state, configsFacts(state, kind, name).question.key).status === 'success'
}

/** What can be said of the read of the entities of a kind; the settings are asked for by themselves. */
export function configsFacts(
  state: StateWithConfig,
  kind: string,
  name?: string,
): ReadFacts<StateWithConfig> {
  const isOfSite = isSite(kind, name)
  return {
    question: questionOf('loadEntityConfigs', kind, ...(isOfSite ? ['site'] : [])),
    about: addresses.configs(kind),
    asksNothing: own(listedKinds, kind) === undefined && !(isOfSite && !isDeclared(state, 'root', 'site')),
  }
}

/** The settings, as what may be done with them is kept. */
const siteKey = resourceKey(entityKey('root', 'site'), undefined)

/** Options of the read of configs. */
interface ConfigReadOptions extends ReadOptions {
  /** Default false: a failing request is ignored. */
  readonly throwOnError?: boolean
}

/** The read of the entities of a kind; the settings are asked for by name only, as no other root entity needs them. */
export const configs = /* @__PURE__ */ defineRead({
  facts: configsFacts,
  ask: async ({
    args: [kind],
    getState,
    services: { fetcher, companions },
    send,
    signal,
  }: Asking<StateWithConfig, readonly [kind: string, name?: string], unknown, ConfigReadOptions>) => {
    const source = own(listedKinds, kind)
    const request = source ? { path: source.path } : { path: '/wp/v2/settings', method: 'OPTIONS' }
    const seq = send()
    const { data, headers } = await fetcher({ ...request, signal })
    const translate = companions.get(translateName) as Translate | undefined
    const listed = source ? readConfigs(source, data) : [siteConfig(data, translate)]
    const { config } = getState()
    // What the application declared itself is not replaced by what the server says; nor is what it says once more.
    const isNew = (one: StoredEntityConfig) => {
      const key = entityKey(one.kind, one.name)
      const isSaid = own(config.listed, key) === true && isEqual(config.entities[key], one)
      return !isSaid && !isDeclared(getState(), one.kind, one.name)
    }
    const described = addEntities(listed)
    const added: EntitiesAdded = { ...described, configs: described.configs.filter(isNew), isListed: true }
    const allow = source ? null : headers?.get('allow')
    return allow ? { ...added, learned: { permissions: { [siteKey]: parseAllow(allow) }, seq } } : added
  },
  // Whoever asks takes what it wants of them.
  select: () => undefined,
  onError: /* @__PURE__ */ unlessThrown(undefined),
})
