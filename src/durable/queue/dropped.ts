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
import { changedEntries, isSameRecord, type StoredEntry } from './entry'

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
 * The writes that are left, those behind what waits no more, or was taken out of what waits, based on what stood below that
 * where they were made of it; what of that may be done they know as sent.
 * @param writes - Those that are based so, where not all that are left.
 */
export function basedBelowDropped(
  state: EntityState,
  before: readonly StoredEntry[],
  left: readonly StoredEntry[],
  mergeKnown: MergeKnown,
  writes = left,
): readonly StoredEntry[] {
  return before
    .filter((entry) => !left.includes(entry))
    .reduceRight((entries, entry) => {
      const gone = withoutLeft(
        entry,
        left.find(({ id }) => id === entry.id),
      )
      return changedEntries(entries, (one) => [basedBelowGone(state, one, gone, mergeKnown)])
    }, writes)
}

/** What of an entry waits no more. */
export function withoutLeft(entry: StoredEntry, left: StoredEntry | undefined): StoredEntry {
  return left ? { ...entry, fields: pickCells(entry.fields, (path) => !own(left.fields, path)) } : entry
}

function basedBelowGone(
  state: EntityState,
  made: StoredEntry,
  gone: StoredEntry,
  mergeKnown: MergeKnown,
): StoredEntry {
  const isBehind = made.what === 'update' && gone.what === 'update' && made.seq > gone.seq
  if (!isBehind || !isSameRecord(made, gone)) return made
  const isBelow = (path: FieldPath, { base }: Cell) => {
    const cell = own(made.fields, path)
    return base !== undefined && cell !== undefined && isOverDropped(state, gone, path, cell, mergeKnown)
  }
  const below = pickCells(gone.fields, isBelow)
  if (isEmpty(below)) return made
  const fields = mapCells(made.fields, (cell, path) => makeCell(cell.value, (own(below, path) ?? cell).base))
  const log = gone.mayBeDone ? withUnanswered(made.log, lateMutation(gone.id, below)) : made.log
  return { ...made, fields, ...(log && { log }) }
}
