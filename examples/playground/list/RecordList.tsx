import { useMemo, type ReactNode } from 'react'
import type { EntityId, EntityQuery } from 'copydesk'
import { useSearch } from 'wouter'
import { useRenders } from 'copydesk/devtools'
import './list.css'
import { EndlessRows } from './EndlessRows'
import { FilterBar } from './FilterBar'
import type { ListDescription } from './listDescription'
import { PagedRows } from './PagedRows'
import { pageSize } from './pageSize'
import { useDebounced } from './useDebounced'
import { useListKeys } from './useListKeys'
import { initialOf, isNarrowed, useListState } from './useListState'

interface RecordListProps<Row> {
  title: string
  list: ListDescription<Row>
  /** The key of what is open, if anything is. */
  openKey: EntityId | undefined
  /** Beside the heading: what makes a new one. */
  action?: ReactNode
}

/** What the rows of a list need, paged or not. */
export interface RowsProps<Row> {
  list: ListDescription<Row>
  query: EntityQuery
  /** What is searched for where the server doesn't search. */
  localSearch: string
  openKey: EntityId | undefined
  /** What a row's address ends with, so that the list stays as it is when one is opened. */
  suffix: string
  page: number
  onPage: (page: number) => void
  /** Whether something is searched for or filtered by. */
  isNarrowed: boolean
  onReset: () => void
}

/** The records of an entity that the user may see, with all the ways to find one among them. */
export function RecordList<Row>({ title, list, openKey, action }: RecordListProps<Row>) {
  const [state, change] = useListState(list.filters)
  const params = useSearch()
  const search = useDebounced(state.search.trim(), 200)
  useRenders('RecordList')
  const listKeys = useListKeys()
  const { isPaged, orders, filters } = list
  const order = state.order || orders[0]?.value || ''
  const chosen = filters.map((filter) => filter.toQuery(state.filters[filter.name] ?? ''))
  const [orderby, direction] = order.split(':')
  const query: EntityQuery = {
    ...list.query,
    ...Object.assign({}, ...chosen),
    ...(orderby ? { orderby, order: direction } : {}),
    ...(isPaged ? { per_page: pageSize, search: search || undefined } : {}),
  }
  const rows: RowsProps<Row> = {
    list,
    query,
    localSearch: isPaged ? '' : search.toLowerCase(),
    openKey,
    suffix: useMemo(() => (params === '' ? '' : `?${params}`), [params]),
    page: state.page,
    onPage: (page) => change(page > 1 ? { page: String(page) } : {}),
    isNarrowed: isNarrowed(state, filters),
    onReset: () =>
      change({
        search: '',
        ...Object.fromEntries(filters.map((filter) => [filter.name, initialOf(filter)])),
      }),
  }
  return (
    <div ref={listKeys} className="record-list">
      <div className="list-head">
        <h2>{title}</h2>
        {action}
      </div>
      <FilterBar list={list} state={state} onChange={change} />
      {isPaged && state.isEndless ? <EndlessRows {...rows} /> : <PagedRows {...rows} />}
    </div>
  )
}
