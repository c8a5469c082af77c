import { getRow, changedKeys } from '../../core/recordTable'
import type { EntityKey } from '../../core/keys'
import type { EntityState } from '../../store/rootReducer'
import type { StoredEntry } from './entry'

type Changes = Pick<EntityState, 'edits' | 'entities'>

/**
 * Finds the entries of records whose edits, or what was received of them, differ between two states: for each key that is
 * typed, only those of its record are looked at.
 */
export function makeEntriesByRecord(
  entries: () => readonly StoredEntry[],
): (before: Changes, now: Changes) => readonly StoredEntry[] {
  let of: readonly StoredEntry[] | undefined
  let index = new Map<EntityKey, Map<string, StoredEntry[]>>()

  return (before, now) => {
    const all = entries()
    if (all.length === 0) return all
    if (of !== all) {
      of = all
      index = new Map()
      for (const entry of all) {
        const byRecord = index.get(entry.entity) ?? new Map<string, StoredEntry[]>()
        byRecord.set(entry.key ?? '', [...(byRecord.get(entry.key ?? '') ?? []), entry])
        index.set(entry.entity, byRecord)
      }
    }
    return [...index].flatMap(([entity, byRecord]) =>
      [...changedRecords(entity, before, now)].flatMap((key) => byRecord.get(key) ?? []),
    )
  }
}

function changedRecords(entity: EntityKey, before: Changes, now: Changes): ReadonlySet<string> {
  const keys = new Set(changedKeys(before.edits.records[entity], now.edits.records[entity]))
  const [had, has] = [before, now].map(({ entities }) => getRow(entities.records, entity)?.contexts)
  if (had !== has)
    for (const context of Object.keys({ ...had, ...has }))
      for (const key of changedKeys(had?.[context], has?.[context])) keys.add(key)
  return keys
}
