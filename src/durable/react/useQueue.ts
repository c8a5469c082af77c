import { useCallback, useSyncExternalStore } from 'react'
import { useEntityStore } from '../../react/provider/EntityStoreProvider'
import { durabilityOf } from '../durabilityOf'
import type { QueueEntry } from '../queue/entry'
import type { Queue, QueueStatus } from '../queue/queue'

/** What {@link useQueue} gives. */
export interface UseQueueResult
  extends QueueStatus, Pick<Queue, 'pause' | 'resume' | 'retry' | 'discard' | 'settle'> {
  /** The queued writes, in the order in which they were made. */
  readonly entries: readonly QueueEntry[]
}

const off: QueueStatus = { state: 'off', isLeader: false, waiting: 0, held: 0 }
const noEntries: readonly QueueEntry[] = []
const nothing = () => undefined
const nothingLater = () => Promise.resolve()
const noQueue: Queue = {
  entries: () => noEntries,
  status: () => off,
  pause: nothing,
  resume: nothing,
  retry: nothingLater,
  discard: nothingLater,
  settle: nothingLater,
  whenEmpty: nothingLater,
}

/**
 * The queue of saves that wait to be sent, and functions to retry or discard an entry. Without durability, `state` is `off`.
 * @example
 * const { state, entries, retry, discard } = useQueue()
 */
export function useQueue(): UseQueueResult {
  const durability = durabilityOf(useEntityStore())
  const { entries, status, pause, resume, retry, discard, settle } = durability?.queue ?? noQueue
  const subscribe = useCallback(
    (listener: () => void) => durability?.subscribe(listener) ?? (() => undefined),
    [durability],
  )
  const listed = useSyncExternalStore(subscribe, entries, () => noEntries)
  const now = useSyncExternalStore(subscribe, status, () => off)
  return { ...now, entries: listed, pause, resume, retry, discard, settle }
}
