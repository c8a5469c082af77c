import { EntityStoreError, show } from '../errors'
import { resolutionKey, stale } from '../keys'
import { isRecord, own } from '../plain'
import { once } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import type { StoreAction, Thunk } from '../thunk'
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
    await dispatch(loadKind(kind))
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
    if (kind === 'root' && name === 'site') await dispatch(loadSiteConfig())
    else await dispatch(loadKind(kind))
    return selectEntityConfig(getState(), kind, name)
  }
}

/** The error for an entity that nobody knows. */
export function unknownEntity(kind: string, name: string): EntityStoreError {
  return new EntityStoreError(
    'unknown_entity',
    `There is no entity (${show(kind)}, ${show(name)}). Add its config with the store's entities option or addEntities; post types and taxonomies must be shown in REST on the server.`,
  )
}

/** Kinds whose entities the server names, with where it does and what an entry comes to. */
const loaders: { readonly [kind: string]: readonly [path: string, makeConfig: typeof postTypeConfig] } = {
  postType: ['/wp/v2/types?context=view', postTypeConfig],
  taxonomy: ['/wp/v2/taxonomies?context=view', taxonomyConfig],
}

function loadKind(kind: string): Thunk<Parts, Promise<void>> {
  return async (dispatch, getState, { fetcher }) => {
    const loader = own(loaders, kind)
    if (loader === undefined) return
    const [path, makeConfig] = loader
    await dispatch(
      once<Parts, void>({
        key: resolutionKey('loadEntityConfigs', kind),
        scopes: [stale.everything, stale.kind(kind)],
        isKnown: (state) => state.config.loadedKinds.includes(kind),
        ask: async ({ signal }) => {
          const { data } = await fetcher({ path, signal })
          if (!isRecord(data)) {
            throw new EntityStoreError(
              'invalid_response',
              `${path} answered ${show(data)}, but an object of entries by name is expected.`,
            )
          }
          const configs = Object.entries(data).flatMap(([name, entry]) =>
            isRecord(entry) ? [makeConfig(name, entry)] : [],
          )
          return [addEntities(configs.filter((config) => !isAdded(getState(), config))), kindLoaded(kind)]
        },
        result: () => undefined,
        onError: () => undefined,
      }),
    )
  }
}

/** What the application declared itself is not replaced by what the server tells. */
function isAdded(state: ConfigPart, { kind, name }: EntityConfig): boolean {
  return selectEntityConfig(state, kind, name) !== undefined
}

function loadSiteConfig(): Thunk<Parts, Promise<void>> {
  return (dispatch, getState, { fetcher }) =>
    dispatch(
      once<Parts, void>({
        key: resolutionKey('loadEntityConfigs', 'root', 'site'),
        scopes: [stale.everything],
        ask: async ({ signal }): Promise<readonly StoreAction[]> => {
          const { data } = await fetcher({ path: '/wp/v2/settings', method: 'OPTIONS', signal })
          return [addEntities([siteConfig(data)])]
        },
        result: () => undefined,
        onError: () => undefined,
      }),
    )
}
