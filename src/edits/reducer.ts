import deepEqual from 'fast-deep-equal'
import type { EntitiesAction, RecordsReceived } from '../entities/actions'
import type { EntityId, EntityKey, RecordKey } from '../keys'
import { isRecord, own, type RecordData } from '../plain'
import { editTable, emptyTable, getRow, type Table } from '../table'
import type { EditsAction } from './actions'
import { filterFields, hasEqual, isEmpty, rawValue } from './fields'
import { isStoredLazyEdit } from './lazyEdit'

/** The edits of one record. */
export interface StoredEdits {
  readonly kind: string
  readonly name: string
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  /** Edited values by property: of merged properties, only the entries that were edited. */
  readonly values: RecordData
  /** The values that a save under way has sent; absent when none is. */
  readonly sent?: RecordData
}

/** What was changed and not saved. */
export interface EditsState {
  readonly records: { readonly [entity: EntityKey]: Table<StoredEdits> }
  /** An empty object that stays the same through all changes: selectors hang their memory on it. */
  readonly anchor: object
}

/** The part of the state that this room owns. */
export interface EditsPart {
  readonly edits: EditsState
}

export function editsReducer(
  state: EditsState = { records: {}, anchor: {} },
  action: EditsAction | EntitiesAction,
): EditsState {
  switch (action.type) {
    case 'edits/recordEdited': {
      const { kind, name, id, values, dropped } = action
      return changed(state, action.entity, action.key, (row) => {
        const before = row?.values ?? {}
        const kept =
          dropped.length === 0 ? before : filterFields(before, (property) => !dropped.includes(property))
        return { kind, name, id, ...row, values: { ...kept, ...values } }
      })
    }
    case 'edits/editsCleared':
      return changed(state, action.entity, action.key, (row) => row && { ...row, values: {} })
    case 'edits/editsSent': {
      const { kind, name, id, sent } = action
      return changed(state, action.entity, action.key, (row) => ({
        kind,
        name,
        id,
        values: {},
        ...row,
        sent,
      }))
    }
    case 'edits/editsSettled':
      return changed(state, action.entity, action.key, (row) => {
        if (row === undefined) return undefined
        const { sent: settled, ...rest } = row
        return { ...rest, values: action.values }
      })
    case 'entities/recordsReceived':
      return action.context === 'default' ? received(state, action) : state
    case 'entities/recordsRemoved': {
      const table = state.records[action.entity]
      if (table === undefined) return state
      const editor = editTable(table)
      for (const key of action.keys) editor.delete(key)
      return withTable(state, action.entity, editor.done())
    }
    default:
      return state
  }
}

function changed(
  state: EditsState,
  entity: EntityKey,
  key: RecordKey,
  change: (row: StoredEdits | undefined) => StoredEdits | undefined,
): EditsState {
  const table = state.records[entity] ?? emptyTable<StoredEdits>()
  const before = getRow(table, key)
  const after = change(before)
  if (after === before) return state
  const editor = editTable(table)
  if (after === undefined || (isEmpty(after.values) && after.sent === undefined)) editor.delete(key)
  else editor.set(key, after)
  return withTable(state, entity, editor.done())
}

function withTable(state: EditsState, entity: EntityKey, table: Table<StoredEdits>): EditsState {
  return table === state.records[entity]
    ? state
    : { ...state, records: { ...state.records, [entity]: table } }
}

/** Edits let go of what the server has now: because it says so, or because it was sent and answered. (spec.md, section 4) */
function received(state: EditsState, action: RecordsReceived): EditsState {
  const table = state.records[action.entity]
  if (table === undefined || table.size === 0) return state
  const editor = editTable(table)
  action.keys.forEach((key, i) => {
    const row = editor.get(key)
    const record = action.records[i]
    if (row === undefined || record === undefined) return
    const values = pruned(row, record, action)
    if (action.sent) {
      const { sent: settled, ...rest } = row
      if (isEmpty(values)) editor.delete(key)
      else editor.set(key, { ...rest, values })
    } else if (isEmpty(values) && row.sent === undefined) editor.delete(key)
    else if (values !== row.values) editor.set(key, { ...row, values })
  })
  return withTable(state, action.entity, editor.done())
}

function pruned(row: StoredEdits, record: RecordData, action: RecordsReceived): RecordData {
  let values = row.values
  for (const property of Object.keys(values)) {
    const value = values[property]
    if (isStoredLazyEdit(value)) continue
    const isInFlight =
      action.sent === undefined && row.sent !== undefined && Object.hasOwn(row.sent, property)
    if (isInFlight) continue
    const told = rawValue(own(record, property), action.rawAttributes.includes(property))
    const sent = own(action.sent, property)
    if (action.mergedEdits.includes(property) && isRecord(value)) {
      const entries = filterFields(
        value,
        (name, entry) => !hasEqual(told, name, entry) && !hasEqual(sent, name, entry),
      )
      if (entries !== value)
        values = isEmpty(entries)
          ? filterFields(values, (other) => other !== property)
          : { ...values, [property]: entries }
    } else if (
      (Object.hasOwn(record, property) && deepEqual(value, told)) ||
      (sent !== undefined && deepEqual(value, sent))
    ) {
      values = filterFields(values, (other) => other !== property)
    }
  }
  return values
}
