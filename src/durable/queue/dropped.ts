import { selectEntityConfig } from '../../config/selectors'
import type { Cell } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { own } from '../../core/plain'
import { makeCell, mapCells } from '../../edits/cells'
import { splitPath, type FieldPath } from '../../edits/fieldPath'
import { selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import { fieldKind } from '../conflicts/fieldKinds'
import type { makeTextMerger } from '../conflicts/textMerger'
import { isSameRecord, type StoredEntry } from './entry'

/** Merges a value with the code that is loaded; undefined where it can't be. */
export type MergeKnown = ReturnType<typeof makeTextMerger>['mergeKnown']

/**
 * Whether what was made of a value that is given up loses that once it is merged with what stood below; else it is based on
 * that.
 */
export function losesDropped(
  state: EntityState,
  { kind, name, recordId }: StoredEntry,
  path: FieldPath,
  { base, value }: Cell,
  made: unknown,
  mergeKnown: MergeKnown,
): boolean {
  const config = selectEntityConfig(state, kind, name)
  if (!config) return false
  const { received } = selectEditedView(state, kind, name, recordId) ?? {}
  const how = fieldKind(config, received?.record, splitPath(path)[0], made)
  return mergeKnown(how, { base: value, mine: made, theirs: base }) !== undefined
}

/** The entries that are left, what was made of what is dropped based on what stood below it: nobody else has changed that. */
export function basedBelowDropped(
  state: EntityState,
  before: readonly StoredEntry[],
  left: readonly StoredEntry[],
  mergeKnown: MergeKnown,
): readonly StoredEntry[] {
  let entries = left
  for (const entry of before) {
    // The server may have it.
    if (left.includes(entry) || entry.what !== 'update' || entry.mayBeDone) continue
    const now = left.find(({ id }) => id === entry.id)
    const dropped = Object.entries(entry.fields).filter(
      ([path, { base }]) => base !== undefined && !own(now?.fields, path),
    )
    for (const [path, cell] of dropped) {
      const behind = entries.find(
        (one) =>
          one.seq > entry.seq && isSameRecord(one, entry) && one.what === 'update' && own(one.fields, path),
      )
      const made = behind?.fields[path]
      if (!behind || !made || !isEqual(made.base, cell.value)) continue
      if (losesDropped(state, entry, path, cell, made.value, mergeKnown)) continue
      const fields = mapCells(behind.fields, (one, at) =>
        at === path ? makeCell(one.value, cell.base) : one,
      )
      entries = entries.map((one) => (one === behind ? { ...one, fields } : one))
    }
  }
  return entries
}
