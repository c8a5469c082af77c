import { useEffect, useRef } from 'react'
import { useInfiniteEntityRecords } from 'copydesk/react'
import { Button } from '../ui/Button'
import type { RowsProps } from './RecordList'
import { Rows } from './Rows'

/** A list that grows as one comes to its end. */
export function EndlessRows<Row>(props: RowsProps<Row>) {
  const { list, query } = props
  const { kind, name, isEnabled = true } = list
  const read = useInfiniteEntityRecords(kind, name, query, { enabled: isEnabled, keepPreviousData: true })
  const { hasNextPage, fetchNextPage, isFetchingNextPage, error, totalItems } = read
  const rows = isEnabled ? (read.records as readonly Row[] | null) : null
  const end = useRef<HTMLDivElement>(null)
  const growsByItself = hasNextPage && !isFetchingNextPage && !error

  useEffect(() => {
    const element = end.current
    if (!element || !growsByItself) return undefined
    // What failed is tried again by the button, not by scrolling.
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage()
      },
      { root: element.parentElement, rootMargin: '300px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [growsByItself, fetchNextPage])

  return (
    <>
      <Rows
        {...props}
        rows={rows}
        isBusy={read.isFetching || read.isPrevious || !isEnabled}
        isPrevious={read.isPrevious}
        error={error}
        refetch={rows ? fetchNextPage : read.refetch}
      >
        <div ref={end} className="list-end">
          {hasNextPage && (
            <Button size="small" disabled={isFetchingNextPage} onClick={fetchNextPage}>
              {isFetchingNextPage ? 'Loading …' : 'Load more'}
            </Button>
          )}
        </div>
      </Rows>
      <footer className="pager quiet">
        {rows && totalItems !== undefined && `${rows.length} of ${totalItems}`}
      </footer>
    </>
  )
}
