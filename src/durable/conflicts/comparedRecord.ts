import type { EntityConfig } from '../../config/entityConfig'
import { filterFields, isRecord, type RecordData } from '../../core/plain'
import { rawRecord } from '../../edits/fields'

/** A record as it is compared. Of raw attributes only the raw text counts. */
export function unwrapped({ rawAttributes = [] }: EntityConfig, record: RecordData): RecordData {
  const raw = rawRecord(rawAttributes, record)
  return filterFields(raw, (field, value) => !(rawAttributes.includes(field) && isRecord(value)))
}
