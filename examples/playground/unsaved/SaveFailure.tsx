import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isMissing, isSignedOut } from '../errorText'
import { ErrorState } from '../ui/ErrorState'

interface SaveFailureProps {
  error: unknown
  onRetry: (() => void) | undefined
}

/** Why a save failed, that nothing is lost, and another try: without asking once the browser is online again. */
export function SaveFailure({ error, onRetry }: SaveFailureProps) {
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  const isUnreached = ['offline_error', 'fetch_error'].includes(String((error as { code?: unknown })?.code))
  const isGone = isMissing(error)
  const retry = useEffectEvent(() => {
    if (isUnreached) onRetry?.()
  })
  useEffect(() => {
    const listener = () => retry()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  if (!error) {
    return isOnline ? null : (
      <p className="banner" data-tone="warn">
        You are offline. Go on writing: it can be saved when you are back.
      </p>
    )
  }
  return (
    <ErrorState error={error} onRetry={isGone ? undefined : onRetry}>
      {isGone && (
        <span className="error-more">
          It was deleted for good meanwhile. What you wrote is still here, to be copied into another one.
        </span>
      )}
      {isSignedOut(error) && <span className="error-more">What you wrote is still here.</span>}
      {isUnreached && (
        <span className="error-more">
          What you wrote is still here{isOnline ? '.' : ', and is sent as soon as you are online again.'}
        </span>
      )}
    </ErrorState>
  )
}

function listen(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
