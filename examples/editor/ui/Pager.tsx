import { Button } from './Button'

interface PagerProps {
  page: number
  totalPages: number | undefined
  onPage: (page: number) => void
}

export function Pager({ page, totalPages = page, onPage }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        {page} of {Math.max(1, totalPages)}
      </span>
      <Button disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
