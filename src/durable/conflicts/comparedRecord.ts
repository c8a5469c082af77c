import type { EntityConfig } from '../../config/entityConfig'
import { filterFields, isRecord, own, type RecordData } from '../../core/plain'
import type { WriteIntent } from '../../core/writeGate'
import { isMerged, rawRecord } from '../../edits/fields'

/** A record as it is compared. Of raw attributes only the raw text counts. */
export function unwrapped({ rawAttributes = [] }: EntityConfig, record: RecordData): RecordData {
  const raw = rawRecord(rawAttributes, record)
  return filterFields(raw, (field, value) => !(rawAttributes.includes(field) && isRecord(value)))
}

/** What a write is based on: of what was edited the basis, of the rest the record as it is known. */
export function basisOf(
  config: EntityConfig,
  { basis, fields }: WriteIntent,
  known: RecordData | undefined,
): RecordData {
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(fields)) {
    const [edited, whole] = [own(basis?.values, field), own(known, field)]
    const isPart = isMerged(config, field) && isRecord(edited) && isRecord(whole)
    values[field] = isPart ? { ...whole, ...edited } : (edited ?? whole)
  }
  return values
}
