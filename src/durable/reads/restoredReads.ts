import type { EntitiesAdded } from '../../config/actions'
import type { EntityConfig } from '../../config/entityConfig'
import type { EntityKey } from '../../core/keys'
import type { StoreAction } from '../../core/thunk'
import { recordsReceived, type ReceivedRecords } from '../../entities/actions'
import { permissionsReceived } from '../../permissions/actions'
import { getRow } from '../../core/recordTable'
import { listReceived, listsPatched } from '../../queries/actions'
import type { ListWindow } from '../../queries/windows'
import type { EntityState } from '../../store/rootReducer'
import { answerReceived } from '../../wordpress/lookups/actions'
import type { KeptAnswer, KeptList, KeptPermission, KeptRead, KeptRecord } from './keptReads'

/**
 * What was kept, as the answers that it was: older than anything that this page asks, so that all of it is shown and asked
 * for again, and nothing that is known takes its place back.
 */
const seq = 0

/** What was kept as events that put it into a state, below what is known there. */
export function restoredReads(state: EntityState, reads: readonly KeptRead[]): readonly StoreAction[] {
  const added = reads
    .filter(isOf('config'))
    .filter(({ key }) => !Object.hasOwn(state.config.entities, key))
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
  const configs: EntityConfigs = {
    ...state.config.entities,
    ...Object.fromEntries(added.map(({ key, config }) => [key, config])),
  }
  const describing: EntitiesAdded = {
    type: 'config/entitiesAdded',
    configs: added.map(({ config }) => config),
    isKept: true,
  }
  return [
    ...(added.length > 0 ? [describing] : []),
    ...groupsOf(reads.filter(isOf('record'))).map((group) => restoredRecords(group, configs)),
    ...reads.filter(isOf('list')).flatMap((read) => restoredList(state, read, configs)),
    ...restoredPermissions(reads.filter(isOf('permission'))),
    ...reads.filter(isOf('answer')).map(restoredAnswer),
  ]
}

type EntityConfigs = EntityState['config']['entities']

function isOf<Of extends KeptRead['of']>(of: Of) {
  return (read: KeptRead): read is Extract<KeptRead, { readonly of: Of }> => read.of === of
}

/** Records that came in one answer, as far as can be seen: they go in by one event. */
function groupsOf(records: readonly KeptRecord[]): readonly (readonly [KeptRecord, ...KeptRecord[]])[] {
  const groups = new Map<string, [KeptRecord, ...KeptRecord[]]>()
  for (const record of records) {
    const { entity, fields, at } = record
    const name = JSON.stringify([entity, fields, at])
    const group = groups.get(name)
    if (group) group.push(record)
    else groups.set(name, [record])
  }
  return [...groups.values()]
}

function restoredRecords(group: readonly [KeptRecord, ...KeptRecord[]], configs: EntityConfigs): StoreAction {
  const [{ entity, fields, at }] = group
  const records = group.map(({ record }) => record)
  const keys = group.map(({ key }) => key)
  return recordsReceived({ ...receivedOf(entity, configs), context: 'default', records, keys, fields, at })
}

function receivedOf(
  entity: EntityKey,
  configs: EntityConfigs,
): Pick<ReceivedRecords, 'entity' | 'seq' | 'isRead' | 'rawAttributes' | 'mergedEdits'> {
  // Revisions are kept like an entity of their own, which nobody edits.
  const { rawAttributes = [], mergedEdits = {} } = (configs[entity] ?? {}) as Partial<EntityConfig>
  return { entity, seq, isRead: true, rawAttributes, mergedEdits: Object.keys(mergedEdits) }
}

/** A list as it was; where the page knows some of it, what it does not know. */
function restoredList(
  state: EntityState,
  { entity, query, list }: KeptList,
  configs: EntityConfigs,
): readonly StoreAction[] {
  const asKept = (window: ListWindow): ListWindow => ({ ...window, seq })
  const windows = list.windows.map(asKept)
  const partial = list.partial?.map(asKept)
  if (!getRow(getRow(state.queries, entity), query))
    return [listsPatched(entity, { [query]: { ...list, windows, ...(partial && { partial }) } })]
  const { context, parameters, totalItems, totalPages, page, perPage, ownSize } = list
  const received = { ...receivedOf(entity, configs), context, records: [], keys: [], fields: null }
  const rest = {
    received,
    entity,
    query,
    context,
    parameters,
    totalItems,
    totalPages,
    page,
    perPage,
    ownSize,
  }
  return [...windows, ...(partial ?? [])].map((window) =>
    listReceived({ ...rest, window, isWhole: window.isAll === true }),
  )
}

function restoredPermissions(reads: readonly KeptPermission[]): readonly StoreAction[] {
  if (reads.length === 0) return []
  return [permissionsReceived(Object.fromEntries(reads.map(({ key, allowed }) => [key, allowed])), seq)]
}

function restoredAnswer({ key, operation, args, about, at, value }: KeptAnswer): StoreAction {
  return {
    ...answerReceived(key, value, seq),
    answers: { key, operation, args, about, seq, at },
  } as StoreAction
}
