import { answersByAction, permissionFacts, type PermissionFacts } from './permissionFacts'
import { requireEntityConfig } from '../config/loadEntityConfigs'
import { isKeyless } from '../config/entityConfig'
import { recordPath } from '../entities/recordPath'
import { readPath } from '../core/paths'
import { recordKey, type EntityId, type ResourceKey } from '../core/keys'
import type { ReadOptions } from '../resolution/readOptions'
import { defineRead, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import { parseAllow, type PermissionSet } from '../rest/allow'
import { buildPath } from '../rest/urls'
import type { Dispatch, Thunk } from '../core/thunk'
import { permissionsReceived } from './actions'
import type { StateWithPermissions } from './reducer'
import { readPermissionName, readResource, type ReadResource, type Resource } from './resource'
import { selectPermissions, updateMethodFor } from './selectors'

/**
 * Learns what the user may do with a resource: one `OPTIONS` for all four actions, or none where a read has said it.
 * A failing request is ignored, what was known stays; it stands in the resolution and is tried again the next time.
 * @returns The four permissions; undefined for what is not known.
 * @throws EntityStoreError `invalid_resource` with the specification's message.
 * @example
 * const { update } = await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 1 }))
 */
export function fetchPermissions(
  resource: Resource,
  id?: EntityId,
  options?: ReadOptions,
): Thunk<StateWithPermissions, Promise<Partial<PermissionSet>>> {
  return fetchRead(permissions, [resource, id], options)
}

/** The read of what the user may do with a resource. */
export const permissions = /* @__PURE__ */ defineRead({
  facts: permissionFacts,
  ask: async ({
    facts: { resource, isKnown },
    dispatch,
    getState,
    services: { fetcher },
    send,
    signal,
  }: Asking<StateWithPermissions, unknown, PermissionFacts, ReadOptions>) => {
    const wasKnown = isKnown(getState())
    const path = await pathOf(resource, dispatch)
    const seq = send()
    // What made the settings known has brought it along.
    if (!wasKnown && isKnown(getState())) return permissionsReceived({}, seq)
    const { headers, data } = await fetcher({ path, method: 'OPTIONS', needs: 'headers', signal })
    // WordPress, which answers with a description of the route, leaves the header out where nothing is
    // allowed. Any other server without it says nothing of what is.
    const isDescribed = Array.isArray(readPath(data, 'methods').value)
    const allow = headers.get('allow') ?? (isDescribed ? '' : null)
    const allowed = allow === null ? {} : parseAllow(allow, updateMethodFor(getState(), resource))
    return permissionsReceived({ [resource.key]: allowed }, seq)
  },
  select: selectAllFour,
  onError: (error, { args, state }) => selectAllFour(state, ...args),
})

/** What is known of the four. */
function selectAllFour(
  state: StateWithPermissions,
  resource: Resource,
  id?: EntityId,
): Partial<PermissionSet> {
  return answersByAction(selectPermissions(state, readResource(resource, id)))
}

/**
 * Puts permissions in by hand, named `action/kind/name/id`; for a REST base `action/base/id`.
 * @param map - By name, whether it is allowed.
 * @throws EntityStoreError `invalid_action`, `invalid_resource`
 * @example
 * dispatch(receivePermissions({ 'update/postType/post/1': true, 'create/media': false }))
 */
export function receivePermissions(map: {
  readonly [permission: string]: boolean
}): Thunk<StateWithPermissions, void> {
  return (dispatch, getState, { nextSeq }) => {
    const learned = new Map<ResourceKey, Partial<PermissionSet>>()
    for (const [name, isAllowed] of Object.entries(map)) {
      const { action, key } = readPermissionName(name)
      learned.set(key, { ...learned.get(key), [action]: isAllowed })
    }
    dispatch(permissionsReceived(Object.fromEntries(learned), nextSeq()))
  }
}

async function pathOf(about: ReadResource, dispatch: Dispatch<StateWithPermissions>): Promise<string> {
  if ('base' in about) return buildPath(`/wp/v2/${about.base}`, about.id)
  const config = await dispatch(requireEntityConfig(about.kind, about.name))
  return recordPath(config, isKeyless(config) ? undefined : recordKey(about.id))
}
