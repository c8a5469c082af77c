import { recordKey, type EntityId } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { checkAction, type PermissionAction, type Resource } from '../../permissions/resource'
import type { ReadStatus } from '../internals/status'
import { usePermissions } from '../internals/usePermissions'

/**
 * Whether the user may do something; undefined while that is not known.
 * @param action - `create`, `read`, `update` or `delete`.
 * @param resource - An entity or one of its records as `{ kind, name, id }`, or a REST base such as `'media'`.
 * @throws EntityStoreError `invalid_action`, `invalid_resource` with the specification's messages.
 * @example
 * const may = useCanUser('update', { kind: 'postType', name: 'post', id: 1 })
 */
export function useCanUser(action: PermissionAction, resource: Resource, id?: EntityId): boolean | undefined {
  checkAction(action)
  return usePermissions(resource, id)[action]
}

/**
 * The permissions of a user for a resource; `canUpdate` and `canDelete` are those of one record.
 */
export interface ResourcePermissions extends Pick<ReadStatus, 'status' | 'isResolving' | 'hasResolved'> {
  /** Whether the user may create records of the entity. */
  readonly canCreate: boolean
  /** Whether the user may read the resource. */
  readonly canRead: boolean
  /** Whether the user may change the record. `undefined` if the resource is not one record. */
  readonly canUpdate: boolean | undefined
  /** Whether the user may delete the record. `undefined` if the resource is not one record. */
  readonly canDelete: boolean | undefined
}

/**
 * All four permissions of a resource at once: of a record or an entity. They are false until they are known. `canCreate`
 * is asked of the entity, the others of the record if there is an id.
 * @throws EntityStoreError `invalid_resource` with the specification's message.
 * @example
 * const { canUpdate, canDelete } = useResourcePermissions({ kind: 'postType', name: 'post', id: 1 })
 */
export function useResourcePermissions(resource: Resource, id?: EntityId): ResourcePermissions {
  const entity = isRecord(resource) ? { kind: resource.kind, name: resource.name } : resource
  const one = usePermissions(resource, id)
  const all = usePermissions(entity)
  const isResolving = one.isResolving || all.isResolving
  const isOne = recordKey(isRecord(resource) ? resource.id : id) !== undefined
  return {
    status: isResolving ? 'resolving' : one.status === 'error' ? 'error' : all.status,
    isResolving,
    hasResolved: !isResolving,
    canCreate: all.create ?? false,
    canRead: one.read ?? false,
    canUpdate: isOne ? (one.update ?? false) : undefined,
    canDelete: isOne ? (one.delete ?? false) : undefined,
  }
}
