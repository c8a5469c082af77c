import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { pageSize } from './pageSize'
import type { RowsProps } from './RecordList'
import { Row } from './Row'

interface ShownRowsProps<Record> extends RowsProps<Record> {
  rows: readonly Record[] | null
  isBusy: boolean
  isPrevious: boolean
  error: unknown
  refetch: () => Promise<unknown>
  /** After the last row. */
  children?: ReactNode
}

/** The rows themselves, or what stands in for them: their places, an error with another try, or that there are none. */
export function Rows<Record>(props: ShownRowsProps<Record>) {
  const { list, rows, isBusy, isPrevious, error, refetch, page, onPage, isNarrowed, onReset, children } =
    props
  const shown = rows && arranged(props, rows)
  return (
    <>
      <div className="progress" data-busy={isBusy} />
      <div className="rows" aria-busy={isBusy} data-previous={isPrevious}>
        <ErrorState error={error} onRetry={refetch}>
          {page > 1 && (
            <Button size="small" onClick={() => onPage(1)}>
              Back to the first page
            </Button>
          )}
        </ErrorState>
        {!shown && !error && <LoadingRows />}
        {shown?.length === 0 && !isBusy && !error && (
          <EmptyState icon={SearchX} title={isNarrowed ? `No ${list.many} match` : `No ${list.many} yet`}>
            {isNarrowed && (
              <Button size="small" onClick={onReset}>
                Clear filters
              </Button>
            )}
          </EmptyState>
        )}
        {shown && shown.length > 0 && <ul>{shown}</ul>}
        {children}
      </div>
    </>
  )
}

function arranged<Record>(
  { list, localSearch, openKey, suffix, picked, onPick }: RowsProps<Record>,
  rows: readonly Record[],
): readonly ReactNode[] {
  const { kind, name, arrange, describe, prefetch, bulk } = list
  const inOrder = arrange && localSearch === '' ? arrange(rows) : rows.map((row) => ({ row, depth: 0 }))
  return inOrder.flatMap(({ row, depth }) => {
    const { key, title, address, facts, link } = describe(row)
    if (!title.toLowerCase().includes(localSearch)) return []
    return (
      <Row
        key={key}
        id={key}
        isOpen={openKey !== undefined && String(key) === String(openKey)}
        href={address + suffix}
        isPicked={picked?.has(key)}
        onPick={picked ? () => onPick(key) : undefined}
        actions={bulk}
        {...{ kind, name, row, title, facts, link, depth, prefetch }}
      />
    )
  })
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
