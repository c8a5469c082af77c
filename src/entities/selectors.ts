import { weakMapMemoize } from 'reselect'
import { configOf, selectEntityConfig } from '../config/selectors'
import { contextOf, entityOf, isKeyless, keyField, type EntityConfig } from '../config/entityConfig'
import { deeplyFrozenAs } from '../core/frozen'
import {
  entityKey,
  keylessRecord,
  recordKey,
  type EntityId,
  type EntityKey,
  type RecordKey,
} from '../core/keys'
import { readPath } from '../core/paths'
import { own, type RecordData } from '../core/plain'
import { project } from '../core/project'
import { normalizeQuery, type NormalizedQuery, type QueryInput } from '../core/query'
import type { RecordFor } from '../records/inference/inference'
import { getRow, type Table } from '../core/recordTable'
import { currentId, currentQuery } from './aliases'
import { versionOf } from './fieldVersions'
import type { StateWithEntities, StoredRecord } from './reducer'

/** The key of the record that an id means for an entity; undefined when an id is missing. */
export function recordKeyFor(
  state: Pick<StateWithEntities, 'entities'>,
  config: EntityConfig,
  id: EntityId | undefined,
): RecordKey | undefined {
  return isKeyless(config) ? keylessRecord : recordKey(currentId(state, id))
}

/** All rows of an entity in one context. */
export function selectRows(
  state: Pick<StateWithEntities, 'entities'>,
  entity: EntityKey,
  context: string,
): Table<StoredRecord> | undefined {
  return own(getRow(state.entities.records, entity)?.contexts, context)
}

/** One row of an entity in one context. */
export function selectRow(
  state: Pick<StateWithEntities, 'entities'>,
  entity: EntityKey,
  key: RecordKey,
  context: string,
): StoredRecord | undefined {
  return getRow(selectRows(state, entity, context), key)
}

/** What the copies of a record say that are read in other contexts than its entity's own: of each field the newest. */
export function selectOtherCopies(
  state: StateWithEntities,
  entity: EntityKey,
  key: RecordKey,
): RecordData | undefined {
  const contexts = getRow(state.entities.records, entity)?.contexts ?? {}
  let copies: RecordData | undefined
  const rows = Object.keys(contexts).flatMap((context) =>
    context === 'default' ? [] : (getRow(contexts[context], key) ?? []),
  )
  for (const { record } of rows.sort((one, other) => one.seq - other.seq)) copies = { ...copies, ...record }
  return copies
}

/** The sequence number at which the record was last written or removed by this store; 0 when it was not. */
export function selectWrittenSeq(state: StateWithEntities, entity: EntityKey, key: RecordKey): number {
  return getRow(getRow(state.entities.records, entity)?.written, key) ?? 0
}

/** The record as a save or an edit needs it: in the default context, only when it is known whole. */
export function selectKnownRecord(
  state: StateWithEntities,
  entity: EntityKey,
  key: RecordKey,
): RecordData | undefined {
  const row = selectRow(state, entity, key, 'default')
  return row?.isComplete ? row.record : undefined
}

/** Whether all of a record came since the page was there, and not only from what was kept on the device. */
export function isReadWhole(row: StoredRecord | undefined): boolean {
  return row?.isComplete === true && row.seq > 0
}

/** What a row answers to a query: the record, its projection, or undefined while that is not known. */
export function answerOf(
  row: StoredRecord | undefined,
  fields: readonly string[] | null,
): RecordData | undefined {
  if (row === undefined || !(row.isComplete || isAnswered(row, fields))) return undefined
  return fields === null ? row.record : projectionOf(row.record, fields)
}

/** Whether a row holds all that a query asks for. */
function isAnswered(row: StoredRecord, fields: readonly string[] | null): boolean {
  if (fields === null) return row.isComplete
  return fields.every(
    (path) => versionOf(row, path) > row.seq || (row.isComplete && readPath(row.record, path).found),
  )
}

/**
 * The sequence number of the oldest answer among those that give a row its fields: 0 where an earlier page has read them and
 * kept them on the device, -1 when one of them is not known by a read.
 */
export function answerSeq(row: StoredRecord | undefined, fields: readonly string[] | null): number {
  if (row === undefined || !row.isRead || !isAnswered(row, fields)) return -1
  return fields === null ? row.seq : Math.min(...fields.map((path) => versionOf(row, path)))
}

/**
 * A record as the server sent it; with `_fields`, only those and the key. Undefined while it is not known.
 */
export function selectEntityRecord<
  Kind extends string,
  Name extends string,
  const Query extends QueryInput = undefined,
>(
  state: StateWithEntities,
  kind: Kind,
  name: Name,
  id?: EntityId,
  query?: Query,
): RecordFor<Kind, Name, Query> | undefined {
  const entity = entityKey(kind, name)
  return selectAnswer(state, configOf(state, entity), id, query, entity)
}

/**
 * What is known of one record, by the config that says how it is kept.
 * @param entity - The key of its entity, where that is known already.
 */
export function selectAnswer<Row>(
  state: StateWithEntities,
  config: EntityConfig | undefined,
  id: EntityId | undefined,
  query: QueryInput,
  entity?: EntityKey,
): Row | undefined {
  const asked = selectAsked(state, config, id, queryOf(state, config, query), entity)
  return asked && (answerOf(asked.row, asked.fields) as Row | undefined)
}

/** Whether a record is known: all of it, or with `_fields` each of those. */
export function selectHasEntityRecord(
  state: StateWithEntities,
  kind: string,
  name: string,
  id?: EntityId,
  query?: QueryInput,
): boolean {
  const config = selectEntityConfig(state, kind, name)
  const asked = selectAsked(state, config, id, queryOf(state, config, query))
  return asked?.row !== undefined && isAnswered(asked.row, asked.fields)
}

/**
 * A query about records that are kept as a config says, taken apart, by the ids that records have now; one that names the
 * context they are read in anyway names none.
 */
export function queryOf(
  state: StateWithEntities,
  config: EntityConfig | undefined,
  query: QueryInput,
): NormalizedQuery {
  return normalizeQuery(currentQuery(state, query), config && contextOf(config))
}

/** What a question about one record asks for. */
export interface AskedRecord {
  readonly key: RecordKey
  readonly row: StoredRecord | undefined
  readonly fields: readonly string[] | null
}

/**
 * What a question about one record asks for; undefined for an unknown entity or a missing id.
 * @param entity - The key of its entity, where that is known already.
 */
export function selectAsked(
  state: StateWithEntities,
  config: EntityConfig | undefined,
  id: EntityId | undefined,
  query: NormalizedQuery,
  entity = config && entityOf(config),
): AskedRecord | undefined {
  const key = config && recordKeyFor(state, config, id)
  if (entity === undefined || key === undefined) return undefined
  return {
    key,
    row: selectRow(state, entity, key, query.context),
    fields: askedFields(query, config),
  }
}

/** The fields of a query, with the key, without which a record can't be stored. */
export function askedFields(
  { fields }: NormalizedQuery,
  config: EntityConfig | undefined,
): readonly string[] | null {
  if (fields === null) return null
  const key = config && keyField(config)
  return key === undefined || fields.includes(key) ? fields : withField(fields, key)
}

const withField = /* @__PURE__ */ weakMapMemoize(
  (fields: readonly string[], key: string): readonly string[] => [...fields, key],
)

/** Only some fields of a record; the same object for the same record and fields. */
function projectionOf(record: RecordData, fields: readonly string[]): RecordData {
  return projected(record, fields.join())
}

const projected = /* @__PURE__ */ weakMapMemoize((record: RecordData, fields: string) =>
  deeplyFrozenAs(record, project(record, fields.split(','))),
)
