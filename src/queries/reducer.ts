import type { EntitiesAction } from '../entities/actions'
import type { EntityKey, RecordKey } from '../keys'
import type { RecordData } from '../plain'
import { editTable, eachRow, emptyTable, getRow, setRow, type Table } from '../table'
import type { ListReceived, QueriesAction } from './actions'
import { isOlder, layWindow, removeRow, type ListRows } from './windows'

/** One list, whatever pages of it were read. */
export interface StoredQuery extends ListRows {
  /** Which copy of the records the list is made of. */
  readonly context: string
  /** Its filters. The object stays the same as long as the list is known. */
  readonly parameters: RecordData
  /** How many rows the list has; null while that is not known. */
  readonly totalItems: number | null
  /** How many pages the server counted at its last answer; null while that is not known. */
  readonly totalPages: number | null
  /** The page and rows a page of the last answer. */
  readonly page: number
  readonly perPage: number
}

/** Which rows the lists have, by entity and query. */
export type QueriesState = { readonly [entity: EntityKey]: Table<StoredQuery> }

/** The part of the state that this room owns. */
export interface QueriesPart {
  readonly queries: QueriesState
}

const initialQueries: QueriesState = {}

export function queriesReducer(
  state: QueriesState = initialQueries,
  action: QueriesAction | EntitiesAction,
): QueriesState {
  switch (action.type) {
    case 'queries/listReceived': {
      const lists = state[action.entity] ?? emptyTable<StoredQuery>()
      const before = getRow(lists, action.query)
      const after = received(before, action)
      return after === before ? state : { ...state, [action.entity]: setRow(lists, action.query, after) }
    }
    case 'queries/rowsLeft':
      return withoutRows(state, action.entity, action.keys, (query) => !asksForStatus(query, action.status))
    case 'entities/recordsRemoved':
      return withoutRows(state, action.entity, action.keys, () => true)
    default:
      return state
  }
}

function received(before: StoredQuery | undefined, action: ListReceived): StoredQuery {
  const { window, isWhole, page, perPage } = action
  if (before && isOlder(before, window)) return before
  const isNewest = before === undefined || before.windows.every(({ turn }) => turn <= window.turn)
  const told = isNewest ? action : before
  const totalItems = told.totalItems ?? before?.totalItems ?? null
  const list: StoredQuery = {
    context: action.context,
    parameters: before?.parameters ?? action.parameters,
    windows: isWhole ? [] : (before?.windows ?? []),
    end: before?.end ?? null,
    totalItems,
    totalPages: told.totalPages ?? before?.totalPages ?? null,
    page,
    perPage,
  }
  // The whole list takes the place of all windows; where it is unchanged, its array of ids is kept.
  const base = isWhole
    ? { ...list, windows: (before?.windows ?? []).filter(({ start }) => start === 0) }
    : list
  const laid = layWindow(base, window, endOf(action, list.end, totalItems))
  return isWhole ? { ...laid, windows: laid.windows.filter(({ start }) => start === 0) } : laid
}

function endOf(
  { window, isWhole, totalItems }: ListReceived,
  before: number | null,
  knownTotal: number | null,
): number | null {
  const reached = window.start + window.ids.length
  if (window.isProvisional) return knownTotal
  if (isWhole) return reached
  if (totalItems !== null) return totalItems
  if (window.ids.length < window.size && (window.ids.length > 0 || window.start === 0)) return reached
  if (window.ids.length === 0) return before === null ? null : Math.min(before, window.start)
  return knownTotal === null ? before : Math.max(knownTotal, reached)
}

function withoutRows(
  state: QueriesState,
  entity: EntityKey,
  keys: readonly RecordKey[],
  isConcerned: (query: StoredQuery) => boolean,
): QueriesState {
  const lists = state[entity]
  if (lists === undefined) return state
  const editor = editTable(lists)
  eachRow(lists, (query, name) => {
    if (!isConcerned(query)) return
    const rows = keys.reduce((left, key) => removeRow(left, key), query)
    if (rows === query) return
    const removed = count(query) - count(rows)
    const totalItems = query.totalItems === null ? null : Math.max(query.totalItems - removed, 0)
    editor.set(name, { ...rows, totalItems, totalPages: null })
  })
  const changed = editor.done()
  return changed === lists ? state : { ...state, [entity]: changed }
}

function count(query: StoredQuery): number {
  return query.windows.reduce((sum, window) => sum + window.ids.length, 0)
}

function asksForStatus({ parameters }: StoredQuery, status: string): boolean {
  const asked: unknown = parameters.status
  const statuses: readonly unknown[] = Array.isArray(asked) ? asked : String(asked ?? '').split(',')
  return statuses.includes(status) || (statuses.includes('any') && status !== 'trash')
}
