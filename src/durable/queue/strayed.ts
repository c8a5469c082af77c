import type { EntityConfig } from '../../config/entityConfig'
import { isEmpty, isRecord, own } from '../../core/plain'
import type { EditsStrayed } from '../../edits/actions'
import { serverValueAt } from '../../edits/basis'
import type { StrayValues } from '../../edits/stray'
import { selectTargetView } from '../../saving/saveState'
import type { EntityState } from '../../store/rootReducer'
import type { StoredEntry } from './entry'
import { targetOfEntry } from './targets'

/**
 * That an entry is answered, for what may still be done of its fields: what it has sent before and was not answered, and
 * what is known of that already. It comes before the answer, which is by a save and by none of those.
 */
export function strayedOf(
  state: EntityState,
  { rawAttributes }: EntityConfig,
  entry: StoredEntry,
  body: unknown,
): readonly EditsStrayed[] {
  const { kind, name, entity, key, recordId: id, fields, log = [] } = entry
  const known = selectTargetView(state, targetOfEntry(entry))?.row?.stray
  const stray: Record<string, StrayValues> = {}
  for (const path of new Set(
    [fields, ...log.map((sent) => sent.fields)].flatMap((cells) => Object.keys(cells)),
  )) {
    const now = isRecord(body) ? serverValueAt({ record: body, rawAttributes }, path) : undefined
    const values = log.flatMap((sent) => own(sent.fields, path) ?? []).map(({ value }) => value)
    if (now !== undefined && (values.length > 0 || own(known, path))) stray[path] = { values, known: now }
  }
  return key === undefined || isEmpty(stray)
    ? []
    : [{ type: 'edits/strayed', kind, name, entity, key, id, stray }]
}
