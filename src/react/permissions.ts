import { useMemo } from 'react'
import { entityKey, recordKey, scope, type EntityId } from '../keys'
import { isRecord } from '../plain'
import { fetchPermissions, permissionScopes, permissionsResolutionKey } from '../permissions/fetchPermissions'
import {
  checkAction,
  readResource,
  type PermissionAction,
  type ReadResource,
  type Resource,
} from '../permissions/resource'
import { selectPermissions } from '../permissions/selectors'
import type { EntityStore } from '../store/createEntityStore'
import { useEntityStore } from './EntityStoreProvider'
import { readStatus, type ReadStatus } from './status'
import { useFreshRead, type NeededRead } from './useFreshRead'
import { useSelection, type Selection, type Wait } from './useSelection'

/**
 * Whether the user may do something; undefined while that is not known.
 * @throws EntityStoreError `invalid_action`, `invalid_resource` with the specification's messages.
 */
export function useCanUser(action: PermissionAction, resource: Resource, id?: EntityId): boolean | undefined {
  checkAction(action)
  const { shown } = usePermissions(useSteadyResource(resource, id))
  return shown[action]
}

/** What a user may do with a resource; `canUpdate` and `canDelete` are about one record. */
export interface ResourcePermissions extends Omit<ReadStatus, 'error' | 'isFetching' | 'hasStarted'> {
  /** Whether records may be added to the collection. False until known. */
  readonly canCreate: boolean
  readonly canRead: boolean
  /** Undefined when the resource is not one record. */
  readonly canUpdate: boolean | undefined
  readonly canDelete: boolean | undefined
}

/**
 * All permissions of a resource at once; false until they are known. Whether records can be created is asked of the
 * collection, the rest of the record where there is an id.
 * @throws EntityStoreError `invalid_resource` with the specification's message.
 */
export function useResourcePermissions(resource: Resource, id?: EntityId): ResourcePermissions {
  const about = useSteadyResource(resource, id)
  const collection = useSteadyResource('base' in about ? about.base : { kind: about.kind, name: about.name })
  const one = usePermissions(about)
  const all = usePermissions(collection)
  const isOne = recordKey(about.id) !== undefined
  const hasResolved = one.shown.hasResolved && all.shown.hasResolved
  const isResolving = one.shown.isResolving || all.shown.isResolving
  return {
    status: isResolving ? 'resolving' : one.shown.status === 'error' ? 'error' : all.shown.status,
    isResolving,
    hasResolved,
    canCreate: all.shown.create ?? false,
    canRead: one.shown.read ?? false,
    canUpdate: isOne ? (one.shown.update ?? false) : undefined,
    canDelete: isOne ? (one.shown.delete ?? false) : undefined,
  }
}

interface PermissionFields extends ReadStatus {
  readonly create: boolean | undefined
  readonly read: boolean | undefined
  readonly update: boolean | undefined
  readonly delete: boolean | undefined
}

function usePermissions(about: ReadResource): { shown: PermissionFields } {
  const store = useEntityStore()
  const selection = useMemo(() => permissionSelection(about), [about])
  const read = useMemo(() => permissionRead(store, about), [store, about])
  useFreshRead(store, read)
  return { shown: useSelection(store, selection) }
}

/** The same resource for as long as it means the same. */
function useSteadyResource(resource: Resource, id?: EntityId): ReadResource {
  const { kind, name, id: ownId } = isRecord(resource) ? resource : { kind: '', name: '', id }
  const base = typeof resource === 'string' ? resource : ''
  return useMemo(
    () => (base === '' ? readResource({ kind, name, id: ownId }) : readResource(base, ownId)),
    [base, kind, name, ownId],
  )
}

function permissionSelection(about: ReadResource): Selection<PermissionFields> {
  const key = permissionsResolutionKey(about)
  return {
    waits: [[scope.permissions, about.key], [scope.resolution, key], ...hintWaits(about)],
    read: (state) => {
      const known = selectPermissions(state, about)
      return {
        ...readStatus(state, key, known !== undefined),
        create: known?.create,
        read: known?.read,
        update: known?.update,
        delete: known?.delete,
      }
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
    scopes: permissionScopes(about),
    waits: [[scope.permissions, about.key]],
  }
}
