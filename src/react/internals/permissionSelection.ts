import { entityKey, recordKey, scope } from '../../core/keys'
import {
  fetchPermissions,
  permissionAddress,
  permissionsResolutionKey,
} from '../../permissions/fetchPermissions'
import type { PermissionAction, ReadResource } from '../../permissions/resource'
import { selectPermissions } from '../../permissions/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { NeededRead } from './neededRead'
import type { Selection } from './selectionView'
import type { Wait } from '../../store/subscriptions/keyedSubscriptions'
import { readStatus, statusFields, type ReadStatus } from './status'

/** What is known of what a user may do. */
export interface PermissionFields extends ReadStatus, Record<PermissionAction, boolean | undefined> {}

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
  const key = permissionsResolutionKey(about)
  return {
    fields: permissionFields,
    waits: [[scope.permissions, about.key], [scope.resolution, key], ...hintWaits(about)],
    get needs() {
      return isNeeded(store.getState()) ? permissionRead(store, about) : null
    },
    read: (state) => {
      const { create, read, update, delete: remove } = selectPermissions(state, about) ?? {}
      // What was learned in part, as from a refused save, is shown, but does not count as the answer.
      const isKnown = ![create, read, update, remove].includes(undefined)
      return { ...readStatus(state, key, isKnown), create, read, update, delete: remove }
    },
  }
}

/** The record's own links tell permissions, too. */
function hintWaits(about: ReadResource): readonly Wait[] {
  const key = 'kind' in about ? recordKey(about.id) : undefined
  return 'kind' in about && key !== undefined ? [[scope.record(entityKey(about.kind, about.name)), key]] : []
}

function permissionRead(store: EntityStore, about: ReadResource): NeededRead {
  return {
    fetch: (options) =>
      store.dispatch(
        'base' in about
          ? fetchPermissions(about.base, about.id, options)
          : fetchPermissions(about, undefined, options),
      ),
    about: permissionAddress(about),
  }
}
