import { ErrorState } from '../ui/ErrorState'
import { linkTo, type PostType } from '../route'

interface DocumentErrorProps {
  type: PostType
  error: unknown
  refetch: () => Promise<unknown>
}

/** In place of a document that could not be read: why, another try, and the way back. */
export function DocumentError({ type, error, refetch }: DocumentErrorProps) {
  return (
    <div className="sheet">
      <a className="back" href={linkTo(type)}>
        All {type}s
      </a>
      <ErrorState error={error} onRetry={refetch} />
    </div>
  )
}
