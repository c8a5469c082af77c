import { isHeld, type StoredEntry } from './entry'
import { withoutStuck } from './order'
import type { QueueStatus } from './queue'

interface Situation {
  readonly isLeader: boolean
  readonly isPaused: boolean
  readonly isOnline: boolean
  readonly block: 'signedOut' | 'otherUser' | undefined
  /** Until when nothing is tried, in milliseconds. */
  readonly until: number
}

/** How the queue is doing. */
export function statusOf(
  entries: readonly StoredEntry[],
  { isLeader, isPaused, isOnline, block, until }: Situation,
): QueueStatus {
  const held = entries.filter(isHeld).length
  const isWaiting = until > Date.now() && withoutStuck(entries).length > 0
  return {
    state: stateOf(),
    isLeader,
    waiting: entries.length - held,
    held,
    ...(isWaiting && { nextAt: new Date(until).toISOString() }),
  }

  function stateOf(): QueueStatus['state'] {
    if (entries.length === 0) return 'idle'
    if (isPaused) return 'paused'
    if (entries.some(({ state }) => state === 'sending')) return 'sending'
    return isOnline ? (block ?? 'waiting') : 'offline'
  }
}
