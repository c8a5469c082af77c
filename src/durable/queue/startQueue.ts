import type { Cells } from '../../core/cells'
import { withinTime } from '../../core/withinTime'
import { isLocalId } from '../../core/localId'
import { own } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteGate, WriteIntent } from '../../core/writeGate'
import type { RecordEdited } from '../../edits/actions'
import { codeOf, RestError } from '../../rest/restError'
import type { Capability, DurableContext } from '../capability'
import { heldSavesName, type HeldSaves } from '../conflicts/heldSaves'
import { keptLog, unkeptField } from '../keptFields'
import { isMedia } from '../../media/shownOfFile'
import { whenUnavailable, type StatusKeeper } from '../statusKeeper'
import type { QueueEntry } from './entry'
import { noEntry } from './noEntry'
import type { FirstTry } from './madeEntry'
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
  const { connection, services, settings, report, changed, isShared } = context
  const since = Date.now()
  let made: OpenQueue | undefined
  let isClosed = false
  const opened =
    settings.queue === false
      ? Promise.resolve(undefined)
      : connection
          .then(async (found) => {
            if (!found || isClosed) return undefined
            const { openQueue } = await import('./openQueue')
            const ready = await openQueue(context, found, found.storage.locks, since)
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

  const heldSaves: HeldSaves = {
    has: (target) => open()?.heldSaves.has(target) ?? false,
    resolve: (resolution) => open()?.heldSaves.resolve(resolution),
  }
  services.companions.set(heldSavesName, heldSaves)

  /** The queue, if it is there or soon will be. */
  async function soon(): Promise<OpenQueue | undefined> {
    return made || settings.queue === false ? open() : withinTime(found, openingTime)
  }

  /** The queue that is asked for an entry: where there is none, it has no such entry. */
  async function having(id: string): Promise<OpenQueue> {
    const queue = made ?? (await found)
    if (queue) return queue
    throw noEntry(id)
  }

  const gate: WriteGate = async (intent, send) => {
    const delivered = open()?.deliver(intent, send)
    if (delivered) return delivered
    if (isShared(intent.kind, intent.name, intent.id)) return send()
    // What is made of an image is another record.
    if (intent.what === 'image') return send()
    if (intent.what === 'autosave' || !isQueueable(intent)) return sendAnnounced(intent, send)
    const unkept = unkeptField(intent.fields, intent.kind, intent.name, settings.isKept)
    if (unkept !== undefined) return sendUnkept(intent, send, unkept)
    if (intent.what === 'delete' && isLocalId(intent.key)) {
      const queue = open()
      return queue?.isBehind(intent) ? queue.keep(intent, send) : send()
    }
    if (settings.queue === 'always' || isOffline() || open()?.isBehind(intent)) {
      const queue = await soon()
      if (queue) return queue.keep(intent, send)
    }
    return intent.what === 'create' ? create(intent, send) : sendOrKeep(intent, send)
  }

  /** Sends at once what must not wait on this device; where it can't be sent now, it fails with the reason. */
  async function sendUnkept(intent: WriteIntent, send: SendWrite, field: string): Promise<EndedWrite> {
    const { kind, name } = intent
    const lost = lostCreate(intent)
    const queue = lost && (await soon())
    if (queue) {
      // What may have been made is looked for first, by what of it may be kept.
      const { fields } = keptLog({ fields: lost }, kind, name, settings.isKept)
      await queue.keep({ ...intent, fields }, send, unheard(intent, fields))
    }
    if (open()?.isBehind(intent))
      throw notQueued(field, 'Earlier writes of it, or of what it refers to, wait to be sent.')
    try {
      return await (intent.what === 'create' && !lost
        ? create(intent, send, false)
        : sendOrKeep(intent, send, false))
    } catch (error) {
      throw isUnsent(error) ? notQueued(field, (error as Error).message, error) : error
    }
  }

  /** Sends a create at once, but for a draft that was sent before and never answered: the queue looks for that. */
  async function create(intent: WriteIntent, send: SendWrite, mayWait = true): Promise<EndedWrite> {
    const lost = lostCreate(intent)
    // Without a place to note a draft in, nobody would know of it once the page has died.
    const queue = lost || isLocalId(intent.key) ? await soon() : open()
    if (!queue) return sendOrKeep(intent, send, mayWait)
    return lost ? queue.keep(intent, send, unheard(intent, lost)) : queue.create(intent, send, mayWait)
  }

  /** Sends a write, and tells other tabs what it has made, saved or deleted: also where the queue is only being opened. */
  async function sendAnnounced(intent: WriteIntent, send: SendWrite): Promise<EndedWrite> {
    const sentAt = Date.now()
    const ended = await send()
    const announce = (queue?: OpenQueue) => queue?.announce(intent, ended, sentAt)
    if (made) announce(open())
    else void soon().then(announce)
    return ended
  }

  async function sendOrKeep(intent: WriteIntent, send: SendWrite, mayWait = true): Promise<EndedWrite> {
    const sentAt = Date.now()
    try {
      return await sendAnnounced(intent, send)
    } catch (error) {
      if (!isUnsent(error) || !mayWait) throw error
      const queue = await soon()
      if (!queue) throw error
      return queue.keep(intent, send, {
        failure: error,
        known: { sentAt, ...(intent.what === 'create' && { isUnmarked: true }) },
      })
    }
  }

  /** That a record is to be as it is shown is an edit as well, while it waits to be put into the trash. */
  function withRestoredStatus(action: StoreAction): StoreAction {
    if (action.type !== 'edits/recordEdited') return action
    const { kind, name, id, changes, fields } = action as RecordEdited
    const status = own(changes, 'status')?.to
    if (status === undefined || status === 'trash' || own(fields, 'status')) return action
    const isTrashed = open()
      ?.entries()
      .some(
        (one) =>
          one.what === 'delete' && one.kind === kind && one.name === name && String(one.key) === String(id),
      )
    return isTrashed
      ? ({ ...action, fields: { ...fields, status: { value: status } } } as StoreAction)
      : action
  }

  function isOffline(): boolean {
    const storage = settings.storage
    if (storage) return !storage.isOnline()
    return typeof navigator !== 'undefined' && navigator.onLine === false
  }

  return {
    ...(settings.queue !== false && { gate, prepare: withRestoredStatus }),
    queue: {
      entries: () => open()?.entries() ?? noEntries,
      status: () => open()?.status() ?? off,
      pause: () => open()?.pause(),
      resume: () => open()?.resume(),
      retry: async (id) =>
        id === undefined ? (made ?? (await found))?.retry() : (await having(id)).retry(id),
      discard: async (id) => (await having(id)).discard(id),
      settle: async (id, how) => (await having(id)).settle(id, how),
      whenEmpty: async () => (made ?? (await found))?.whenEmpty(),
    },
    close: async () => {
      isClosed = true
      // What is being opened is closed as soon as that is done, and not left behind.
      if (!made) await Promise.race([opened, whenUnavailable(keeper)])
      made?.close()
    },
  }
}

/** How a draft was sent that may have been made, and is not simply made again. */
function unheard({ origin }: WriteIntent, fields: Cells): FirstTry {
  const failure = new RestError({
    code: 'fetch_error',
    message: 'This was sent before, and nobody heard whether it was done: it is looked for first.',
  })
  return { failure, fields, ...(origin?.sentCreate && { known: origin.sentCreate }) }
}

/** What was sent of a draft before without an answer, if anything. */
function lostCreate({ what, origin, log = [] }: WriteIntent): Cells | undefined {
  return what === 'create' && origin?.sentCreate ? log[0]?.fields : undefined
}

/** Whether the network did not take a write, as far as is known. */
function isUnsent(error: unknown): boolean {
  return ['offline_error', 'fetch_error'].includes(codeOf(error))
}

/** Why a write that can't be sent now does not wait in the queue. */
function notQueued(field: string, why: string, cause?: unknown): RestError {
  return new RestError({
    code: codeOf(cause) || 'offline_error',
    message: `${why} The save does not wait in the queue, as '${field}' is not kept on this device: its edits stay, save again once it can be sent.`,
    cause,
  })
}

/** What is never queued: what is done to the site itself. */
const neverQueued = new Set(['widget', 'widgetType', 'sidebar', 'plugin', 'theme'])

function isQueueable({ what, kind, name, key, fields, file }: WriteIntent): boolean {
  if (kind === 'root' && neverQueued.has(name)) return false
  if (kind === 'root' && name === 'user' && Object.hasOwn(fields, 'password')) return false
  // Of others the file is not known: a fetcher of the application's own sends it.
  return !(what === 'create' && isMedia({ kind, name })) || isLocalId(key) || file !== undefined
}
