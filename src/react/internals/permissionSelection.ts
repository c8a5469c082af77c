import { addresses, type Address } from '../../core/address'
import { entityKey, recordKey, resourceKey } from '../../core/keys'
import { fetchPermissions } from '../../permissions/fetchPermissions'
import { areAllKnown, answersByAction, permissionFactsAt } from '../../permissions/permissionFacts'
import type { PermissionAction, ReadResource } from '../../permissions/resource'
import { currentResource, isLocalResource, selectPermissions } from '../../permissions/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { NeededRead, Selection } from './selection'
import { readStatus, statusFields } from './status'

/** What is known of what a user may do. */
export interface PermissionFields extends Record<PermissionAction, boolean | undefined> {}

const permissionFields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...statusFields,
  'create',
  'read',
  'update',
  'delete',
])

/** @param isNeeded Whether to ask the server yet; looked at again with each change until it says so. Default: at once. */
export function permissionSelection(
  store: EntityStore,
  about: ReadResource,
  isNeeded: (state: EntityState) => boolean = () => true,
): Selection<PermissionFields> {
  let facts = permissionFactsAt(about)
  /** The read of it by the id that its record has now. */
  const factsIn = (state: EntityState) => {
    const now = currentResource(state, about)
    if (now.key !== facts.resource.key) facts = permissionFactsAt(now)
    return facts
  }
  return {
    fields: permissionFields,
    waits: [facts.about, ...tellingOf(about)],
    get needs() {
      const state = store.getState()
      const { resource, about, asksNothing } = factsIn(state)
      return isNeeded(state) && !asksNothing ? permissionRead(store, resource, about) : null
    },
    status: (state) => readStatus(state, factsIn(state), areAllKnown(selectPermissions(state, about))),
    read: (state) => answersByAction(selectPermissions(state, about)),
  }
}

/** What tells of it, too: the record's own links, and of a draft who may create one. */
function tellingOf(resource: ReadResource): readonly Address[] {
  const key = 'kind' in resource ? recordKey(resource.id) : undefined
  if (!('kind' in resource) || key === undefined) return []
  const entity = entityKey(resource.kind, resource.name)
  const record = addresses.record(entity, key)
  return isLocalResource(resource)
    ? [record, addresses.permission(resourceKey(entity, undefined), true)]
    : [record]
}

function permissionRead(store: EntityStore, resource: ReadResource, about: Address): NeededRead {
  return {
    fetch: (options) =>
      store.dispatch(
        'base' in resource
          ? fetchPermissions(resource.base, resource.id, options)
          : fetchPermissions(resource, undefined, options),
      ),
    about,
  }
}
