import deepEqual from 'fast-deep-equal'
import type { EntityConfig } from '../config/entityConfig'
import { own, isRecord, type RecordData } from '../plain'

/** Whether edits of a property are merged into the value it had. */
export function isMerged(config: EntityConfig, property: string): boolean {
  return own(config.mergedEdits, property) === true
}

/** Whether a property is edited and shown, but never saved. */
export function isTransient(config: EntityConfig, property: string): boolean {
  return Boolean(own(config.transientEdits, property))
}

/** The value of a field as it is edited: the raw one where the server gives raw and rendered. */
export function rawValue(value: unknown, isRaw: boolean): unknown {
  return isRaw && isRecord(value) && value.raw !== undefined ? value.raw : value
}

const rawRecords = new WeakMap<RecordData, { attributes: readonly string[]; raw: RecordData }>()

/** A record with its raw attributes in place of `{ raw, rendered }`; the same object for the same record. */
export function rawRecord(config: EntityConfig, record: RecordData): RecordData {
  const attributes = config.rawAttributes
  if (attributes === undefined || attributes.length === 0) return record
  const known = rawRecords.get(record)
  if (known?.attributes === attributes) return known.raw
  const changed = attributes.filter(
    (attribute) =>
      Object.hasOwn(record, attribute) && rawValue(record[attribute], true) !== record[attribute],
  )
  const raw =
    changed.length === 0
      ? record
      : {
          ...record,
          ...Object.fromEntries(changed.map((attribute) => [attribute, rawValue(record[attribute], true)])),
        }
  rawRecords.set(record, { attributes, raw })
  return raw
}

/** The fields of an object that pass a test; the same object when all do. */
export function filterFields(
  fields: RecordData,
  isKept: (field: string, value: unknown) => boolean,
): RecordData {
  const kept = Object.entries(fields).filter(([field, value]) => isKept(field, value))
  return kept.length === Object.keys(fields).length ? fields : Object.fromEntries(kept)
}

/** Whether `field` of `fields` is there and equal to a value. */
export function hasEqual(fields: unknown, field: string, value: unknown): boolean {
  return isRecord(fields) && Object.hasOwn(fields, field) && deepEqual(fields[field], value)
}

export function isEmpty(fields: RecordData): boolean {
  for (const field in fields) if (Object.hasOwn(fields, field)) return false
  return true
}
