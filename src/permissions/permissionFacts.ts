import { addresses } from '../core/address'
import type { EntityId } from '../core/keys'
import { questionOf } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
import type { PermissionSet } from '../rest/allow'
import type { StateWithPermissions } from './reducer'
import { readResource, type ReadResource, type Resource } from './resource'
import { currentResource, isLocalResource, selectPermissions, selectPermissionsSeq } from './selectors'

/** What can be said of the read of what the user may do with a resource. */
export interface PermissionFacts extends ReadFacts<StateWithPermissions> {
  readonly resource: ReadResource
}

/** The read of what the user may do with a resource that is taken apart; its four actions are one question. */
export function permissionFactsAt(about: ReadResource): PermissionFacts {
  return {
    resource: about,
    asksNothing: isLocalResource(about),
    question: questionOf('fetchPermissions', about.key),
    about: addresses.permission(about.key, 'kind' in about),
    knownSeq: (state) =>
      areAllKnown(selectPermissions(state, about)) ? selectPermissionsSeq(state, about) : -1,
  }
}

/** The read of what the user may do with a resource. */
export function permissionFacts(
  state: StateWithPermissions,
  resource: Resource,
  id?: EntityId,
): PermissionFacts {
  return permissionFactsAt(currentResource(state, readResource(resource, id)))
}

/** Whether all four are known: what was learned in part, as from a refused save, does not count as the answer. */
export function areAllKnown(known: Partial<PermissionSet> | undefined): boolean {
  return Object.values(answersByAction(known)).every((answer) => answer !== undefined)
}

export function answersByAction({ create, read, update, delete: remove }: Partial<PermissionSet> = {}): {
  readonly [Action in keyof PermissionSet]: boolean | undefined
} {
  return { create, read, update, delete: remove }
}
