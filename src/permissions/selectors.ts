import type { EntitiesPart } from '../entities/reducer'
import { selectRow } from '../entities/selectors'
import { entityKey, recordKey, type EntityId } from '../keys'
import { own, type RecordData } from '../plain'
import { parseAllow, type PermissionSet } from '../rest/allow'
import { getRow } from '../table'
import {
  checkAction,
  readResource,
  type PermissionAction,
  type ReadResource,
  type Resource,
} from './resource'
import type { PermissionsPart, StoredPermissions } from './reducer'

type Parts = EntitiesPart & PermissionsPart

/**
 * Whether the user may do something; undefined while that is not known.
 * @throws EntityStoreError `invalid_action`, `invalid_resource` with the specification's messages. (spec.md, sections 5 and 6)
 */
export function selectCanUser(
  state: Parts,
  action: PermissionAction,
  resource: Resource,
  id?: EntityId,
): boolean | undefined {
  checkAction(action)
  const about = readResource(resource, id)
  return selectPermissions(state, about)?.[action]
}

/** All that is known about a resource: from Allow headers, or from the link hints of a list, whichever is newer. */
export function selectPermissions(state: Parts, about: ReadResource): Partial<PermissionSet> | undefined {
  const told = getRow(state.permissions, about.key)
  return hintsOf(state, about, told) ?? told
}

/** The turn of the newest answer about a resource; 0 when nothing is known. */
export function selectPermissionsTurn(state: Parts, about: ReadResource): number {
  return Math.max(getRow(state.permissions, about.key)?.turn ?? 0, newestHints(state, about)?.turn ?? 0)
}

const hintSets = new WeakMap<RecordData, PermissionSet | null>()

function hintsOf(
  state: Parts,
  about: ReadResource,
  told: StoredPermissions | undefined,
): PermissionSet | undefined {
  const hints = newestHints(state, about)
  return hints && hints.turn > (told?.turn ?? 0) ? hints.set : undefined
}

/** Lists tell with each record what the user may do with it. */
function newestHints(state: Parts, about: ReadResource): { set: PermissionSet; turn: number } | undefined {
  if ('base' in about) return undefined
  const entity = entityKey(about.kind, about.name)
  const key = recordKey(about.id)
  if (key === undefined) return undefined
  let newest: { set: PermissionSet; turn: number } | undefined
  for (const context of Object.keys(state.entities.records[entity]?.contexts ?? {})) {
    const row = selectRow(state, entity, key, context)
    const set = row && readHints(row.record)
    const turn = row && (own(row.parts, '_links') ?? row.turn)
    if (set && turn !== undefined && turn > (newest?.turn ?? 0)) newest = { set, turn }
  }
  return newest
}

function readHints(record: RecordData): PermissionSet | null {
  let set = hintSets.get(record)
  if (set === undefined) hintSets.set(record, (set = parseHints(record)))
  return set
}

interface LinkHints {
  readonly _links?: { readonly self?: readonly { readonly targetHints?: { readonly allow?: unknown } }[] }
}

function parseHints(record: RecordData): PermissionSet | null {
  const allow = (record as LinkHints)._links?.self?.[0]?.targetHints?.allow
  const isList = Array.isArray(allow) && allow.every((method) => typeof method === 'string')
  return isList ? parseAllow(allow) : typeof allow === 'string' ? parseAllow(allow) : null
}
