import { CircleSlash, Lock } from 'lucide-react'
import { errorText, isForbidden, isMissing } from '../errorText'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'

interface ReadFailureProps {
  error: unknown
  onRetry: () => Promise<unknown>
  /** "this post", "this file". */
  what: string
}

/** In place of a record that could not be read: that it is not there, or why and another try. Nothing without an error. */
export function ReadFailure({ error, onRetry, what }: ReadFailureProps) {
  if (isForbidden(error)) {
    return (
      <EmptyState icon={Lock} title={`You can’t open ${what}`}>
        <p>It belongs to somebody else, or your role may not see it. The site says: {errorText(error)}</p>
      </EmptyState>
    )
  }
  if (!isMissing(error)) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={CircleSlash} title={`${what.charAt(0).toUpperCase()}${what.slice(1)} is not there`}>
      <p>Somebody has deleted it, or the link is mistyped.</p>
    </EmptyState>
  )
}
