import { useEffect, useEffectEvent } from 'react'
import type { RecordReference } from 'copydesk'
import { errorCode, isMissing, isSignedOut } from '../errorText'
import { ConflictNotice } from '../kept/ConflictNotice'
import { useRecordState } from 'copydesk/react'
import { useOnline } from '../kept/useKept'
import { useDurability } from 'copydesk/durable/react'
import { ErrorState } from '../ui/ErrorState'

interface SaveFailureProps {
  /** What is saved together here. */
  records: readonly RecordReference[]
  error: unknown
  onRetry: (() => unknown) | undefined
}

/**
 * Why a save failed, that nothing is lost, and another try; or what it waits for. Where nothing can wait, it is tried
 * without asking once the browser is online again.
 */
export function SaveFailure({ records, error, onRetry }: SaveFailureProps) {
  const isOnline = useOnline()
  const { storage } = useDurability()
  const state = useRecordState(records)
  const conflicts = records.map((record) => (
    <ConflictNotice key={`${record.kind}/${record.name}/${record.key}`} record={record} />
  ))
  const code = errorCode(error)
  const isUnreached = code === 'offline_error' || code === 'fetch_error'
  const retry = useEffectEvent(() => {
    if (isUnreached) onRetry?.()
  })
  useEffect(() => {
    const listener = () => retry()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  const isConflict = code === 'save_conflict'
  if (!error || isConflict) {
    return (
      <>
        {conflicts}
        {!isConflict && state === 'waiting' ? (
          <p className="banner" data-tone="quiet">
            {isOnline
              ? 'Kept on this device, and sent to the site as soon as it answers.'
              : 'You are offline. It is kept on this device, and is sent once when you are back.'}
          </p>
        ) : (
          !isOnline && (
            <p className="banner" data-tone="warn">
              You are offline.{' '}
              {storage === 'on'
                ? 'Go on writing and saving: it is kept on this device, and sent when you are back.'
                : 'Go on writing: it can be saved when you are back.'}
            </p>
          )
        )}
      </>
    )
  }
  const isGone = isMissing(error)
  return (
    <>
      {conflicts}
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
    </>
  )
}
