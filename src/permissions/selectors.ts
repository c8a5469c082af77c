import { weakMapMemoize } from 'reselect'
import type { StateWithConfig } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { updateMethodOf } from '../config/defineServer'
import { versionOf } from '../entities/fieldVersions'
import type { StateWithEntities } from '../entities/reducer'
import { selectRow } from '../entities/selectors'
import { entityKey, recordKey, type EntityId } from '../core/keys'
import { isLocalId } from '../core/localId'
import { currentId } from '../entities/aliases'
import { readPath } from '../core/paths'
import type { RecordData } from '../core/plain'
import { parseAllow, type PermissionSet } from '../rest/allow'
import { getRow } from '../core/recordTable'
import {
  checkAction,
  readResource,
  type PermissionAction,
  type ReadResource,
  type Resource,
} from './resource'
import type { StateWithPermissions } from './reducer'

/**
 * Whether the user may do something; undefined while that is not known.
 * @param action - `create`, `read`, `update` or `delete`.
 * @param resource - An entity or one of its records as `{ kind, name, id }`, or a REST base such as `'media'`.
 * @throws EntityStoreError `invalid_action`, `invalid_resource` with the specification's messages.
 */
export function selectCanUser(
  state: StateWithPermissions,
  action: PermissionAction,
  resource: Resource,
  id?: EntityId,
): boolean | undefined {
  checkAction(action)
  return selectPermissions(state, readResource(resource, id))?.[action]
}

/** All that is known about a resource, from Allow headers and from the link hints of a list; the newer counts. */
export function selectPermissions(
  state: StateWithPermissions,
  given: ReadResource,
): Partial<PermissionSet> | undefined {
  const about = currentResource(state, given)
  if (isLocalResource(about)) {
    // Who may make the record may do with it what is done before it is on the server.
    const create = getRow(state.permissions, entityKey(about.kind, about.name))?.create
    return create === undefined ? undefined : { create, read: create, update: create, delete: create }
  }
  const known = getRow(state.permissions, about.key)
  const hints = newestHints(state, about)
  if (!known || !hints) return known ?? hints?.set
  return hints.seq > known.seq ? { ...known, ...hints.set } : { ...hints.set, ...known }
}

/** A resource by the id that its record has now. */
export function currentResource(state: StateWithEntities, about: ReadResource): ReadResource {
  const id = currentId(state, about.id)
  return id === about.id || 'base' in about ? about : readResource({ ...about, id })
}

/** Whether a resource is a record that the server does not know yet. */
export function isLocalResource(about: ReadResource): about is Extract<ReadResource, { kind: string }> {
  return 'kind' in about && isLocalId(about.id)
}

/** The sequence number of the newest answer about a resource; -1 when nothing is known. */
export function selectPermissionsSeq(state: StateWithPermissions, given: ReadResource): number {
  const about = currentResource(state, given)
  return Math.max(getRow(state.permissions, about.key)?.seq ?? -1, newestHints(state, about)?.seq ?? -1)
}

/** Lists tell with each record what the user may do with it. */
function newestHints(
  state: StateWithPermissions,
  about: ReadResource,
): { set: PermissionSet; seq: number } | undefined {
  const key = recordKey(about.id)
  if ('base' in about || key === undefined) return undefined
  const entity = entityKey(about.kind, about.name)
  const updateMethod = updateMethodFor(state, about)
  let newest: { set: PermissionSet; seq: number } | undefined
  for (const context of Object.keys(getRow(state.entities.records, entity)?.contexts ?? {})) {
    const row = selectRow(state, entity, key, context)
    const set = row && readHints(row.record, updateMethod)
    const seq = row ? versionOf(row, hintPath) : 0
    if (set && seq > (newest?.seq ?? -1)) newest = { set, seq }
  }
  return newest
}

const hintPath = '_links.self.0.targetHints.allow'

/** What the link hints of a record allow; null where it has none. */
const readHints = weakMapMemoize((record: RecordData, updateMethod: string): PermissionSet | null => {
  const allow = readPath(record, hintPath).value
  const isKnown = typeof allow === 'string' || Array.isArray(allow)
  return isKnown ? parseAllow(String(allow), updateMethod) : null
})

/** The method that updates a resource, which the Allow header names where updating is allowed. */
export function updateMethodFor(state: StateWithConfig, about: ReadResource): string {
  return updateMethodOf('base' in about ? undefined : selectEntityConfig(state, about.kind, about.name))
}
