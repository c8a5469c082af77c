import { EntityStoreError, show } from '../core/errors'
import { entityKey, recordKey, resourceKey, type EntityId, type ResourceKey } from '../core/keys'
import { isRecord } from '../core/plain'
import type { PermissionSet } from '../rest/allow'

/** What a user can do with a resource. */
export type PermissionAction = keyof PermissionSet

/**
 * What a permission is about: an entity, one record of it, or a REST base such as `'media'`.
 */
export type Resource =
  | string
  | {
      readonly kind: string
      readonly name: string
      readonly id?: EntityId | undefined
    }

/** A resource taken apart. */
export type ReadResource = { readonly key: ResourceKey } & (
  | { readonly base: string; readonly id: string | undefined }
  | { readonly kind: string; readonly name: string; readonly id: EntityId | undefined }
)

const actions: readonly string[] = ['create', 'read', 'update', 'delete']

/** @throws EntityStoreError `invalid_action` with the specification's message. */
export function checkAction(action: string): asserts action is PermissionAction {
  if (!actions.includes(action))
    throw new EntityStoreError('invalid_action', `'${String(action)}' is not a valid action.`)
}

/**
 * Takes a resource apart; an id beside an object is not looked at, as it has its own.
 * @throws EntityStoreError `invalid_resource` with the specification's message.
 */
export function readResource(resource: Resource, id?: EntityId): ReadResource {
  if (typeof resource === 'string' && resource !== '') {
    const key = recordKey(id)
    return { key: resourceKey(resource, key), base: resource, id: key }
  }
  const isEntity =
    isRecord(resource) && typeof resource.kind === 'string' && typeof resource.name === 'string'
  if (!isEntity || resource.kind === '' || resource.name === '') {
    throw new EntityStoreError('invalid_resource', 'The entity resource object is not valid.')
  }
  const { kind, name } = resource
  return { key: resourceKey(entityKey(kind, name), recordKey(resource.id)), kind, name, id: resource.id }
}

/**
 * The parts of a permission's name, `action/kind/name/id` or `action/base/id`.
 * @throws EntityStoreError `invalid_action`, or `invalid_resource` for a name that is about nothing.
 */
export function readPermissionName(name: string): { action: PermissionAction; key: ResourceKey } {
  const slash = name.indexOf('/')
  const action = slash < 0 ? name : name.slice(0, slash)
  checkAction(action)
  if (slash < 0 || slash === name.length - 1) {
    throw new EntityStoreError(
      'invalid_resource',
      `${show(name)} does not say what may be done with. Write for example '${action}/postType/post'.`,
    )
  }
  return { action, key: name.slice(slash + 1) as ResourceKey }
}
