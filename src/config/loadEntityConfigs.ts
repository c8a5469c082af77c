import { EntityStoreError, show, storeError } from '../errors'
import { resolutionKey, stale, type ResolutionKey } from '../keys'
import { isRecord, own } from '../plain'
import { once } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import { selectResolutionByKey } from '../resolution/selectors'
import type { FetchRequest } from '../rest/fetchContract'
import type { Thunk } from '../thunk'
import { addEntities, kindLoaded } from './actions'
import { postTypeConfig, siteConfig, taxonomyConfig } from './builtinEntities'
import type { EntityConfig } from './entityConfig'
import type { ConfigPart } from './reducer'
import { selectEntityConfig, selectEntityConfigs } from './selectors'

type Parts = ConfigPart & ResolutionPart

/**
 * Makes the entities of a kind known, asking the server once for post types and taxonomies.
 * A failing request is ignored; it stands in the resolution and is tried again the next time. (spec.md, section 8)
 * @returns The configs of the kind.
 */
export function loadEntityConfigs(kind: string): Thunk<Parts, Promise<readonly EntityConfig[]>> {
  return async (dispatch, getState) => {
    await dispatch(load(kind))
    return selectEntityConfigs(getState(), kind)
  }
}

/** The config of an entity, loaded first where that is needed; undefined when there is no such entity. */
export function loadEntityConfig(
  kind: string,
  name: string,
): Thunk<Parts, Promise<EntityConfig | undefined>> {
  return async (dispatch, getState) => {
    const known = selectEntityConfig(getState(), kind, name)
    if (known) return known
    await dispatch(load(kind, name))
    return selectEntityConfig(getState(), kind, name)
  }
}

/**
 * The config of an entity, loaded first where that is needed.
 * @throws EntityStoreError `unknown_entity` when there is no such entity.
 */
export function requireEntityConfig(kind: string, name: string): Thunk<Parts, Promise<EntityConfig>> {
  return async (dispatch, getState) => {
    const config = await dispatch(loadEntityConfig(kind, name))
    if (config) return config
    throw unknownEntity(kind, name, selectResolutionByKey(getState(), loadKey(kind, name)).error)
  }
}

/** The error for an entity that nobody knows; with a cause where the server was asked in vain. */
export function unknownEntity(kind: string, name: string, cause?: unknown): EntityStoreError {
  const advice = cause
    ? `Asking the server failed: ${storeError(cause).message}`
    : 'Declare it with addEntities, or show its post type or taxonomy in REST.'
  return new EntityStoreError(
    'unknown_entity',
    `There is no entity (${show(kind)}, ${show(name)}). ${advice}`,
    { cause },
  )
}

/** Where the server tells of entities, and what its answer comes to. */
interface Loader {
  readonly request: FetchRequest
  readonly makeConfigs: (answer: unknown) => readonly EntityConfig[]
}

const loaders: { readonly [kind: string]: Loader } = {
  postType: listLoader('/wp/v2/types?context=view', postTypeConfig),
  taxonomy: listLoader('/wp/v2/taxonomies?context=view', taxonomyConfig),
}

const siteLoader: Loader = {
  request: { path: '/wp/v2/settings', method: 'OPTIONS' },
  makeConfigs: (answer) => [siteConfig(answer)],
}

function listLoader(path: string, makeConfig: typeof postTypeConfig): Loader {
  return {
    request: { path },
    makeConfigs: (answer) => {
      if (!isRecord(answer)) {
        throw new EntityStoreError(
          'invalid_response',
          `${path} answered ${show(answer)} instead of an object of entries by name.`,
        )
      }
      return Object.entries(answer).flatMap(([name, entry]) =>
        isRecord(entry) && name !== '' ? makeConfig(name, entry) : [],
      )
    },
  }
}

/** What names the question for the entities of a kind; the settings are asked for by themselves. */
function loadKey(kind: string, name: string | undefined): ResolutionKey {
  return resolutionKey('loadEntityConfigs', kind, ...(isSite(kind, name) ? ['site'] : []))
}

function isSite(kind: string, name: string | undefined): boolean {
  return kind === 'root' && name === 'site'
}

/** Asks for the entities of a kind; the settings are asked for by name only, as no other root entity needs them. */
function load(kind: string, name?: string): Thunk<Parts, Promise<void>> {
  return async (dispatch, getState, { fetcher }) => {
    const loader = isSite(kind, name) ? siteLoader : own(loaders, kind)
    if (loader === undefined) return
    await dispatch(
      once<Parts, void>({
        key: loadKey(kind, name),
        scopes: [stale.everything, stale.kind(kind)],
        isKnown: (state, staleTurn) => staleTurn === 0 && state.config.loadedKinds.includes(kind),
        ask: async ({ signal }) => {
          const { data } = await fetcher({ ...loader.request, signal })
          const configs = loader.makeConfigs(data)
          // What the application declared itself is not replaced by what the server tells.
          const isNew = (config: EntityConfig) =>
            selectEntityConfig(getState(), config.kind, config.name) === undefined
          return [addEntities(configs.filter(isNew)), kindLoaded(kind)]
        },
        result: () => undefined,
        onError: () => undefined,
      }),
    )
  }
}
