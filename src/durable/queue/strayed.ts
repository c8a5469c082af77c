import type { EntityConfig } from '../../config/entityConfig'
import { isEmpty, isRecord } from '../../core/plain'
import type { EditsStrayed } from '../../edits/actions'
import { serverValueAt } from '../../edits/basis'
import type { FieldPath } from '../../edits/fieldPath'
import { goAstray, type StrayValues } from '../../edits/stray'
import type { StoredEntry } from './entry'

/** That what an entry has sent before, and was not answered, may still be done, now that the entry is. */
export function strayedOf(
  { rawAttributes }: EntityConfig,
  { kind, name, entity, key, recordId: id, log = [] }: StoredEntry,
  body: unknown,
): readonly EditsStrayed[] {
  if (!isRecord(body) || key === undefined) return []
  const stray: Record<FieldPath, StrayValues> = {}
  for (const { fields } of log)
    for (const [path, { value }] of Object.entries(fields))
      goAstray(stray, path, value, serverValueAt({ record: body, rawAttributes }, path))
  return isEmpty(stray) ? [] : [{ type: 'edits/strayed', kind, name, entity, key, id, stray }]
}
