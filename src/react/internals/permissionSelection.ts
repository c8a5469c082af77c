import { addresses, type Address } from '../../core/address'
import { entityKey, recordKey } from '../../core/keys'
import { fetchPermissions } from '../../permissions/fetchPermissions'
import { areAllKnown, answersByAction, permissionFactsAt } from '../../permissions/permissionFacts'
import type { PermissionAction, ReadResource } from '../../permissions/resource'
import { selectPermissions } from '../../permissions/selectors'
import type { ReadFacts } from '../../resolution/readFacts'
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
  const facts = permissionFactsAt(about)
  return {
    fields: permissionFields,
    waits: [facts.about, ...hints(about)],
    get needs() {
      return isNeeded(store.getState()) ? permissionRead(store, about, facts) : null
    },
    status: (state) => readStatus(state, facts, areAllKnown(selectPermissions(state, about))),
    read: (state) => answersByAction(selectPermissions(state, about)),
  }
}

/** The record's own links tell permissions, too. */
function hints(about: ReadResource): readonly Address[] {
  const key = 'kind' in about ? recordKey(about.id) : undefined
  return 'kind' in about && key !== undefined
    ? [addresses.record(entityKey(about.kind, about.name), key)]
    : []
}

function permissionRead(store: EntityStore, about: ReadResource, facts: ReadFacts<EntityState>): NeededRead {
  return {
    fetch: (options) =>
      store.dispatch(
        'base' in about
          ? fetchPermissions(about.base, about.id, options)
          : fetchPermissions(about, undefined, options),
      ),
    about: facts.about,
  }
}
