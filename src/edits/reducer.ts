import type { EntitiesAction, RecordsReceived } from '../entities/actions'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import { filterFields, type RecordData } from '../core/plain'
import { changeRows, emptyTable, type Table } from '../core/recordTable'
import type { EditsAction, RecordEdited } from './actions'
import { isEmpty, rawRecord, dropSettledEdits, type SaveUncertainty } from './fields'

/** The edits of one record. */
export interface StoredEdits extends SaveUncertainty {
  readonly kind: string
  readonly name: string
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  /** Edited values by property: of merged properties, only the entries that were edited. */
  readonly values: RecordData
  /** The turn of the newest data that they were compared with; older data drops none of them. */
  readonly base: number
  /** An empty object that stays the same through all changes of these edits: selectors hang their memory on it. */
  readonly anchor: object
}

/** What was changed and not saved. */
export interface EditsState {
  readonly records: { readonly [entity: EntityKey]: Table<StoredEdits> }
  /** An empty object that stays the same through all changes: selectors hang their memory on it. */
  readonly anchor: object
}

/** The part of the state that this room owns. */
export interface EditsSliceState {
  readonly edits: EditsState
}

export function editsReducer(
  state: EditsState = { records: {}, anchor: {} },
  action: EditsAction | EntitiesAction,
): EditsState {
  switch (action.type) {
    case 'edits/recordEdited':
      return changed(state, action, (row = newRow(action)) => edited(row, action))
    case 'undo/undone':
    case 'undo/redone':
      return action.edits.reduce<EditsState>(editsReducer, state)
    case 'edits/editsMoved':
      return changed(state, action, (row = newRow(action)) => ({ ...row, ...action.now }))
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

function edited(row: StoredEdits, action: RecordEdited): StoredEdits {
  const others = filterFields(row.values, (property) => !Object.hasOwn(action.changes, property))
  // Copied first and then written to: in one expression it takes several times as long.
  const next: Writable<StoredEdits> = { ...row }
  // Mostly all that was edited before is edited again.
  next.values = isEmpty(others) ? action.values : { ...others, ...action.values }
  next.base = Math.max(row.base, action.base)
  return next
}

type Writable<Type> = { -readonly [Field in keyof Type]: Type[Field] }

function newRow({ kind, name, id }: Pick<StoredEdits, 'kind' | 'name' | 'id'>): StoredEdits {
  return { kind, name, id, values: {}, base: 0, anchor: {} }
}

function changed(
  state: EditsState,
  { entity, key }: { entity: EntityKey; key: RecordKey },
  change: (row: StoredEdits | undefined) => StoredEdits | undefined,
): EditsState {
  const table = state.records[entity] ?? emptyTable<StoredEdits>()
  const next = changeRows(table, [key], (before) => {
    const after = change(before)
    return after && isEmpty(after.values) && !after.sent && !after.uncertain?.length ? undefined : after
  })
  if (next === table) return state
  const records = { ...state.records }
  records[entity] = next
  return { records, anchor: state.anchor }
}

/** Edits let go of what the server has now: because it says so, or because it was sent and answered. (spec.md, section 4) */
function received(row: StoredEdits, record: RecordData, action: RecordsReceived): StoredEdits {
  if (action.seq < row.base) return row
  const { sent, uncertain = [], ...rest } = row
  const doubt = {
    ...(sent && !action.sent && { sent }),
    uncertain: uncertain.filter((property) => !Object.hasOwn(record, property)),
  }
  const values = dropSettledEdits(
    row.values,
    (property) => action.mergedEdits.includes(property),
    doubt,
    rawRecord(action.rawAttributes, record),
    action.sent,
  )
  return { ...rest, ...doubt, values, base: action.seq }
}
