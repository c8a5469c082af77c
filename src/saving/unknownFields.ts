import type { EntityConfig } from '../config/entityConfig'
import type { Companions } from '../core/companions'
import { nearestName } from '../core/nearestName'
import { isRecord, own, type RecordData } from '../core/plain'
import { warnOnce } from '../core/warnOnce'
import { isMerged } from '../edits/fields'
import type { SaveAnswer } from './readSaveAnswer'

/** Fields that servers take and never show. */
const isWriteOnly = (field: string) => /password|^form_data$/.test(field)

/**
 * Says, once for each field, that a server has answered a save without a field that was sent: it leaves out
 * what it does not know, and what was typed there is gone.
 */
export function warnOfUnknownFields(
  companions: Companions,
  config: EntityConfig,
  known: RecordData | undefined,
  sent: RecordData,
  { record, isWhole }: SaveAnswer,
): void {
  if (!isWhole) return
  const { kind, name } = config
  for (const [field, value] of Object.entries(sent)) {
    for (const path of pathsLeftOut(config, field, value, { ...known, ...record })) {
      const near = nearestName(path, Object.keys(record))
      const advice =
        path !== field
          ? ' Register it on the server, with show_in_rest.'
          : near === undefined
            ? ''
            : ` Did you mean ${near}?`
      warnOnce(
        companions,
        `unknown ${kind}/${name}/${path}`,
        `A save of (${kind}, ${name}) sent ${path}, and the record that the server answered has no such field: what was set there is not kept.${advice}`,
      )
    }
  }
}

/** The field, or of one that is merged the entries, that was sent and that the server does not have. */
function pathsLeftOut(config: EntityConfig, field: string, value: unknown, has: RecordData): string[] {
  if (!Object.hasOwn(has, field)) return isWriteOnly(field) ? [] : [field]
  const entries = own(has, field)
  if (!isMerged(config, field) || !isRecord(value) || !isRecord(entries)) return []
  return Object.keys(value).flatMap((entry) => (Object.hasOwn(entries, entry) ? [] : `${field}.${entry}`))
}
