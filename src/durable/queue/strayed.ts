import type { Mutation } from '../../core/cells'
import type { EntityConfig } from '../../config/entityConfig'
import { isEmpty, isRecord, own } from '../../core/plain'
import type { EditsStrayed } from '../../edits/actions'
import { isRefused } from '../../core/recordVersion'
import { serverValueAt, versionOfRecord } from '../../edits/basis'
import type { StrayValues } from '../../edits/stray'
import { selectTargetView } from '../../saving/saveState'
import type { EntityState } from '../../store/rootReducer'
import type { StoredEntry } from './entry'
import { targetOfEntry } from './targets'

/**
 * That an entry is answered, for what may still be done of its texts: what it has sent before and was not answered, and
 * what is known of that already. It comes before the answer, which is by a save and by none of those.
 * @param isSender - Whether this page has sent it. Of all that hear of the answer one puts back what is replaced later: who has
 *   sent that by itself, whose later work it may be, and of what was sent from the queue who has sent it now.
 */
export function strayedOf(
  state: EntityState,
  { rawAttributes = [] }: EntityConfig,
  entry: StoredEntry,
  body: unknown,
  isSender: boolean,
): readonly EditsStrayed[] {
  const { kind, name, entity, key, recordId: id, fields, log = [] } = entry
  if (!isRecord(body) || key === undefined) return []
  const { stray: known, log: sentHere = [] } = selectTargetView(state, targetOfEntry(entry))?.row ?? {}
  const isOfHere = ({ id: name }: Mutation) =>
    name === entry.id ? isSender : sentHere.some((one) => one.id === name)
  const stray: Record<string, StrayValues> = {}
  const version = versionOfRecord(body)
  const mayBeDone = log.filter((sent) => !isRefused(sent.version, version) && isOfHere(sent))
  for (const path of rawAttributes) {
    const now = serverValueAt({ record: body, rawAttributes }, path)
    const values = mayBeDone.flatMap((sent) => own(sent.fields, path) ?? []).map(({ value }) => value)
    const isAnswered = values.length > 0 || (own(fields, path) && own(known, path))
    if (now !== undefined && isAnswered) stray[path] = { values, known: now }
  }
  return isEmpty(stray) ? [] : [{ type: 'edits/strayed', kind, name, entity, key, id, stray }]
}
