import { weakMapMemoize } from 'reselect'
import { entityOf, keyField, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import { keylessRecord, recordKey, type RecordKey } from '../core/keys'
import { isRecord, own, type RecordData } from '../core/plain'
import type { ReceivedRecords } from './actions'

/** Records with the keys they are stored under. */
export interface KeyedRecords {
  readonly records: readonly RecordData[]
  readonly keys: readonly RecordKey[]
}

/** The records of a list answer; those without a key can't be stored and are left out. */
export function readRecords(config: EntityConfig, rows: readonly unknown[]): KeyedRecords {
  const records: RecordData[] = []
  const keys: RecordKey[] = []
  const field = keyField(config)
  for (const row of rows) {
    const key = keyOf(config, row, field)
    if (key === undefined) continue
    records.push(asStored(config, row as RecordData))
    keys.push(key)
  }
  return { records, keys }
}

/**
 * The one record of an answer.
 * @throws EntityStoreError `invalid_response` when there is no record in it, or not the one that was asked for.
 */
export function readRecord(config: EntityConfig, data: unknown, asked?: RecordKey): KeyedRecords {
  const key = keyOf(config, data)
  if (key !== undefined && (asked === undefined || key === asked))
    return { records: [asStored(config, data as RecordData)], keys: [key] }
  throw new EntityStoreError(
    'invalid_response',
    `The server answered ${show(data)} for ${asked ? `record '${asked}'` : 'a record'} of (${config.kind}, ${config.name}). Check the entity's baseURL and key.`,
  )
}

/** Records of an entity as they came, with all that the state needs to know of the entity. */
export function receivedRecords(
  config: EntityConfig,
  { records, keys }: KeyedRecords,
  rest: Pick<ReceivedRecords, 'context' | 'fields' | 'seq' | 'isRead'> &
    Partial<Pick<ReceivedRecords, 'allow' | 'sent' | 'at'>>,
): ReceivedRecords {
  const { rawAttributes = [] } = config
  const { context, fields, seq, isRead, allow, sent, at } = rest
  // Written out and not spread, for every read: `npm run bench -- --only singleReads`.
  return {
    entity: entityOf(config),
    context,
    records,
    keys,
    fields,
    seq,
    isRead,
    allow,
    sent,
    at,
    rawAttributes,
    mergedEdits: mergedNames(config.mergedEdits ?? noMergedEdits),
  }
}

const noMergedEdits = {}
const mergedNames = /* @__PURE__ */ weakMapMemoize((mergedEdits: NonNullable<EntityConfig['mergedEdits']>) =>
  Object.keys(mergedEdits).filter((property) => mergedEdits[property]),
)

/**
 * The key of a row of an answer; undefined where it has none.
 * @param field - Which field it is, where that is known already.
 * @throws EntityStoreError `invalid_response` for a number that JavaScript can't tell from others.
 */
export function keyOf(config: EntityConfig, row: unknown, field = keyField(config)): RecordKey | undefined {
  if (!isRecord(row)) return undefined
  if (field === undefined) return keylessRecord
  const id = own(row, field)
  if (typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER) {
    throw new EntityStoreError(
      'invalid_response',
      `A record of (${config.kind}, ${config.name}) has the ${field} ${id}, which can't be distinguished from others: numbers are exact up to ${Number.MAX_SAFE_INTEGER}. Let the server give it as a text.`,
    )
  }
  return typeof id === 'string' || typeof id === 'number' ? recordKey(id) : undefined
}

/** A record as the store keeps it: an auto-draft has no title yet. */
function asStored({ kind }: EntityConfig, record: RecordData): RecordData {
  return kind === 'postType' && record.status === 'auto-draft' && record.title !== ''
    ? { ...record, title: '' }
    : record
}
