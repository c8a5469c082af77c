import type { EntityKey } from '../../core/keys'
import { changedKeys } from '../../core/recordTable'
import type { EditsState } from '../../edits/storedEdits'
import { recordName } from '../capability'
import type { StoredEntry } from './entry'

/**
 * Finds the entries of records whose edits differ between two states: for each key that is typed, only those of its record
 * are looked at.
 */
export function makeEntriesByRecord(
  entries: () => readonly StoredEntry[],
): (before: EditsState, now: EditsState) => readonly StoredEntry[] {
  let index = { of: entries(), entries: new Map<string, StoredEntry[]>() }

  return (before, now) => {
    const all = entries()
    if (all.length === 0) return all
    if (index.of !== all) {
      index = { of: all, entries: new Map() }
      for (const entry of all) {
        const name = recordName(entry.entity, entry.key ?? '')
        index.entries.set(name, [...(index.entries.get(name) ?? []), entry])
      }
    }
    const entities = Object.keys({ ...before.records, ...now.records }) as EntityKey[]
    return entities.flatMap((entity) =>
      changedKeys(before.records[entity], now.records[entity]).flatMap(
        (key) => index.entries.get(recordName(entity, key)) ?? [],
      ),
    )
  }
}
