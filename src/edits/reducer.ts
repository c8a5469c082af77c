import deepEqual from 'fast-deep-equal'
import type { EntitiesAction, RecordsReceived } from '../entities/actions'
import type { EntityId, EntityKey, RecordKey } from '../keys'
import type { RecordData } from '../plain'
import { deleteRow, emptyTable, getRow, setRow, type Table } from '../table'
import type { EditsAction } from './actions'
import { filterEdits, filterFields, isEmpty, rawRecord, valueAt } from './fields'

/** The edits of one record. */
export interface StoredEdits {
  readonly kind: string
  readonly name: string
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  /** Edited values by property: of merged properties, only the entries that were edited. */
  readonly values: RecordData
  /** The turn of the newest data that they were compared with; older data drops none of them. */
  readonly base: number
  /** The properties that a save under way has sent; absent when none is. */
  readonly sent?: readonly string[]
  /** Properties that were sent and of which nobody knows whether the server took them. */
  readonly unsure?: readonly string[]
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
    case 'edits/recordEdited':
      return changed(state, action, (row = newRow(action)) => ({
        ...row,
        values: {
          ...filterFields(row.values, (property) => !action.dropped.includes(property)),
          ...action.values,
        },
        base: Math.max(row.base, action.base),
      }))
    case 'edits/editsCleared':
      return changed(state, action, (row) => row && { ...row, values: {} })
    case 'edits/editsSent':
      return changed(state, action, (row = newRow(action)) => ({ ...row, sent: action.sent }))
    case 'edits/editsSettled':
      return changed(state, action, (row) => {
        if (row === undefined) return undefined
        const { sent = [], unsure = [], ...rest } = row
        const { values, unsureSince } = action
        return unsureSince === undefined
          ? { ...rest, values, unsure }
          : { ...rest, values, base: unsureSince, unsure: [...new Set([...unsure, ...sent])] }
      })
    case 'entities/recordsReceived':
      return action.context !== 'default' || state.records[action.entity] === undefined
        ? state
        : action.keys.reduce(
            (left, key, i) =>
              changed(
                left,
                { entity: action.entity, key },
                (row) => row && received(row, action.records[i] as RecordData, action),
              ),
            state,
          )
    case 'entities/recordsRemoved':
      return action.keys.reduce(
        (left, key) => changed(left, { entity: action.entity, key }, () => undefined),
        state,
      )
    default:
      return state
  }
}

/** Whether the server may have another value of a property than the record says: a save has sent one. */
export function isInDoubt({ sent, unsure }: Pick<StoredEdits, 'sent' | 'unsure'>, property: string): boolean {
  return sent?.includes(property) === true || unsure?.includes(property) === true
}

function newRow({ kind, name, id }: Pick<StoredEdits, 'kind' | 'name' | 'id'>): StoredEdits {
  return { kind, name, id, values: {}, base: 0 }
}

function changed(
  state: EditsState,
  { entity, key }: { entity: EntityKey; key: RecordKey },
  change: (row: StoredEdits | undefined) => StoredEdits | undefined,
): EditsState {
  const table = state.records[entity] ?? emptyTable<StoredEdits>()
  const before = getRow(table, key)
  const after = change(before)
  if (after === before) return state
  const isKept = after && !(isEmpty(after.values) && !after.sent && !after.unsure?.length)
  const next = isKept ? setRow(table, key, after) : deleteRow(table, key)
  return next === table ? state : { ...state, records: { ...state.records, [entity]: next } }
}

/** Edits let go of what the server has now: because it says so, or because it was sent and answered. (spec.md, section 4) */
function received(row: StoredEdits, record: RecordData, action: RecordsReceived): StoredEdits {
  if (action.turn < row.base) return row
  const { sent, unsure = [], ...rest } = row
  const doubt = {
    ...(sent && !action.sent && { sent }),
    unsure: unsure.filter((property) => !Object.hasOwn(record, property)),
  }
  const told = rawRecord(action.rawAttributes, record)
  const values = filterEdits(
    row.values,
    (property) => action.mergedEdits.includes(property),
    (value, property, entry) =>
      isInDoubt(doubt, property) ||
      !(
        deepEqual(valueAt(told, property, entry), value) ||
        deepEqual(valueAt(action.sent, property, entry), value)
      ),
  )
  return { ...rest, ...doubt, values, base: action.turn }
}
