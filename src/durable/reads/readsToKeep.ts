import { isSite, listedKinds } from '../../config/builtinEntities'
import type { StoredEntityConfig } from '../../config/entityConfig'
import type { EntityKey, QueryKey, RecordKey, ResolutionKey, ResourceKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { filterFields, own, type RecordData } from '../../core/plain'
import { changedKeys, getRow, type Table } from '../../core/recordTable'
import type { StoredRecord } from '../../entities/reducer'
import type { StoredQuery } from '../../queries/storedQuery'
import type { ListWindow } from '../../queries/windows'
import { selectStoredResolution } from '../../resolution/selectors'
import type { EntityState } from '../../store/rootReducer'
import { keptFields } from '../keptFields'
import type { DurabilitySettings } from '../options'
import { rowKeys, type KeptRead } from './keptReads'

/** The parts of a state that reads fill. */
export type ReadState = Pick<
  EntityState,
  'config' | 'entities' | 'queries' | 'permissions' | 'lookups' | 'resolution'
>

/** By the keys of their rows what is to be kept now; undefined what is not to be kept any more. */
export type ReadChanges = Map<string, KeptRead | undefined>

interface KeepOptions extends Pick<DurabilitySettings, 'isKept'> {
  /** Whether anything of an entity is kept. */
  readonly keeps: (entity: EntityKey) => boolean
  /** Entities that the application knows without the server. */
  readonly declared: ReadonlySet<string>
}

/** What has to be written so that the reads of a state are kept as it has them: found by what two states do not share. */
export function changedReads(
  before: ReadState | undefined,
  now: ReadState,
  options: KeepOptions,
): ReadChanges {
  const changes: ReadChanges = new Map()
  changedRecords(before, now, options, changes)
  changedLists(before, now, options, changes)
  changedConfigs(before, now, options, changes)
  for (const key of changedKeys(before?.permissions, now.permissions)) {
    const known = getRow(now.permissions, key)
    if (known === undefined) changes.set(rowKeys.permission(key), undefined)
    else if (known.seq > 0) {
      const { seq, ...allowed } = known
      changes.set(rowKeys.permission(key), { of: 'permission', key: key as ResourceKey, allowed })
    }
  }
  for (const key of changedKeys(before?.lookups, now.lookups) as ResolutionKey[]) {
    const answer = getRow(now.lookups, key)
    const entry = selectStoredResolution(now, key)
    if (!answer || !entry) changes.set(rowKeys.answer(key), undefined)
    else if (answer.seq > 0) {
      const { operation, args, about, answeredAt: at } = entry
      changes.set(rowKeys.answer(key), { of: 'answer', key, operation, args, about, at, value: answer.value })
    }
  }
  return changes
}

/** The rows of a table, of every entity that has changed. */
function changedOf<Row>(
  before: Table<Row> | undefined,
  now: Table<Row>,
  { keeps }: KeepOptions,
): readonly (readonly [entity: EntityKey, before: Row | undefined, now: Row | undefined])[] {
  const entities = changedKeys(before, now) as EntityKey[]
  return entities
    .filter(keeps)
    .map((entity) => [entity, getRow(before, entity), getRow(now, entity)] as const)
}

function changedRecords(
  before: ReadState | undefined,
  now: ReadState,
  options: KeepOptions,
  changes: ReadChanges,
): void {
  for (const [entity, known, rows] of changedOf(before?.entities.records, now.entities.records, options)) {
    // What a query asks for in another context is a copy that nobody edits.
    const table = own(rows?.contexts, 'default')
    const config = own(now.config.entities, entity)
    const of = config ?? { kind: '', name: '' }
    for (const key of changedKeys(own(known?.contexts, 'default'), table)) {
      const row = getRow(table, key)
      const name = rowKeys.record(entity, key)
      if (row === undefined) changes.set(name, undefined)
      // A draft is kept with its edits, and what a hand put in will be again.
      else if (row.isRead && isAnswered(row) && !isLocalId(key)) {
        const record = keptRecord(row.record, (values) =>
          keptFields(values, of.kind, of.name, options.isKept),
        )
        const fields = row.isComplete ? null : Object.keys(row.parts ?? {})
        changes.set(name, { of: 'record', entity, key: key as RecordKey, record, fields, at: row.at ?? 0 })
      }
    }
  }
}

/** A record without its secrets; one that is empty is none, and a record without it would not be the same. */
function keptRecord(record: RecordData, keeps: (values: RecordData) => RecordData): RecordData {
  const kept = keeps(record)
  return kept === record ? record : { ...filterFields(record, (field, value) => value === ''), ...kept }
}

/** Whether this page has asked for any of it: what was kept stands in its row already. */
function isAnswered({ seq, parts }: StoredRecord): boolean {
  return Math.max(seq, ...Object.values(parts ?? {})) > 0
}

function changedLists(
  before: ReadState | undefined,
  now: ReadState,
  options: KeepOptions,
  changes: ReadChanges,
): void {
  for (const [entity, known, lists] of changedOf(before?.queries, now.queries, options)) {
    for (const query of changedKeys(known, lists) as QueryKey[]) {
      const list = getRow(lists, query)
      if (list === undefined) changes.set(rowKeys.list(entity, query), undefined)
      else if (list.context === 'default') {
        const kept = keptList(list, before === undefined)
        if (kept) changes.set(rowKeys.list(entity, query), { of: 'list', entity, query, list: kept })
      }
    }
  }
}

/**
 * A list without what is still on its way; undefined where there is nothing to write.
 * @param isFirst Whether it may be just as it was kept: then it counts only if this page has asked for it. Later it was
 * patched, even if nobody has asked.
 */
function keptList({ partial, ...list }: StoredQuery, isFirst: boolean): StoredQuery | undefined {
  const windows = list.windows.filter(isKeptWindow)
  const others = partial?.filter(isKeptWindow) ?? []
  if (isFirst && ![...windows, ...others].some(({ seq }) => seq > 0)) return undefined
  return { ...list, windows, ...(others.length > 0 && { partial: others }) }
}

function isKeptWindow({ isRead, isProvisional }: ListWindow): boolean {
  return isRead && !isProvisional
}

function changedConfigs(
  before: ReadState | undefined,
  now: ReadState,
  { declared, keeps }: KeepOptions,
  changes: ReadChanges,
): void {
  const { entities } = now.config
  if (entities === before?.config.entities) return
  const known = Object.entries(entities) as [EntityKey, StoredEntityConfig][]
  for (const [place, [key, config]] of known.entries()) {
    const isDescribed = own(listedKinds, config.kind) !== undefined || isSite(config.kind, config.name)
    const isSame = before ? before.config.entities[key] === config : now.config.kept?.[key]
    if (!isDescribed || declared.has(key) || !keeps(key) || isSame) continue
    changes.set(rowKeys.config(key), { of: 'config', key, config, place })
  }
}
