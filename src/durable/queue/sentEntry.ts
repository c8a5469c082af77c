import type { Cells, Mutation } from '../../core/cells'
import type { QueueingOptions } from '../../batch/writeQueue'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { storeError } from '../../core/errors'
import { isEqual } from '../../core/isEqual'
import { recordKey, type EntityId } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { isRecord, own, type RecordData } from '../../core/plain'
import { deleteEntityRecord } from '../../deleting/deleteEntityRecord'
import { saveEntityRecord } from '../../saving/saveEntityRecord'
import type { WriteOptions } from '../../saving/writeLock'
import type { LocalRecord } from '../../entities/localRecord'
import { valuesOfCells } from '../../edits/cells'
import { splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { withoutSentSince } from '../../edits/stray'
import { isMedia } from '../../media/shownOfFile'
import { replaceInFields, type Replacement } from '../locals/replaceIds'
import { lateMutation, withUnanswered } from '../unanswered'
import type { Rest } from './delivering'
import type { StoredEntry } from './entry'
import { hasAllOf } from './hasAllSent'
import { randomHex } from '../randomHex'

/**
 * What an entry is, once its request has failed or was lost.
 * @param version - Over which version of the record alone the server does it, where that is known.
 */
export function afterLostAnswer(
  { what, id, fields, log }: StoredEntry,
  mayBeDone: boolean,
  version?: Mutation['version'],
): Partial<StoredEntry> {
  if (!mayBeDone) return { state: 'waiting' }
  if (what !== 'update') return { state: 'uncertain', mayBeDone }
  const sent = withUnanswered(log, lateMutation(id, fields, version))
  return { state: 'waiting', mayBeDone, log: withoutSentSince(sent) }
}

/** The record that a draft has become by an answer; undefined where the entry was none. */
export function madeRecord(
  config: EntityConfig,
  { recordId }: StoredEntry,
  body: unknown,
): Replacement | undefined {
  const id = isRecord(body) ? own(body, keyField(config) ?? '') : undefined
  if (!isLocalId(recordId) || !isRecord(body) || (typeof id !== 'number' && typeof id !== 'string'))
    return undefined
  const url = isMedia(config) ? body.source_url : undefined
  return { local: String(recordId), id, ...(typeof url === 'string' && { url }) }
}

/**
 * The paths of what the server has otherwise than it was saved, as others have written it, or theirs was merged into it.
 * @param sent - What a save has sent; what was there already was left out of it.
 */
export function pathsOfOthers(
  { rawAttributes }: EntityConfig,
  { what, fields }: StoredEntry,
  body: unknown,
  sent?: Cells,
): readonly FieldPath[] {
  const answer = isRecord(body) ? rawRecord(rawAttributes, body) : undefined
  return Object.keys(fields).filter((path) => {
    const [field] = splitPath(path)
    // The making of a record gives these last.
    if (what !== 'update' && (field === 'slug' || field === 'status')) return false
    const [meant, is] = [fields[path]?.value, own(sent, path)?.value]
    if (is !== undefined) return !isPartOf(meant, is)
    const now = valueAtPath(answer, path)
    return now !== undefined && !hasAllOf(field, now, meant)
  })
}

/** Whether a value is there; of an object its entries, of which others may stand beside. */
function isPartOf(value: unknown, whole: unknown): boolean {
  if (!isRecord(value) || !isRecord(whole)) return isEqual(value, whole)
  return Object.keys(value).every((entry) => isEqual(value[entry], own(whole, entry)))
}

/** What is left of a create: a save of the record that it has made, held for what somebody else has changed of it. */
export function restOf(
  config: EntityConfig,
  entry: StoredEntry,
  body: unknown,
  { fields, error }: Rest,
): StoredEntry {
  const { seq, kind, name, entity, title, byHand, at } = entry
  const id = own(body as RecordData, keyField(config) ?? '') as EntityId
  const key = recordKey(id)
  return {
    id: randomHex(),
    seq,
    what: 'update',
    kind,
    name,
    entity,
    ...(key !== undefined && { key }),
    recordId: id,
    title,
    fields,
    ...(isLocalId(entry.key) ? byHand && { byHand } : { byHand: Object.keys(fields) }),
    at,
    attempts: 0,
    state: 'held',
    error: storeError(error),
    conflict: error.conflict,
  }
}

/** What is known of a draft once the server has given it an id. */
export function aliasOf({ entity, at }: StoredEntry, { id, url }: Replacement): LocalRecord {
  return { entity, createdAt: at, id, ...(url !== undefined && { url }) }
}

/** An entry with the server's id in the place of a local one. */
export function renamed(entry: StoredEntry, { local, id, url }: Replacement): StoredEntry {
  const { id: name, key, recordId, marker, idempotencyKey, ...rest } = entry
  const isIt = String(recordId) === local
  const now = isIt ? recordKey(id) : key
  return {
    ...replaceInFields(rest, { local, id, ...(url !== undefined && { url }) }),
    id: name,
    ...(marker !== undefined && { marker }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(now !== undefined && { key: now }),
    ...(recordId !== undefined && { recordId: isIt ? id : recordId }),
  }
}

/** What sends an entry. */
export function thunkOf(
  entry: StoredEntry,
  config: EntityConfig,
  how: Required<Pick<WriteOptions, 'delivery' | 'mutation'>> & Partial<QueueingOptions>,
) {
  const { what, kind, name, recordId, fields, parameters, createId } = entry
  const { mutation, ...others } = how
  const options = { ...others, throwOnError: true }
  if (what === 'delete') return deleteEntityRecord(kind, name, recordId as EntityId, parameters, options)
  const field = keyField(config)
  const values = valuesOfCells(fields)
  const record = field === undefined || recordId === undefined ? values : { ...values, [field]: recordId }
  return saveEntityRecord<string, string>(kind, name, record, {
    ...options,
    mutation,
    ...(createId !== undefined && { createId }),
  })
}
