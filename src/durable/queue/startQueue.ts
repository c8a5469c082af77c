import { isLocalId } from '../../core/localId'
import type { SendWrite, WriteGate, WriteIntent } from '../../core/writeGate'
import { codeOf } from '../../rest/restError'
import type { Capability, DurableContext } from '../capability'
import { whenUnavailable, type StatusKeeper } from '../statusKeeper'
import type { QueueEntry } from './entry'
import type { OpenQueue } from './openQueue'
import type { Queue, QueueStatus } from './queue'

const noEntries: readonly QueueEntry[] = []
const off: QueueStatus = { state: 'off', isLeader: false, waiting: 0, held: 0 }

/** How long a save that the network did not take waits for a queue that is being opened, in milliseconds. */
const openingTime = 3000

/** Keeps writes that could not be sent, and sends them later. Loaded once it is known where things are kept. */
export function startQueue(
  context: DurableContext,
  keeper: StatusKeeper,
): Capability & { readonly queue: Queue } {
  const { connection, settings, report, changed, isShared } = context
  let made: OpenQueue | undefined
  let isClosed = false
  const opened =
    settings.queue === false
      ? Promise.resolve(undefined)
      : connection
          .then(async (found) => {
            const locks = found?.storage.locks
            if (!found || !locks || isClosed) return undefined
            const { openQueue } = await import('./openQueue')
            const ready = await openQueue(context, found, locks)
            if (isClosed) ready.close()
            else made = ready
            changed()
            return ready
          })
          .catch((error: unknown) => {
            report({
              code: 'storage_unavailable',
              message: `Writes are not kept for later on this device: ${(error as Error).message}`,
            })
            return undefined
          })
  const found = Promise.race([opened, whenUnavailable(keeper)])

  /** The queue, as long as things are kept. */
  const open = () => (made?.isEnded() ? undefined : made)

  /** The queue, if it is there or soon will be. */
  async function soon(): Promise<OpenQueue | undefined> {
    if (made || settings.queue === false) return open()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), openingTime)
    })
    try {
      return await Promise.race([found, late])
    } finally {
      clearTimeout(timer)
    }
  }

  const gate: WriteGate = async (intent, send) => {
    const delivered = open()?.deliver(intent, send)
    if (delivered) return delivered
    if (!isQueueable(intent) || isShared(intent.kind, intent.name, intent.id)) return send()
    if (intent.what === 'delete' && isLocalId(intent.key)) {
      const queue = open()
      return queue?.isBehind(intent) ? queue.keep(intent, send) : send()
    }
    if (settings.queue === 'always' || isOffline() || open()?.isBehind(intent)) {
      const queue = await soon()
      if (queue) return queue.keep(intent, send)
    }
    return sendOrKeep(intent, send)
  }

  async function sendOrKeep(intent: WriteIntent, send: SendWrite) {
    try {
      return await send()
    } catch (error) {
      if (!['offline_error', 'fetch_error'].includes(codeOf(error))) throw error
      const queue = await soon()
      if (!queue) throw error
      return queue.keep(intent, send, error)
    }
  }

  function isOffline(): boolean {
    const storage = settings.storage
    if (storage) return !storage.isOnline()
    return typeof navigator !== 'undefined' && navigator.onLine === false
  }

  return {
    ...(settings.queue !== false && { gate }),
    queue: {
      entries: () => open()?.entries() ?? noEntries,
      status: () => open()?.status() ?? off,
      pause: () => open()?.pause(),
      resume: () => open()?.resume(),
      retry: async (id) => (await found)?.retry(id),
      discard: async (id) => (await found)?.discard(id),
      settle: async (id, how) => (await found)?.settle(id, how),
      whenEmpty: async () => (await found)?.whenEmpty(),
    },
    close: () => {
      isClosed = true
      made?.close()
    },
  }
}

/** What is never queued: files, and what is done to the site itself. */
const notQueued = new Set(['widget', 'widgetType', 'sidebar', 'plugin', 'theme'])

function isQueueable({ what, kind, name, fields }: WriteIntent): boolean {
  if (what === 'autosave' || (kind === 'root' && notQueued.has(name))) return false
  if (kind === 'root' && name === 'user' && Object.hasOwn(fields, 'password')) return false
  const isMedia = (kind === 'root' && name === 'media') || (kind === 'postType' && name === 'attachment')
  return !(isMedia && what === 'create')
}
