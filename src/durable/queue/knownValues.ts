import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { filterFields, own, type RecordData } from '../../core/plain'
import { rawRecord } from '../../edits/fields'

/** What changes without anybody having changed the record: how many others have it, and where it leads. */
const derived = new Set(['count', 'link', '_links', '_embedded'])

/** What a record says of itself, by which it is known whether it was changed where nothing else tells its versions apart. */
export function knownValues({ rawAttributes }: EntityConfig, record: RecordData): RecordData {
  return filterFields(rawRecord(rawAttributes, record), (field) => !derived.has(field))
}

/** Whether a record still has known values, as far as it says so. */
export function hasValues(config: EntityConfig, record: RecordData, known: RecordData): boolean {
  const now = knownValues(config, record)
  return Object.keys(known).every(
    (field) => !Object.hasOwn(now, field) || isEqual(own(now, field), known[field]),
  )
}
