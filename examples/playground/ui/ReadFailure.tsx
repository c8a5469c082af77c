import { CircleSlash } from 'lucide-react'
import { isMissing } from '../errorText'
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
  if (!isMissing(error)) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={CircleSlash} title={`${what.charAt(0).toUpperCase()}${what.slice(1)} is not there`}>
      <p>Somebody has deleted it, or the link is mistyped.</p>
    </EmptyState>
  )
}
