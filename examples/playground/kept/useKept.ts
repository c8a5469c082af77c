import { selectUnsavedRecords } from 'copydesk/durable'
import { useDurability, useQueue, useRecoveredEdits } from 'copydesk/durable/react'
import { useEntitySelector } from 'copydesk/react'
import { useSyncExternalStore } from 'react'
import { useDraftCount } from '../pageDrafts'
import { conflictsIn } from './recordState'

/** How all that is not on the site yet stands, the most urgent first. */
export interface Kept {
  state: 'conflict' | 'held' | 'notKept' | 'offline' | 'waiting' | 'kept' | 'idle'
  /** How many records, or writes, that is about. */
  count: number
}

/** What the mark in the header says. */
export function useKept(): Kept {
  const { storage } = useDurability()
  const { state, waiting, held } = useQueue()
  const isOnline = useOnline()
  const conflicts = useEntitySelector((all) => conflictsIn(all).length)
  const unsaved = useEntitySelector((all) => selectUnsavedRecords(all).length)
  const drafts = useDraftCount()
  const { recovered } = useRecoveredEdits()
  if (conflicts > 0) return { state: 'conflict', count: conflicts }
  if (held > 0 || state === 'signedOut' || state === 'otherUser')
    return { state: 'held', count: held || waiting }
  if (!isOnline || state === 'offline') return { state: 'offline', count: waiting }
  if (waiting > 0) return { state: 'waiting', count: waiting }
  if (unsaved > 0 && storage !== 'on' && storage !== 'opening') return { state: 'notKept', count: unsaved }
  const kept = unsaved + recovered.length
  return kept > 0 || drafts > 0 ? { state: 'kept', count: kept } : { state: 'idle', count: 0 }
}

/** Whether the browser has a network, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

function listen(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
