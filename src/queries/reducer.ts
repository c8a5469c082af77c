import { removedIn, type EntitiesAction } from '../entities/actions'
import { withoutRevisions } from '../entities/withoutRevisions'
import type { EntityKey, QueryKey, RecordKey } from '../core/keys'
import { changeRows, emptyTable, getRow, keysOf, setRow } from '../core/recordTable'
import type { ListReceived, QueriesAction } from './actions'
import { asksForStatus, type QueriesState, type StoredQuery } from './storedQuery'
import { insertWindow, removeRows, type ListWindow } from './windows'

const initialQueries: QueriesState = emptyTable()

export function queriesReducer(
  state: QueriesState = initialQueries,
  action: QueriesAction | EntitiesAction,
): QueriesState {
  switch (action.type) {
    case 'queries/listReceived': {
      const lists = getRow(state, action.entity) ?? emptyTable<StoredQuery>()
      const changed = changeRows(lists, [action.query], (known) => withListAnswer(known, action))
      return changed === lists ? state : setRow(state, action.entity, changed)
    }
    case 'queries/listsPatched': {
      const { entity, lists } = action
      const known = getRow(state, entity) ?? emptyTable<StoredQuery>()
      const queries = Object.keys(lists) as QueryKey[]
      return setRow(
        state,
        entity,
        changeRows(known, queries, (_, query) => lists[query]),
      )
    }
    case 'entities/recordDeleted': {
      // A record in the trash leaves the lists that do not ask for what is there.
      const { target, key, received } = action
      const status = received.records[0]?.status
      return status === 'trash'
        ? withoutRows(state, target.entity, [key], (query) => !asksForStatus(query, status))
        : state
    }
    default: {
      const { entity, keys } = removedIn(action) ?? {}
      return entity && keys
        ? withoutRows(withoutRevisions(state, entity, keys), entity, keys, () => true)
        : state
    }
  }
}

function withListAnswer(known: StoredQuery | undefined, action: ListReceived): StoredQuery {
  const { context, parameters, page, perPage, answers } = action
  // What is new comes first: of copies that are added to each has a form of its own to engines (`receiveAgain`).
  const window = answers ? { at: answers.at, ...action.window } : action.window
  const before: StoredQuery = known ?? {
    context,
    // A list has an object of its own, even where many lists are asked for by one query.
    parameters: { ...parameters },
    windows: [],
    end: null,
    totalItems: null,
    totalPages: null,
    page,
    perPage,
  }
  const isOlder = ({ seq }: ListWindow) => seq <= window.seq
  const isNewest = before.windows.every(isOlder) && before.partial?.every(isOlder) !== false
  const [newer, older] = isNewest ? [action, before] : [before, action]
  const totalItems = newer.totalItems ?? older.totalItems
  const end = isNewest ? endOf(action, before.end, totalItems) : before.end
  const totalPages = newer.totalPages ?? older.totalPages
  const laid = insertWindow(before, window, end)
  if (laid === before) return before
  const ownSize = action.ownSize ?? before.ownSize
  const endSeq = isNewest ? endSeqOf(action, before) : before.endSeq
  return {
    ...laid,
    totalItems,
    totalPages,
    page,
    perPage,
    ...(ownSize && { ownSize }),
    ...(endSeq && { endSeq }),
  }
}

/** The seq of what has said where a list ends, from when on that is not its newest answer. */
function endSeqOf(
  { window: { start, size, ids, seq }, isWhole, totalItems }: ListReceived,
  { end, endSeq, windows }: StoredQuery,
): number | undefined {
  if (isWhole || totalItems !== null || (ids.length < size && (ids.length > 0 || start === 0)))
    return endSeq && seq
  return end === null ? endSeq : (endSeq ?? Math.max(...windows.map((one) => one.seq)))
}

/** Where the list ends, by the newest answer to it. */
function endOf(
  { window, isWhole, totalItems }: ListReceived,
  before: number | null,
  knownTotal: number | null,
): number | null {
  const { start, size, ids, isProvisional } = window
  const reached = start + ids.length
  if (isProvisional) return knownTotal
  if (isWhole) return start + size
  if (totalItems !== null) return totalItems
  if (ids.length === 0 && start > 0) return before === null ? null : Math.min(before, start)
  if (ids.length < size) return reached
  if (knownTotal !== null) return Math.max(knownTotal, reached)
  return before !== null && before > reached ? before : null
}

function withoutRows(
  state: QueriesState,
  entity: EntityKey,
  keys: readonly RecordKey[],
  isConcerned: (query: StoredQuery) => boolean,
): QueriesState {
  const lists = getRow(state, entity)
  if (lists === undefined) return state
  const gone = new Set(keys)
  const changed = changeRows(lists, keysOf(lists), (query) =>
    query && isConcerned(query) ? removeCounted(query, gone) : query,
  )
  return changed === lists ? state : setRow(state, entity, changed)
}

function removeCounted(query: StoredQuery, keys: ReadonlySet<RecordKey>): StoredQuery {
  const { rows, removed } = removeRows(query, keys)
  if (rows === query) return query
  const totalItems = query.totalItems && Math.max(0, query.totalItems - removed)
  return { ...rows, totalItems, totalPages: null }
}
