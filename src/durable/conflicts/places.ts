import type { EntityConfig } from '../../config/entityConfig'
import { isRecord, own, setField, type RecordData } from '../../core/plain'
import { isMerged } from '../../edits/fields'

/** A field and the path within it that a conflict names: names may have dots in them, so what is known decides. */
export interface Place {
  readonly property: string
  readonly path: readonly string[]
}

/** Where a field of a conflict is in fields that are known. */
export function placeOf(config: EntityConfig, known: RecordData, field: string): Place {
  if (Object.hasOwn(known, field)) return { property: field, path: [] }
  const property =
    Object.keys(known).find((each) => field.startsWith(`${each}.`)) ?? field.split('.', 1).join()
  const rest = field.slice(property.length + 1)
  // An entry of a merged property is named as it is.
  const path = isMerged(config, property) ? [rest] : rest === '' ? [] : pathIn(known[property], rest)
  return { property, path }
}

function pathIn(value: unknown, name: string): readonly string[] {
  if (!isRecord(value) || Object.hasOwn(value, name)) return [name]
  const step = Object.keys(value).find((each) => name.startsWith(`${each}.`))
  return step === undefined ? [name] : [step, ...pathIn(value[step], name.slice(step.length + 1))]
}

/** What fields have at a place. */
export function valueIn(fields: RecordData | undefined, { property, path }: Place): unknown {
  let value = own(fields, property)
  for (const step of path) value = isRecord(value) ? own(value, step) : undefined
  return value
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
