/** The place of a document that is on its way. */
export function DocumentSkeleton() {
  return (
    <div className="sheet" aria-busy="true" aria-label="Loading">
      <div className="skeleton bar" />
      <div className="skeleton line" />
      <div className="skeleton text" />
    </div>
  )
}
