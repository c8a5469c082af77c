import { keyField, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import { isEqual } from '../core/isEqual'
import type { EntityId, RecordKey } from '../core/keys'
import { isRecord, own, type RecordData } from '../core/plain'
import { emptyTable, getRow, keysOf, type Table } from '../core/recordTable'
import { isMerged, rawValueAt } from '../edits/fields'
import { keyOf } from '../entities/parseRecords'
import { isEmptyBody } from './sendWrite'

/** What the server answered to a save. */
export interface SaveAnswer {
  readonly record: RecordData
  /** Whether it is all of the record; else it is only what was sent. */
  readonly isWhole: boolean
}

/** The save that was answered. */
export interface AnsweredSave {
  readonly config: EntityConfig
  readonly kind: string
  readonly name: string
  readonly key: RecordKey | undefined
  readonly id: EntityId | undefined
}

/**
 * The record in the answer to a save. A server that answers an update with an empty body is taken at its word that the
 * update was done; any other answer has to show it, as a maintenance page or a cache may answer with 200, too.
 * @param known - The record as it was before.
 * @param body - What was sent.
 * @param rows - The records of the entity that were known when it was sent.
 * @throws EntityStoreError `invalid_response` for a create without a key, and for an update that is answered with
 * anything but an empty body, the record, or some of what was sent: with another record too.
 */
export function readSaveAnswer(
  save: AnsweredSave,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
  rows: Table<unknown> | undefined,
): SaveAnswer {
  const { config, kind, name, key } = save
  const field = keyField(config)
  const isKeyed = isRecord(data) && (field === undefined || Object.hasOwn(data, field))
  if (key === undefined) {
    if (isKeyed && isAnswerToCreate(save, data, body, rows)) return { record: data, isWhole: true }
    throw new EntityStoreError(
      'invalid_response',
      `A new record of (${kind}, ${name}) was answered with ${show(data)}, ${isKeyed ? 'which is none that was made by this' : `without its key '${field}'`}. It may exist: read the list first.`,
    )
  }
  if (!isEmptyBody(data) && !isAnswerToUpdate(save, data, known, body, rows)) {
    throw new EntityStoreError(
      'invalid_response',
      `The update of record '${key}' of (${kind}, ${name}) was answered with ${show(data)}, which is not this record and says nothing of what was sent. It may not be done: read the record to see what the server has.`,
    )
  }
  if (isKeyed && known && isAsBefore(config, data, known, body)) {
    throw new EntityStoreError(
      'invalid_response',
      `The update of record '${key}' of (${kind}, ${name}) was answered with the record as it was before. It may be done nevertheless: read the record to see what the server has.`,
    )
  }
  return isKeyed
    ? { record: data, isWhole: true }
    : { record: partOf(save, data, known, body), isWhole: false }
}

/** What is known of a record after an update that was answered with a part of it, or with nothing: else what was sent. */
export function partOf(
  { config, id }: Pick<AnsweredSave, 'config' | 'id'>,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
): RecordData {
  const field = keyField(config)
  const taken = Object.entries(body).map(([property, value]): [string, unknown] => {
    const before = own(known, property)
    if (!isRecord(before)) return [property, value]
    if (config.rawAttributes?.includes(property)) return [property, { ...before, raw: value }]
    return [property, isMerged(config, property) && isRecord(value) ? { ...before, ...value } : value]
  })
  return {
    ...Object.fromEntries(taken),
    ...(isRecord(data) && data),
    ...(field !== undefined && { [field]: own(known, field) ?? id }),
  }
}

/**
 * Whether an answer can be about this create. A record that was there before is its answer only from a server that makes
 * no second one of the same: it says all that was sent. A name among numbers that says nothing of it is no record.
 */
function isAnswerToCreate(
  { config }: AnsweredSave,
  data: RecordData,
  body: RecordData,
  rows: Table<unknown> = emptyTable(),
): boolean {
  const answered = keyOf(config, data)
  const field = keyField(config)
  if (answered === undefined || field === undefined || Object.hasOwn(body, field)) return true
  const said = Object.keys(body).filter((property) => Object.hasOwn(data, property))
  if (said.length > 0)
    return !getRow(rows, answered) || said.every((property) => confirms(data[property], body[property]))
  return !getRow(rows, answered) && (isNumber(answered) || !keysOf(rows).some(isNumber))
}

function isNumber(key: string): boolean {
  return /^\d+$/.test(key)
}

/**
 * Whether an answer shows that it is about this update: it is the record itself, such as that of a user whose new
 * password no server repeats; or it has no key and says something that was sent, or all that the record has. An error
 * that comes with status 200 may have a `status`, a `title` or a `message` too, with other values. A record by another
 * key is this one renamed where its keys are names and the answer says what was sent; else it is another record.
 */
function isAnswerToUpdate(
  { config, key }: AnsweredSave,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
  rows: Table<unknown> | undefined,
): boolean {
  if (!isRecord(data)) return false
  const has = (property: string) => Object.hasOwn(data, property)
  const field = keyField(config)
  const sent = Object.keys(body).filter((property) => property !== field)
  const others = Object.keys(known ?? {}).filter((property) => property !== field)
  const isSaid = (property: string) => confirms(own(data, property), body[property])
  if (field === undefined || !has(field))
    return (
      sent.some(isSaid) ||
      (others.length > 1 && others.every(has)) ||
      (field === undefined && sent.length === 0)
    )
  const answered = keyOf(config, data)
  if (answered === key) return sent.length === 0 || others.length === 0 || [...sent, ...others].some(has)
  const isName = answered !== undefined && ![key, answered].some((one) => one !== undefined && isNumber(one))
  return isName && !getRow(rows, answered) && sent.some(has) && sent.filter(has).every(isSaid)
}

/** Whether an answer says a value that was sent, as it is or as the raw text of a field, whatever a server does to blanks. */
function confirms(said: unknown, sent: unknown): boolean {
  if (isEqual(said, sent)) return true
  if (isRecord(said)) {
    const isText = Object.hasOwn(said, 'raw') && !isRecord(sent)
    return isText
      ? confirms(said.raw, sent)
      : isRecord(sent) && Object.keys(sent).some((name) => confirms(own(said, name), sent[name]))
  }
  const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  return isValue(said) && isValue(sent) && String(said).trim() === String(sent).trim()
}

/**
 * Whether an answer is the record as it was before, such as by a cache: WordPress gives every update a new time, and takes
 * the texts that it is sent. Within one second nobody can say.
 */
function isAsBefore(
  { rawAttributes = [] }: EntityConfig,
  data: RecordData,
  known: RecordData,
  body: RecordData,
): boolean {
  const texts = rawAttributes.filter((field) => typeof own(body, field) === 'string')
  const time = known.modified_gmt
  const isAsKnown = (field: string) => {
    const now = rawValueAt(rawAttributes, data, field)
    return typeof now === 'string' && now !== body[field] && now === rawValueAt(rawAttributes, known, field)
  }
  return texts.length > 0 && time !== undefined && time === data.modified_gmt && texts.every(isAsKnown)
}
