import { weakMapMemoize } from 'reselect'
import type { EntityConfig } from '../config/entityConfig'
import { frozenAs } from '../core/frozen'
import { isEqual } from '../core/isEqual'
import { isRecord, own, type RecordData } from '../core/plain'
import { isHeldValue, saysHeld } from './heldValue'
import { isLazyEdit, isStoredLazyEdit } from './lazyEdit'

/** Whether edits of a property are merged into the value it had. */
export function isMerged(config: Pick<EntityConfig, 'mergedEdits'>, property: string): boolean {
  return own(config.mergedEdits, property) === true
}

/** Whether a property is edited and shown, but never saved. */
export function isTransient(config: Pick<EntityConfig, 'transientEdits'>, property: string): boolean {
  return Boolean(own(config.transientEdits, property))
}

const noAttributes: readonly string[] = []

const unwrapAttributes = weakMapMemoize((attributes: readonly string[], record: RecordData): RecordData => {
  const wrapped = attributes.filter((attribute) => valueAt(record, attribute, 'raw') !== undefined)
  if (wrapped.length === 0) return record
  const unwrapped: Record<string, unknown> = { ...record }
  for (const attribute of wrapped) unwrapped[attribute] = valueAt(record, attribute, 'raw')
  return frozenAs(record, unwrapped)
})

/** A record with its raw attributes in place of `{ raw, rendered }`; the same object for the same record. */
export function rawRecord(attributes: readonly string[] = noAttributes, record: RecordData): RecordData {
  return attributes.length === 0 ? record : unwrapAttributes(attributes, record)
}

/** The value of a field of a record, or of one entry of it, as `rawRecord` has it: for one field the whole is not copied. */
export function rawValueAt(
  attributes: readonly string[] = noAttributes,
  record: RecordData | undefined,
  property: string,
  entry?: string,
): unknown {
  const raw = attributes.includes(property) ? valueAt(record, property, 'raw') : undefined
  const value = raw === undefined ? own(record, property) : raw
  return entry === undefined ? value : isRecord(value) ? own(value, entry) : undefined
}

/**
 * Whether an edit says what the record does. A lazy edit does not, as nobody knows yet what it comes to, unless the record
 * has the function itself, as the widgets editor puts it there after a save.
 */
export function isSaid(edited: unknown, said: unknown): boolean {
  if (isStoredLazyEdit(edited)) return isLazyEdit(edited, said)
  return isHeldValue(edited) ? saysHeld(said, edited) : isEqual(said, edited)
}

/** The value of a field, or of one entry of it. */
export function valueAt(fields: RecordData | undefined, property: string, entry?: string): unknown {
  const value = own(fields, property)
  return entry === undefined ? value : isRecord(value) ? own(value, entry) : undefined
}
