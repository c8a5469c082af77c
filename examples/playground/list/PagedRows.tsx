import { useEntityRecords } from 'copydesk/react'
import { Pager } from './Pager'
import type { RowsProps } from './RecordList'
import { Rows } from './Rows'

/** A page of a list; the rows before stay until the next ones are there. */
export function PagedRows<Row>(props: RowsProps<Row>) {
  const { list, query, page, onPage } = props
  const { kind, name, isPaged, isEnabled = true } = list
  const read = useEntityRecords(kind, name, isPaged ? { ...query, page } : query, {
    enabled: isEnabled,
    keepPreviousData: true,
  })
  const rows = isEnabled ? (read.records as readonly Row[] | null) : null
  return (
    <>
      <Rows
        {...props}
        rows={rows}
        isBusy={read.isFetching || read.isPrevious || !isEnabled}
        isPrevious={read.isPrevious}
        error={read.error}
        refetch={read.refetch}
      />
      {isPaged ? (
        <Pager
          page={page}
          shown={rows?.length ?? 0}
          totalItems={read.totalItems}
          totalPages={read.totalPages}
          onPage={onPage}
          many={list.many}
        />
      ) : (
        <footer className="pager quiet">{rows && `${rows.length} ${list.many}`}</footer>
      )}
    </>
  )
}
