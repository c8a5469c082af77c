import type { Cells, EditLog } from '../core/cells'
import { filterFields, isEmpty, isRecord, type RecordData } from '../core/plain'
import { makeCell, mapCells, pickCells } from '../edits/cells'
import { putAt, splitPath, valueAtPath, type FieldPath } from '../edits/fieldPath'
import type { DurabilitySettings } from './options'

/** Fields without those that are not to be kept; of merged ones entry by entry. */
export function keptFields(
  values: RecordData,
  kind: string,
  name: string,
  isKept: DurabilitySettings['isKept'],
): RecordData {
  const kept = filterFields(values, (field) => isKept(kind, name, field))
  const narrowed = Object.entries(kept).flatMap(([field, value]) => {
    if (!isRecord(value)) return []
    const entries = filterFields(value, (entry) => isKept(kind, name, `${field}.${entry}`))
    return entries === value ? [] : [[field, entries] as const]
  })
  if (narrowed.length === 0) return kept
  return filterFields(
    { ...kept, ...Object.fromEntries(narrowed) },
    (field, value) => value === kept[field] || !isEmpty(value as RecordData),
  )
}

/** Edits without the fields that are not to be kept, what was sent of them included. */
export function keptLog(
  { fields, log }: EditLog,
  kind: string,
  name: string,
  isKept: DurabilitySettings['isKept'],
): EditLog {
  const keeps = (value: unknown, path: FieldPath) =>
    valueAtPath(keptFields(fieldsAt(path, value), kind, name, isKept), path)
  const keptCells = (cells: Cells) =>
    mapCells(
      pickCells(cells, (path, { value }) => keeps(value, path) !== undefined),
      ({ base, value, ...cell }, path) => ({ ...cell, ...makeCell(keeps(value, path), keeps(base, path)) }),
    )
  const sent = log?.map((mutation) => ({ ...mutation, fields: keptCells(mutation.fields) }))
  return { fields: keptCells(fields), ...(sent && sent.length > 0 && { log: sent }) }
}

/** The first field of a write that is not to be kept on the device: `password`, or `meta.secret`; undefined for none. */
export function unkeptField(
  cells: Cells,
  kind: string,
  name: string,
  isKept: DurabilitySettings['isKept'],
): string | undefined {
  for (const [path, { value }] of Object.entries(cells)) {
    const [property, only] = splitPath(path)
    if (!isKept(kind, name, property)) return property
    const entries = only === undefined ? (isRecord(value) ? Object.keys(value) : []) : [only]
    const entry = entries.find((one) => !isKept(kind, name, `${property}.${one}`))
    if (entry !== undefined) return `${property}.${entry}`
  }
  return undefined
}

function fieldsAt(path: FieldPath, value: unknown): RecordData {
  const fields: Record<string, unknown> = {}
  putAt(fields, path, value)
  return fields
}
