import type { Connection } from '../storage/connection'
import type { DurableLocks, HeldLock } from '../storage/durableStorage'

/** Which of the tabs of an owner sends. */
export interface Leadership {
  readonly start: () => void
  /** Something waits: whoever sends should be there. */
  readonly watch: () => void
  readonly receive: (message: 'ping' | 'pong') => void
  /** Whether this tab, if it was granted the lock, surely still is. */
  readonly isSure: () => boolean
  readonly close: () => void
}

export interface LeadershipOptions {
  readonly connection: Connection
  readonly locks: DurableLocks
  readonly onLead: () => void
  readonly onFollow: () => void
  /** Whether something waits that this tab would send. */
  readonly isWaiting: () => boolean
  readonly post: (message: { readonly queue: 'ping' | 'pong' }) => void
}

/** How often the tab that sends is asked whether it lives, and how long it may be silent, in milliseconds. */
const askingTime = 2500
const longestSilence = 10_000

/**
 * Has one tab of the owner send. Every tab stands in line for the lock, so that the next one goes on when it is closed or
 * crashes; where it is frozen, a visible one takes the lock over.
 */
export function makeLeadership(options: LeadershipOptions): Leadership {
  const { connection, locks, onLead, onFollow, isWaiting, post } = options
  const name = `copydesk queue ${connection.name}`
  const end = new AbortController()
  let held: HeldLock | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedSince: number | undefined

  async function standInLine(): Promise<void> {
    while (!end.signal.aborted) {
      const lock = await locks.acquire(name, { signal: end.signal })
      if (lock) await lead(lock)
    }
  }

  async function lead(lock: HeldLock): Promise<void> {
    // It may have been taken over for this tab while it stood in line.
    if (held || end.signal.aborted) return lock.release()
    held = lock
    stopAsking()
    onLead()
    await lock.ended
    held = undefined
    if (!end.signal.aborted) onFollow()
  }

  function ask(): void {
    timer = undefined
    if (held || end.signal.aborted || !isWaiting() || !connection.storage.isVisible()) return stopAsking()
    const now = Date.now()
    askedSince ??= now
    if (now - askedSince >= longestSilence) {
      stopAsking()
      void locks.acquire(name, { steal: true }).then(
        (lock) => lock && lead(lock),
        () => undefined,
      )
      return
    }
    post({ queue: 'ping' })
    timer = setTimeout(ask, askingTime)
  }

  function stopAsking(): void {
    clearTimeout(timer)
    timer = undefined
    askedSince = undefined
  }

  return {
    /** Stands in line from now on. */
    start: () => void standInLine().catch(() => undefined),
    watch: () => {
      if (timer === undefined && !held && connection.channel) ask()
    },
    receive: (message: 'ping' | 'pong') => {
      if (message === 'ping' && held) post({ queue: 'pong' })
      if (message === 'pong') askedSince = undefined
    },
    isSure: () => true,
    close: () => {
      end.abort()
      stopAsking()
      held?.release()
    },
  }
}
