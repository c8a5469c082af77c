import { weakMapMemoize } from 'reselect'
import { frozenAs } from '../core/frozen'
import type { RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import { changedKeys, getRow, type Table } from '../core/recordTable'
import type { StoredRecord } from '../entities/reducer'
import { answerOf } from '../entities/selectors'
import { readRange } from './readRange'
import type { StoredQuery } from './storedQuery'
import type { Range } from './windows'

/** A list that is known, with all that it takes to read the asked range of it. */
export interface FoundList {
  readonly list: StoredQuery
  readonly range: Range
  readonly table: Table<StoredRecord> | undefined
  readonly fields: readonly string[] | null
}

/** A list as it was last built, with what it was built from. */
interface ListView {
  readonly list: StoredQuery
  readonly table: Table<StoredRecord> | undefined
  readonly keys: readonly RecordKey[] | null
  readonly records: readonly RecordData[] | null
}

/**
 * The last view of each range of each list. This is the one memory of selectors that is kept by hand: when a record
 * changes, each of a hundred lists that hold it must be the array before with that row exchanged, found without
 * looking at the other rows, and the same array when none of its rows changed. A memo of a function of its arguments
 * can do neither. What it gives depends on the state alone: from the last view only rows are taken that are the same.
 */
const views = new WeakMap<StoredQuery['parameters'], Map<string, ListView>>()
const mostViews = 100
// Where more has changed, a list is built anew, and none of them is looked for in it.
const fewRows = 10

/** The records of a range of a list, in order; null while some are not known. The same array while all are the same objects. */
export function viewList(found: FoundList, viewKey: string): readonly RecordData[] | null {
  const { list, table, range } = found
  let known = views.get(list.parameters)
  if (known === undefined) views.set(list.parameters, (known = new Map<string, ListView>()))
  let view = known.get(viewKey)
  if (view?.list !== list || view.table !== table) {
    const keys = view?.list === list ? view.keys : readRange(list, range)
    const records = (view && keys && withChanged(view, keys, found)) ?? joinRecords(keys, found)
    view = { list, table, keys, records: sameRecords(view?.records, records) }
    // The one that was not looked at for the longest time goes.
    known.delete(viewKey)
    known.set(viewKey, view)
    for (const oldest of known.keys()) if (known.size > mostViews) known.delete(oldest)
  }
  return view.records
}

function joinRecords(
  keys: readonly RecordKey[] | null,
  { table, fields }: FoundList,
): readonly RecordData[] | null {
  return allKnown(keys?.map((key) => answerOf(getRow(table, key), fields)))
}

/** The rows of a list of which few changed, came or left; null where it has to be built anew. */
function withChanged(
  view: ListView,
  keys: readonly RecordKey[],
  { table, fields }: FoundList,
): readonly RecordData[] | null {
  const { keys: keysBefore, records: recordsBefore } = view
  if (!keysBefore || !recordsBefore) return null
  const changed = changedRows(view.table, table)
  if (!changed) return null
  let from = 0
  let copy: (RecordData | undefined)[] | undefined
  if (keysBefore !== keys) {
    copy = keys.map((key) => {
      // A row that left is passed over, and one that came has not stood here before.
      if (keysBefore[from] !== key && keysBefore[from + 1] === key) from++
      return keysBefore[from] === key ? recordsBefore[from++] : answerOf(getRow(table, key), fields)
    })
  }
  for (const [before, after] of changed) {
    const known = answerOf(before, fields)
    // By the record: to look for its key would be to compare texts.
    const at = known ? (copy ?? recordsBefore).indexOf(known) : -1
    if (at >= 0) (copy ??= [...recordsBefore])[at] = answerOf(after, fields)
  }
  return allKnown(copy ?? recordsBefore)
}

/** Rows before and after a change. */
type ChangedRows = readonly (readonly [before: StoredRecord | undefined, after: StoredRecord | undefined])[]

const noTable = {}

/** The rows that changed in a table, looked for once, however many lists show some; null where they are many. */
function changedRows(before: ListView['table'], after: ListView['table']): ChangedRows | null {
  return changedBetween(before ?? noTable, after ?? noTable)
}

// Weak in both tables, and its answers hold rows only: no version of a table keeps another one alive.
const changedBetween = weakMapMemoize((one: object, other: object): ChangedRows | null => {
  const [before, after] = [one, other].map((table) =>
    table === noTable ? undefined : (table as Table<StoredRecord>),
  )
  const keys = changedKeys(before, after, fewRows)
  return keys.length > fewRows ? null : keys.map((key) => [getRow(before, key), getRow(after, key)] as const)
})

function allKnown(records: readonly (RecordData | undefined)[] | undefined): readonly RecordData[] | null {
  return records && !records.includes(undefined)
    ? frozenAs(records[0], records as readonly RecordData[])
    : null
}

function sameRecords(
  before: readonly RecordData[] | null | undefined,
  after: readonly RecordData[] | null,
): readonly RecordData[] | null {
  return before && after && before.length === after.length && before.every((record, i) => record === after[i])
    ? before
    : after
}
