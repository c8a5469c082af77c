import { useMemo, useState, type ReactNode } from 'react'
import type { EntityId, EntityQuery } from 'copydesk'
import { useListSelection } from 'copydesk/react'
import { ListChecks } from 'lucide-react'
import { useSearch } from 'wouter'
import { useRenders } from 'copydesk/devtools'
import { IconButton } from '../ui/IconButton'
import './list.css'
import { EndlessRows } from './EndlessRows'
import type { BulkAction } from './bulk'
import { BulkBar } from './BulkBar'
import { FilterBar } from './FilterBar'
import type { ListDescription } from './listDescription'
import { PagedRows } from './PagedRows'
import { pageSize } from './pageSize'
import { useDebounced } from './useDebounced'
import { usePickedRows } from './usePickedRows'
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
  /** The keys of the rows that are selected; null while none can be. */
  picked: ReadonlySet<EntityId> | null
  onPick: (key: EntityId) => void
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
  const [isPicking, setIsPicking] = useState(false)
  // Whichever page its rows are on.
  const selection = useListSelection(null, { across: true })
  const picked = useMemo(() => new Set(selection.selected), [selection.selected])
  const { orders, filters } = list
  const chosenOrder = state.order || orders[0]?.value || ''
  // A tree can't be cut into pages; what is searched for stands in none.
  const isTree = chosenOrder === 'tree' && list.tree !== undefined && search === ''
  const isPaged = list.isPaged && !isTree
  const order = chosenOrder === 'tree' ? (isTree ? 'menu_order:asc' : 'relevance:desc') : chosenOrder
  const chosen = filters.map((filter) => filter.toQuery(state.filters[filter.name] ?? ''))
  const [orderby, direction] = order.split(':')
  const query: EntityQuery = {
    ...list.query,
    ...Object.assign({}, ...chosen),
    ...(orderby ? { orderby, order: direction } : {}),
    ...(isPaged ? { per_page: pageSize, search: search || undefined } : {}),
    ...(isTree ? { per_page: -1 } : {}),
  }
  // What is not listed any more is not to be changed unseen; another page or order is still the same list.
  const narrowed = JSON.stringify([search, state.filters])
  const [pickedOf, setPickedOf] = useState(narrowed)
  if (pickedOf !== narrowed) {
    setPickedOf(narrowed)
    selection.clear()
  }
  const pick = (isOn: boolean) => {
    setIsPicking(isOn)
    selection.clear()
  }
  const rows: RowsProps<Row> = {
    list: isTree && list.tree ? { ...list, isPaged: false, arrange: list.tree } : list,
    query,
    picked: isPicking ? picked : null,
    onPick: selection.toggle,
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
        {list.bulk && (
          <IconButton
            label="Select several"
            icon={ListChecks}
            aria-pressed={isPicking}
            onClick={() => pick(!isPicking)}
          />
        )}
        {action}
      </div>
      <FilterBar list={list} state={state} onChange={change} />
      {isPicking && list.bulk && (
        <PickedBar list={list} picked={picked} actions={list.bulk} onDone={() => pick(false)} />
      )}
      {isPaged && state.isEndless ? <EndlessRows {...rows} /> : <PagedRows {...rows} />}
    </div>
  )
}

interface PickedBarProps<Row> {
  list: ListDescription<Row>
  picked: ReadonlySet<EntityId>
  actions: readonly BulkAction<Row>[]
  onDone: () => void
}

/** What can be done with the rows that are selected, as they are now: one that was trashed since is trashed. */
function PickedBar<Row>({ list, picked, actions, onDone }: PickedBarProps<Row>) {
  return (
    <BulkBar rows={usePickedRows<Row>(list, picked)} actions={actions} many={list.many} onDone={onDone} />
  )
}
