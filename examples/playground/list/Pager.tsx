import { Button } from '../ui/Button'
import { countOf } from './bulk'
import { pageSize } from './pageSize'

interface PagerProps {
  page: number
  /** How many rows of this page are on screen. */
  shown: number
  totalItems: number | undefined
  totalPages: number | undefined
  onPage: (page: number) => void
  /** What the rows are: "posts". */
  many: string
}

/** Pages back and forth, and how much there is. */
export function Pager({ page, shown, totalItems, totalPages, onPage, many }: PagerProps) {
  const last = totalPages ?? (totalItems === undefined ? undefined : Math.ceil(totalItems / pageSize))
  // The server counts what it keeps back, such as the drafts of others.
  const expected = totalItems === undefined ? 0 : Math.min(pageSize, totalItems - (page - 1) * pageSize)
  const kept = Math.max(expected - shown, 0)
  // One page needs no way to others.
  if (last !== undefined && last <= 1 && page === 1 && kept === 0) {
    return <footer className="pager quiet">{totalItems !== undefined && countOf(totalItems, many)}</footer>
  }
  return (
    <footer className="pager">
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <p className="quiet">
        {totalItems !== undefined && (
          <>
            Page {page} of {Math.max(last ?? 1, 1)}, {countOf(totalItems, many)}
            {kept > 0 && shown > 0 && <>; you may not see {kept} of this page</>}
          </>
        )}
      </p>
      <Button size="small" disabled={last === undefined || page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </footer>
  )
}
