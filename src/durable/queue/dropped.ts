import { selectAssumedConfig } from '../../config/selectors'
import type { Cell } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, own } from '../../core/plain'
import { makeCell, mapCells, pickCells } from '../../edits/cells'
import { splitPath, type FieldPath } from '../../edits/fieldPath'
import { selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import { fieldKind } from '../conflicts/fieldKinds'
import type { makeTextMerger } from '../conflicts/textMerger'
import { lateMutation, withUnanswered } from '../unanswered'
import { isSameRecord, type StoredEntry } from './entry'

/** Merges a value with the code that is loaded; undefined where it can't be. */
export type MergeKnown = ReturnType<typeof makeTextMerger>['mergeKnown']

/**
 * Whether a later value was made of one that an entry gives up and is from now on based on what stood below that: nobody
 * else has changed it. Not one that can be merged with what stood below, as the merge takes the given up value out of it.
 */
export function isOverDropped(
  state: EntityState,
  { kind, name, recordId, fields }: StoredEntry,
  path: FieldPath,
  made: Cell,
  mergeKnown: MergeKnown,
): boolean {
  const dropped = own(fields, path)
  if (!dropped || !isEqual(made.base, dropped.value)) return false
  const config = selectAssumedConfig(state, kind, name)
  if (!config) return true
  const { received } = selectEditedView(state, kind, name, recordId) ?? {}
  const how = fieldKind(config, received?.record, splitPath(path)[0], made.value)
  return mergeKnown(how, { base: dropped.value, mine: made.value, theirs: dropped.base }) === undefined
}

/**
 * A save based below what waits no more since it was made, where that is not merged with: it was given up, or is done, which
 * the save knows then as sent.
 */
export function basedBelowGone(
  added: StoredEntry,
  gone: readonly StoredEntry[],
  isMergeable: (entry: StoredEntry, path: FieldPath) => boolean,
): StoredEntry {
  let { fields, log } = added
  for (const entry of [...gone].reverse()) {
    if (entry.what !== 'update' || !isSameRecord(entry, added)) continue
    const isBelow = (path: FieldPath, { value }: Cell) =>
      isEqual(own(fields, path)?.base, value) && !isMergeable(added, path)
    const below = pickCells(entry.fields, isBelow)
    if (isEmpty(below)) continue
    fields = mapCells(fields, (cell, path) => makeCell(cell.value, (own(below, path) ?? cell).base))
    log = withUnanswered(log, lateMutation(entry.id, below))
  }
  return fields === added.fields ? added : { ...added, fields, log }
}

/** The entries that are left, those behind a dropped one based on what stood below it. */
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
      if (!behind || !made || !isOverDropped(state, entry, path, made, mergeKnown)) continue
      const fields = mapCells(behind.fields, (one, at) =>
        at === path ? makeCell(one.value, cell.base) : one,
      )
      entries = entries.map((one) => (one === behind ? { ...one, fields } : one))
    }
  }
  return entries
}
