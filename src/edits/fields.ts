import type { EntityConfig } from '../config/entityConfig'
import { own, isRecord, type RecordData } from '../plain'
import { isStoredLazyEdit } from './lazyEdit'

/** Whether edits of a property are merged into the value it had. */
export function isMerged(config: EntityConfig, property: string): boolean {
  return own(config.mergedEdits, property) === true
}

/** Whether a property is edited and shown, but never saved. */
export function isTransient(config: EntityConfig, property: string): boolean {
  return Boolean(own(config.transientEdits, property))
}

const rawRecords = new WeakMap<RecordData, { attributes: readonly string[]; raw: RecordData }>()

/** A record with its raw attributes in place of `{ raw, rendered }`; the same object for the same record. */
export function rawRecord(attributes: readonly string[] = [], record: RecordData): RecordData {
  const known = rawRecords.get(record)
  if (known?.attributes === attributes) return known.raw
  const wrapped = attributes.filter(
    (attribute) => rawValue(own(record, attribute)) !== own(record, attribute),
  )
  const raw =
    wrapped.length === 0
      ? record
      : {
          ...record,
          ...Object.fromEntries(wrapped.map((attribute) => [attribute, rawValue(record[attribute])])),
        }
  rawRecords.set(record, { attributes, raw })
  return raw
}

function rawValue(value: unknown): unknown {
  return isRecord(value) && value.raw !== undefined ? value.raw : value
}

/** The fields of an object that pass a test; the same object when all do. */
export function filterFields(
  fields: RecordData,
  isKept: (field: string, value: unknown) => boolean,
): RecordData {
  const kept = Object.entries(fields).filter(([field, value]) => isKept(field, value))
  return kept.length === Object.keys(fields).length ? fields : Object.fromEntries(kept)
}

/**
 * The edits that pass a test, of merged properties entry by entry; the same object when all do. Lazy edits always stay:
 * nobody knows yet what they come to.
 */
export function filterEdits(
  values: RecordData,
  merged: (property: string) => boolean,
  isKept: (value: unknown, property: string, entry?: string) => boolean,
): RecordData {
  const kept: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(values)) {
    if (isStoredLazyEdit(value)) kept[property] = value
    else if (merged(property) && isRecord(value)) {
      const entries = filterFields(value, (entry, part) => isKept(part, property, entry))
      if (!isEmpty(entries)) kept[property] = entries
    } else if (isKept(value, property)) kept[property] = value
  }
  return filterFields(values, (property, value) => kept[property] === value) === values ? values : kept
}

/** The value of a field, or of one entry of it. */
export function valueAt(fields: RecordData | undefined, property: string, entry?: string): unknown {
  const value = own(fields, property)
  return entry === undefined ? value : isRecord(value) ? own(value, entry) : undefined
}

export function isEmpty(fields: RecordData): boolean {
  return Object.keys(fields).length === 0
}
