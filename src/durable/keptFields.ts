import { filterFields, isEmpty, isRecord, type RecordData } from '../core/plain'
import type { EditBasis } from '../core/writeGate'
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

/** The basis of edits without the fields that are not to be kept. */
export function keptBasis(basis: EditBasis, keeps: (values: RecordData) => RecordData): EditBasis {
  const { values, unanswered } = basis
  return {
    ...basis,
    values: keeps(values),
    ...(unanswered && { unanswered: unanswered.map(keeps) }),
  }
}

/** The first field of a write that is not to be kept on the device: `password`, or `meta.secret`; undefined for none. */
export function unkeptField(
  values: RecordData,
  kind: string,
  name: string,
  isKept: DurabilitySettings['isKept'],
): string | undefined {
  for (const [field, value] of Object.entries(values)) {
    if (!isKept(kind, name, field)) return field
    const entry = isRecord(value)
      ? Object.keys(value).find((one) => !isKept(kind, name, `${field}.${one}`))
      : undefined
    if (entry !== undefined) return `${field}.${entry}`
  }
  return undefined
}
