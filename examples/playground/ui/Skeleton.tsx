/** The place of something that is on its way, in its size: nothing jumps when it comes. */
export function Skeleton({ height = '1rem', width = '100%' }: { height?: string; width?: string }) {
  return <div className="skeleton" style={{ height, width }} />
}

/** The place of a page or a form that is on its way. */
export function PageSkeleton() {
  return (
    <div className="page" aria-busy="true" aria-label="Loading">
      <Skeleton height="2rem" width="14rem" />
      <Skeleton height="2rem" />
      <Skeleton height="2rem" />
      <Skeleton height="12rem" />
    </div>
  )
}
