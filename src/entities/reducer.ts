import type { EntityKey, RecordKey } from '../keys'
import { own, readPath, share, writePath, type RecordData } from '../plain'
import { deleteRow, editTable, emptyTable, getRow, setRow, type Table } from '../table'
import type { EntitiesAction, RecordsReceived } from './actions'

/** One record as the server told it, in one context. */
export interface StoredRecord {
  readonly record: RecordData
  /** Whether the server told all of it. */
  readonly isComplete: boolean
  /** The turn of the newest answer that held all of it; 0 when there was none. */
  readonly turn: number
  /** The turns of answers that held only parts of it and are newer, by dotted path. */
  readonly parts?: { readonly [path: string]: number }
  /** Whether a read brought it, not only a hand. */
  readonly isRead: boolean
}

/** The records of one entity. */
export interface EntityRecords {
  /** Records by context, then by key. */
  readonly contexts: { readonly [context: string]: Table<StoredRecord> }
  /** The turn at which a record was last written or removed by us; older answers don't count. */
  readonly written: Table<number>
}

/** What the server told, by entity. */
export interface EntitiesState {
  readonly records: { readonly [entity: EntityKey]: EntityRecords }
  /** The newest turn in the state, from which the next ones go on. */
  readonly turn: number
}

/** The part of the state that this room owns. */
export interface EntitiesPart {
  readonly entities: EntitiesState
}

const initialEntities: EntitiesState = { records: {}, turn: 0 }
const noRecords: EntityRecords = { contexts: {}, written: emptyTable() }

export function entitiesReducer(
  state: EntitiesState = initialEntities,
  action: EntitiesAction,
): EntitiesState {
  switch (action.type) {
    case 'entities/recordsReceived':
      return withRecords(state, action, received(state.records[action.entity] ?? noRecords, action))
    case 'entities/recordsRemoved': {
      const before = state.records[action.entity] ?? noRecords
      const written = editTable(before.written)
      for (const key of action.keys) written.set(key, action.turn)
      const contexts: Record<string, Table<StoredRecord>> = {}
      for (const context of Object.keys(before.contexts)) {
        contexts[context] = action.keys.reduce(deleteRow, before.contexts[context] ?? emptyTable())
      }
      return withRecords(state, action, { contexts, written: written.done() })
    }
    case 'entities/recordWritten': {
      const before = state.records[action.entity] ?? noRecords
      return withRecords(state, action, {
        ...before,
        written: setRow(before.written, action.key, action.turn),
      })
    }
    default:
      return state
  }
}

function withRecords(
  state: EntitiesState,
  { entity, turn }: { entity: EntityKey; turn: number },
  records: EntityRecords,
): EntitiesState {
  return { records: { ...state.records, [entity]: records }, turn: Math.max(state.turn, turn) }
}

function received(before: EntityRecords, action: RecordsReceived): EntityRecords {
  const rows = own(before.contexts, action.context) ?? emptyTable<StoredRecord>()
  const editor = editTable(rows)
  action.records.forEach((record, i) => {
    const key = action.keys[i] as RecordKey
    if ((getRow(before.written, key) ?? 0) > action.turn) return
    const row = editor.get(key)
    const next =
      action.fields === null
        ? receivedWhole(row, record, action)
        : receivedPart(row, record, action.fields, action)
    if (next !== row) editor.set(key, next)
  })
  const table = editor.done()
  return table === rows ? before : { ...before, contexts: { ...before.contexts, [action.context]: table } }
}

type Receipt = Pick<RecordsReceived, 'turn' | 'isRead'>

function receivedWhole(
  row: StoredRecord | undefined,
  record: RecordData,
  { turn, isRead }: Receipt,
): StoredRecord {
  if (row === undefined) return { record, isComplete: true, turn, isRead }
  if (row.isComplete && row.turn > turn) return row
  const { parts, kept } = newerParts(row, turn)
  let next = record
  for (const path of kept) next = copyPath(row.record, next, path)
  next = share(row.record, next)
  return { record: next, isComplete: true, turn, isRead: isRead || row.isRead, ...(parts && { parts }) }
}

function receivedPart(
  row: StoredRecord | undefined,
  record: RecordData,
  fields: readonly string[],
  receipt: Receipt,
): StoredRecord {
  const { turn, isRead } = receipt
  const told = toldPaths(record, fields)
  if (row === undefined) return { record, isComplete: false, turn: 0, parts: partsAt(told, turn), isRead }
  let next = row.record
  const parts: Record<string, number> = { ...row.parts }
  for (const path of told) {
    const newest = own(row.parts, path) ?? row.turn
    if (newest > turn) continue
    parts[path] = turn
    next = copyPath(record, next, path)
  }
  next = share(row.record, next)
  return { record: next, isComplete: row.isComplete, turn: row.turn, parts, isRead: isRead || row.isRead }
}

/** What a partial answer told: the asked paths, and any further field that came along. */
function toldPaths(record: RecordData, fields: readonly string[]): readonly string[] {
  const parents = new Set(fields.map((path) => path.split('.', 1)[0]))
  const further = Object.keys(record).filter((field) => !parents.has(field))
  return further.length === 0 ? fields : [...fields, ...further]
}

function partsAt(paths: readonly string[], turn: number): Record<string, number> {
  return Object.fromEntries(paths.map((path) => [path, turn]))
}

function newerParts(
  row: StoredRecord,
  turn: number,
): { parts?: Record<string, number>; kept: readonly string[] } {
  if (row.parts === undefined) return { kept: [] }
  const kept = Object.keys(row.parts).filter((path) => (row.parts?.[path] ?? 0) > turn)
  return kept.length === 0
    ? { kept }
    : { parts: Object.fromEntries(kept.map((path) => [path, row.parts?.[path] ?? 0])), kept }
}

function copyPath(from: RecordData, to: RecordData, path: string): RecordData {
  const { found, value } = readPath(from, path)
  return found ? (writePath(to, path, value) as RecordData) : to
}
