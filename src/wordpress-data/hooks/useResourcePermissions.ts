import type { EntityId } from '../../core/keys'
import { isObject } from '../../core/plain'
import { useCoreSelect } from './coreStore'
import type { QueryStatus } from './queryStatus'
import { deprecatedHook } from './useEntityRecord'

/** An entity, or one record of it, as the question for permissions names it. */
export interface EntityResource {
  readonly kind: string
  readonly name: string
  readonly id?: EntityId
}

/** What {@link useResourcePermissions} gives; each is false until it is known. */
export interface ResourcePermissions extends Pick<QueryStatus, 'isResolving' | 'hasResolved'> {
  readonly status: 'IDLE' | 'RESOLVING' | 'SUCCESS'
  readonly canCreate: boolean
  readonly canRead: boolean
  /** Only of one record. */
  readonly canUpdate?: boolean
  /** Only of one record. */
  readonly canDelete?: boolean
}

/**
 * What the user may do with an entity or with one record of it, as `useResourcePermissions` of `@wordpress/core-data`
 * tells it.
 * @param resource - An entity or one of its records as `{ kind, name, id }`, or a REST base such as `'media'`.
 * @param id - The record, beside a REST base only. Default: none, which asks about the collection.
 * @example
 * const { canCreate, canUpdate } = useResourcePermissions({ kind: 'postType', name: 'page', id: 4 })
 */
export function useResourcePermissions(
  resource: string | EntityResource,
  id?: EntityId,
): ResourcePermissions {
  const isEntity = isObject(resource)
  const key = isEntity ? JSON.stringify(resource) : resource
  if (isEntity && id !== undefined)
    console.warn(`When 'resource' is an entity object, passing 'id' as a separate argument isn't supported.`)
  return useCoreSelect(
    (core) => {
      const recordId = isEntity ? (resource as EntityResource).id : id
      const { kind, name } = resource as EntityResource
      const collection = isEntity ? { kind, name } : resource
      const ask = (action: string, isOfOne: boolean) => {
        const args = isEntity
          ? [action, isOfOne ? resource : collection]
          : [action, resource, ...(isOfOne && recordId ? [recordId] : [])]
        const isAllowed = core.canUser(...(args as [string, unknown, EntityId?])) ?? false
        return { isAllowed, status: core.getResolutionState('canUser', args)?.status }
      }
      const create = ask('create', false)
      const read = ask('read', true)
      const others = recordId ? { update: ask('update', true), delete: ask('delete', true) } : undefined
      const asked = [create, read, ...(others ? [others.update, others.delete] : [])]
      const isResolving = asked.some(({ status }) => status === 'resolving')
      const hasResolved = asked.every(({ status }) => status === 'finished' || status === 'error')
      return {
        status: isResolving ? 'RESOLVING' : hasResolved ? 'SUCCESS' : 'IDLE',
        isResolving,
        hasResolved,
        canCreate: hasResolved && create.isAllowed,
        canRead: hasResolved && read.isAllowed,
        ...(others && {
          canUpdate: hasResolved && others.update.isAllowed,
          canDelete: hasResolved && others.delete.isAllowed,
        }),
      }
    },
    [key, id],
  )
}

/**
 * The name that {@link useResourcePermissions} had before; says so on the console, once.
 * @param resource - A REST base such as `'media'`.
 * @param id - The record. Default: none, which asks about the collection.
 */
export function useDeprecatedResourcePermissions(resource: string, id?: EntityId): ResourcePermissions {
  deprecatedHook('useResourcePermissions')
  return useResourcePermissions(resource, id)
}
