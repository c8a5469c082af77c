import type { DurableChannel, DurableLocks, HeldLock } from './durableStorage'

/** Locks by the browser's Web Locks; undefined where it has none, as without https. */
export function webLocks(manager: LockManager | undefined): DurableLocks | undefined {
  if (typeof manager?.request !== 'function') return undefined
  return {
    acquire: (name, { shared, ifAvailable, steal, signal } = {}) =>
      new Promise((resolve, reject) => {
        let end: () => void = () => undefined
        const ended = new Promise<void>((done) => (end = done))
        const options: LockOptions = {
          mode: shared ? 'shared' : 'exclusive',
          ...(ifAvailable && { ifAvailable }),
          ...(steal && { steal }),
          ...(signal && { signal }),
        }
        manager
          .request(name, options, (lock) => {
            if (lock === null) return resolve(undefined)
            // Held for as long as this promise is open.
            return new Promise<void>((release) => {
              const held: HeldLock = { release, ended }
              resolve(held)
            })
          })
          .then(end, (error: unknown) => {
            // Taken over by somebody, or given up before it was there.
            end()
            if ((error as Error).name === 'AbortError') resolve(undefined)
            else reject(error)
          })
      }),
    held: async () => {
      const { held = [] } = await manager.query()
      return new Set(held.flatMap(({ name }) => name ?? []))
    },
  }
}

/** A channel by the browser's BroadcastChannel; undefined where it has none or forbids it. */
export function openChannel(
  Channel: typeof BroadcastChannel | undefined,
  name: string,
): DurableChannel | undefined {
  if (typeof Channel !== 'function') return undefined
  let channel: BroadcastChannel
  try {
    channel = new Channel(name)
  } catch {
    return undefined
  }
  // Where it is a Node process that has one, it is not what keeps it running.
  ;(channel as { unref?: () => void }).unref?.()
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent) => listener(data)
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
    close: () => channel.close(),
  }
}
