import { addresses, type Address } from '../core/address'
import { entityKey, recordKey, resourceKey, type EntityId } from '../core/keys'
import { questionOf } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
import type { PermissionSet } from '../rest/allow'
import type { StateWithPermissions } from './reducer'
import { readResource, type ReadResource, type Resource } from './resource'
import { currentResource, isLocalResource, selectPermissions, selectPermissionsSeq } from './selectors'

/** What can be said of the read of what the user may do with a resource. */
export interface PermissionFacts extends ReadFacts<StateWithPermissions> {
  readonly resource: ReadResource
  /** Whether all four are known: what was learned in part, as from a refused save, does not count as the answer. */
  readonly isKnown: (state: StateWithPermissions) => boolean
}

/** The read of what the user may do with a resource; its four actions are one question. */
export function permissionFacts(
  state: StateWithPermissions,
  resource: Resource,
  id?: EntityId,
): PermissionFacts {
  const about = currentResource(state, readResource(resource, id))
  const isKnown = (now: StateWithPermissions) =>
    Object.values(answersByAction(selectPermissions(now, about))).every((answer) => answer !== undefined)
  return {
    resource: about,
    asksNothing: isLocalResource(about),
    question: questionOf('fetchPermissions', about.key),
    about: addresses.permission(about.key, 'kind' in about),
    alsoAt: tellingOf(about),
    isKnown,
    knownSeq: (now) => (isKnown(now) ? selectPermissionsSeq(now, about) : -1),
  }
}

/** What tells of it, too: the record's own links, and of a draft who may create one. */
function tellingOf(about: ReadResource): readonly Address[] {
  const key = recordKey(about.id)
  if ('base' in about || key === undefined) return []
  const entity = entityKey(about.kind, about.name)
  const record = addresses.record(entity, key)
  return isLocalResource(about)
    ? [record, addresses.permission(resourceKey(entity, undefined), true)]
    : [record]
}

export function answersByAction({ create, read, update, delete: remove }: Partial<PermissionSet> = {}): {
  readonly [Action in keyof PermissionSet]: boolean | undefined
} {
  return { create, read, update, delete: remove }
}
