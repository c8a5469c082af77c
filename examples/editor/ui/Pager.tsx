interface PagerProps {
  page: number
  totalPages: number | undefined
  onPage: (page: number) => void
}

export function Pager({ page, totalPages = page, onPage }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      <button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span>
        {page} of {Math.max(1, totalPages)}
      </span>
      <button disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  )
}
