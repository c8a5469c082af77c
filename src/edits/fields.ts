import { weakMapMemoize } from 'reselect'
import type { EntityConfig } from '../config/entityConfig'
import { frozenAs } from '../core/frozen'
import { isEqual } from '../core/isEqual'
import { isRecord, own, type RecordData } from '../core/plain'
import { splitPath, type FieldPath } from './fieldPath'
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
  const unwrapped = attributes.flatMap((attribute) => {
    const raw = valueAt(record, attribute, 'raw')
    return raw === undefined ? [] : [[attribute, raw]]
  })
  if (unwrapped.length === 0) return record
  return frozenAs(record, { ...record, ...(Object.fromEntries(unwrapped) as RecordData) })
})

/** A record with its raw attributes in place of `{ raw, rendered }`; the same object for the same record. */
export function rawRecord(attributes: readonly string[] = noAttributes, record: RecordData): RecordData {
  return attributes.length === 0 ? record : unwrapAttributes(attributes, record)
}

/**
 * Whether an edit says what one of the sources does. A lazy edit does not, as nobody knows yet what it comes to, unless the
 * record has the function itself, as the widgets editor puts it there after a save.
 */
export function isSaid(
  path: FieldPath,
  value: unknown,
  ...sources: readonly (RecordData | undefined)[]
): boolean {
  const [property, entry] = splitPath(path)
  if (isStoredLazyEdit(value)) return sources.some((source) => isLazyEdit(value, own(source, property)))
  return isSaidBy(sources, value, property, entry)
}

function isSaidBy(
  sources: readonly (RecordData | undefined)[],
  edited: unknown,
  property: string,
  entry?: string,
): boolean {
  // A loop, for every key that is typed: `npm run bench -- --only typing`.
  for (const source of sources) {
    const said = valueAt(source, property, entry)
    if (isHeldValue(edited) ? saysHeld(said, edited) : isEqual(said, edited)) return true
  }
  return false
}

/** The value of a field, or of one entry of it. */
export function valueAt(fields: RecordData | undefined, property: string, entry?: string): unknown {
  const value = own(fields, property)
  return entry === undefined ? value : isRecord(value) ? own(value, entry) : undefined
}
