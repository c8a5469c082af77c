import { ErrorState } from '../ui/ErrorState'
import { BackLink } from '../frame/BackLink'
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
      <BackLink address={linkTo(type)} label={`All ${type}s`} />
      <ErrorState error={error} onRetry={refetch} />
    </div>
  )
}
