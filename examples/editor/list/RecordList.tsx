import { useState } from 'react'
import { useEntityRecords, useResourcePermissions } from 'copydesk/react'
import { ErrorState } from '../ui/ErrorState'
import type { PostType } from '../route'
import type { CurrentUser } from '../session/session'
import './list.css'
import { FilterBar } from './FilterBar'
import { firstFilters, pageSize, type Filters } from './filters'
import { ListRow } from './ListRow'
import { NewRecord } from './NewRecord'
import { Pager } from './Pager'
import { useDebounced } from './useDebounced'
import { Button } from '../ui/Button'

interface RecordListProps {
  type: PostType
  openId: number | null
  user: CurrentUser
}

/** The posts or pages that the user may read, a page at a time. */
export function RecordList({ type, openId, user }: RecordListProps) {
  const [filters, setFilters] = useState(() => firstFilters(user.editsOthers))
  const search = useDebounced(filters.search.trim(), 200)
  const permissions = useResourcePermissions({ kind: 'postType', name: type })
  // Who can't write this type only gets to see what is published, and may not ask for more.
  const canFilter = permissions.canCreate
  const list = useEntityRecords(
    'postType',
    type,
    {
      context: 'view',
      _fields: 'id,title,status,date,author',
      per_page: pageSize,
      page: filters.page,
      search: search || undefined,
      status: canFilter ? filters.status : undefined,
      author: canFilter && filters.mine ? user.id : undefined,
    },
    { enabled: permissions.hasResolved, keepPreviousData: true },
  )
  const change = (changes: Partial<Filters>) => setFilters({ ...filters, page: 1, ...changes })
  const rows = permissions.hasResolved ? list.records : null
  const isBusy = list.isFetching || list.isPrevious || !permissions.hasResolved

  return (
    <>
      <NewRecord type={type} role={user.role} permissions={permissions} />
      <FilterBar filters={filters} canFilter={canFilter} onChange={change} />
      <div className="progress" data-busy={isBusy} />
      <div className="rows" aria-busy={isBusy} data-previous={list.isPrevious}>
        <ErrorState error={list.error}>
          <Button size="small" onClick={() => void list.refetch().catch(() => null)}>
            Try again
          </Button>
          {filters.page > 1 && (
            <Button size="small" onClick={() => change({})}>
              Back to the first page
            </Button>
          )}
        </ErrorState>
        {rows === null && !list.error && <LoadingRows />}
        {rows?.length === 0 && !isBusy && !list.error && <p className="placeholder">Nothing found.</p>}
        {rows && rows.length > 0 && (
          <ul>
            {rows.map((record) => (
              <ListRow
                key={record.id}
                type={type}
                record={record}
                isOpen={record.id === openId}
                isMine={record.author === user.id}
              />
            ))}
          </ul>
        )}
      </div>
      <Pager
        page={filters.page}
        shown={rows?.length ?? 0}
        totalItems={list.totalItems}
        totalPages={list.totalPages}
        onPage={(page) => change({ page })}
      />
    </>
  )
}

function LoadingRows() {
  return (
    <ul aria-label="Loading" className="skeletons">
      {Array.from(Array(pageSize).keys(), (row) => (
        <li key={row} className="skeleton" />
      ))}
    </ul>
  )
}
