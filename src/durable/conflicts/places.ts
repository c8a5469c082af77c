import type { EntityConfig } from '../../config/entityConfig'
import { isRecord, own, setField, type RecordData } from '../../core/plain'
import { fieldPath, type FieldPath } from '../../edits/fieldPath'
import { isMerged, valueAt } from '../../edits/fields'

/** A field and the way within it that a conflict names: names may have dots in them, so what is known decides. */
export interface Place {
  readonly property: string
  /** Of a merged property. */
  readonly entry?: string
  readonly within: readonly string[]
}

/** By which path edits have a place, or that which it is within. */
export function pathOf({ property, entry }: Place): FieldPath {
  return fieldPath(property, entry)
}

/** Where a field of a conflict is in fields that are known. */
export function placeOf(config: EntityConfig, known: RecordData, field: string): Place {
  if (Object.hasOwn(known, field)) return { property: field, within: [] }
  const property =
    Object.keys(known).find((each) => field.startsWith(`${each}.`)) ?? field.split('.', 1).join()
  const rest = field.slice(property.length + 1)
  // An entry of a merged property is named as it is.
  if (isMerged(config, property)) return { property, entry: rest, within: [] }
  return { property, within: rest === '' ? [] : pathIn(known[property], rest) }
}

function pathIn(value: unknown, name: string): readonly string[] {
  if (!isRecord(value) || Object.hasOwn(value, name)) return [name]
  const step = Object.keys(value).find((each) => name.startsWith(`${each}.`))
  return step === undefined ? [name] : [step, ...pathIn(value[step], name.slice(step.length + 1))]
}

/** What fields have at a place. */
export function valueIn(fields: RecordData | undefined, { property, entry, within }: Place): unknown {
  return valueWithin(valueAt(fields, property, entry), within)
}

/** What a value has within. */
export function valueWithin(value: unknown, within: readonly string[]): unknown {
  return within.reduce<unknown>((inner, step) => (isRecord(inner) ? own(inner, step) : undefined), value)
}

/** An object with another value at a path; without what is there, if that is undefined. */
export function withValue(object: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const copy: RecordData = { ...(isRecord(object) && object) }
  const inner = withValue(isRecord(object) ? own(object, step) : undefined, rest, value)
  if (inner === undefined) return Object.fromEntries(Object.entries(copy).filter(([name]) => name !== step))
  setField(copy, step, inner)
  return copy
}
