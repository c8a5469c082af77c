import type { DurableLocks, HeldLock, LockRequest } from './durableStorage'
import { never, type ConnectedPage } from './memoryDatabase'

/** Who has a lock, and who waits for it. */
export interface LockLine {
  readonly holders: Set<Holder>
  readonly waiting: Waiter[]
}

interface Holder {
  readonly isShared: boolean
  readonly end: () => void
}

interface Waiter {
  readonly isShared: boolean
  readonly take: () => void
}

/** Locks among pages in memory, as Web Locks are: in the order in which they were asked for. */
export function makeMemoryLocks(
  lines: Map<string, LockLine>,
  page: ConnectedPage,
): DurableLocks & { readonly releaseAll: () => void } {
  const own = new Set<() => void>()
  const releaseAll = () => {
    for (const release of [...own]) release()
  }
  page.onDeath(releaseAll)

  const lineOf = (name: string): LockLine => {
    const line = lines.get(name) ?? { holders: new Set<Holder>(), waiting: [] }
    lines.set(name, line)
    return line
  }
  const isFree = ({ holders }: LockLine, isShared: boolean) =>
    holders.size === 0 || (isShared && [...holders].every((holder) => holder.isShared))
  const serve = (line: LockLine) => {
    for (let next = line.waiting[0]; next && isFree(line, next.isShared); next = line.waiting[0]) {
      line.waiting.shift()
      next.take()
    }
  }

  function take(line: LockLine, isShared: boolean): HeldLock {
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const holder: Holder = { isShared, end }
    line.holders.add(holder)
    const release = () => {
      own.delete(release)
      end()
      if (line.holders.delete(holder)) serve(line)
    }
    own.add(release)
    return { release, ended }
  }

  return {
    releaseAll,
    acquire: (name, { shared = false, ifAvailable, steal, signal }: LockRequest = {}) => {
      if (page.isDead()) return never()
      if (signal?.aborted) return Promise.resolve(undefined)
      const line = lineOf(name)
      if (steal) {
        for (const holder of line.holders) holder.end()
        line.holders.clear()
        // Before all who wait.
        return Promise.resolve(take(line, shared))
      }
      if (isFree(line, shared) && line.waiting.length === 0) return Promise.resolve(take(line, shared))
      if (ifAvailable) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const leave = () => {
          const at = line.waiting.indexOf(waiter)
          if (at >= 0) line.waiting.splice(at, 1)
          resolve(undefined)
        }
        const waiter: Waiter = {
          isShared: shared,
          take: () => {
            // A signal may live as long as its page, and wait for many locks.
            signal?.removeEventListener('abort', leave)
            resolve(take(line, shared))
          },
        }
        line.waiting.push(waiter)
        signal?.addEventListener('abort', leave)
        page.onDeath(leave)
      })
    },
    held: () =>
      page.isDead()
        ? never()
        : Promise.resolve(
            new Set([...lines].filter(([, { holders }]) => holders.size > 0).map(([name]) => name)),
          ),
  }
}
