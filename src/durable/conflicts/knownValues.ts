import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { filterFields, own, type RecordData } from '../../core/plain'
import type { WriteIntent } from '../../core/writeGate'
import { rawRecord } from '../../edits/fields'
import { derived } from './fieldKinds'

/** What a record says of itself, by which it is known whether it was changed where nothing else tells its versions apart. */
export function knownValues({ rawAttributes }: EntityConfig, record: RecordData): RecordData {
  // How many others have a term changes without anybody having changed it.
  return filterFields(rawRecord(rawAttributes, record), (field) => !derived.has(field) && field !== 'count')
}

/** Whether a record still has known values, as far as it says so. */
export function hasValues(config: EntityConfig, record: RecordData, known: RecordData): boolean {
  const now = knownValues(config, record)
  return Object.keys(known).every(
    (field) => !Object.hasOwn(now, field) || isEqual(own(now, field), known[field]),
  )
}

/** Whether what a deletion deletes can't be had back: WordPress puts it in the trash unless the request forces it. */
export function isForGood(
  { parameters }: Pick<WriteIntent, 'parameters'>,
  config: EntityConfig | undefined,
): boolean {
  return Boolean(parameters?.force) || (config !== undefined && !isOfWordPress(config.baseURL))
}
