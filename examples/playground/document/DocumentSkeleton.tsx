import { Skeleton } from '../ui/Skeleton'

/** The place of a document that is on its way. */
export function DocumentSkeleton() {
  return (
    <div className="sheet" aria-busy="true" aria-label="Loading">
      <Skeleton height="2rem" />
      <Skeleton height="3rem" />
      <Skeleton height="20rem" />
    </div>
  )
}
