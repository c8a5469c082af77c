import { keyField, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { EntityId, RecordKey } from '../core/keys'
import { isRecord, own, type RecordData } from '../core/plain'
import { isMerged } from '../edits/fields'
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
 * @throws EntityStoreError `invalid_response` for a create without a key, and for an update that is answered with
 * anything but an empty body, the record, or some of what was sent.
 */
export function readSaveAnswer(
  save: AnsweredSave,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
): SaveAnswer {
  const { config, kind, name, key, id } = save
  const field = keyField(config)
  const isKeyed = isRecord(data) && (field === undefined || Object.hasOwn(data, field))
  if (key === undefined) {
    if (isKeyed) return { record: data, isWhole: true }
    throw new EntityStoreError(
      'invalid_response',
      `A new record of (${kind}, ${name}) was answered with ${show(data)}, without its key '${field}'. It may exist: read the list first.`,
    )
  }
  if (!isEmptyBody(data) && !isAnswerToUpdate(save, data, known, body)) {
    throw new EntityStoreError(
      'invalid_response',
      `The update of record '${key}' of (${kind}, ${name}) was answered with ${show(data)}, which has nothing of what was sent. It may not be done: read the record to see what the server has.`,
    )
  }
  if (isKeyed) return { record: data, isWhole: true }
  const taken = Object.entries(body).map(([property, value]): [string, unknown] => {
    const before = own(known, property)
    if (!isRecord(before)) return [property, value]
    if (config.rawAttributes?.includes(property)) return [property, { ...before, raw: value }]
    return [property, isMerged(config, property) && isRecord(value) ? { ...before, ...value } : value]
  })
  return {
    record: {
      ...Object.fromEntries(taken),
      ...(isRecord(data) && data),
      ...(field !== undefined && { [field]: own(known, field) ?? id }),
    },
    isWhole: false,
  }
}

/**
 * Whether an answer shows that it is about this update: it has something of what was sent, or is the record itself,
 * such as that of a user whose new password no server repeats.
 */
function isAnswerToUpdate(
  { config, key }: AnsweredSave,
  data: unknown,
  known: RecordData | undefined,
  body: RecordData,
): boolean {
  if (!isRecord(data)) return false
  const has = (property: string) => Object.hasOwn(data, property)
  const sent = Object.keys(body)
  const field = keyField(config)
  if (sent.some((property) => property !== field && has(property))) return true
  if (field === undefined) return sent.length === 0
  if (String(own(data, field)) !== key) return false
  const others = Object.keys(known ?? {}).filter((property) => property !== field)
  return sent.length === 0 || others.length === 0 || others.some(has)
}
