import { CircleSlash, Lock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
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
  const isPassing = error !== null && error !== undefined && !isForbidden(error) && !isMissing(error)
  const retry = useEffectEvent(() => void onRetry().catch(() => null))
  // What could not be read without a network is read once there is one again.
  useEffect(() => {
    if (!isPassing) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isPassing])
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
