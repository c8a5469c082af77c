import { selectEntityConfig } from '../../config/selectors'
import type { EntityConfig } from '../../config/entityConfig'
import { isLocalId } from '../../core/localId'
import type { EndedWrite, SendWrite, SentCreate, WriteIntent } from '../../core/writeGate'
import { codeOf } from '../../rest/restError'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { withSentCreate } from '../conflicts/rebase'
import { dispatchAll } from '../dispatchAll'
import { isClaimable, isRecognisable, makeMarker } from './claimable'
import { createOnce } from './createOnce'
import type { KnownCreate } from './delivering'
import type { Intake } from './intake'
import { madeEntry, type FirstTry } from './madeEntry'
import { randomHex } from '../randomHex'

/** How a create that does not wait in the queue is sent; `mayWait` where it comes to the queue when that fails. */
export type DirectCreate = (intent: WriteIntent, send: SendWrite, mayWait: boolean) => Promise<EndedWrite>

/**
 * Sends creates at once, so that they are known again where the answer is lost or the page dies: by a key, by an id or a
 * slug of their own, or, where nothing else is needed as long as all goes well, by who has made them, when, and what they
 * say. What is known of a draft is on the disk before it leaves.
 */
export function makeDirectCreates(
  context: DurableContext,
  { keep, announce, noteFailed }: Pick<Intake, 'keep' | 'announce' | 'noteFailed'>,
): DirectCreate {
  const { store } = context
  const { getState } = store

  async function markOf(config: EntityConfig): Promise<SentCreate> {
    if (await context.features.hasKeys(config)) return { idempotencyKey: randomHex(), keyAt: Date.now() }
    if (config.newId) return { ownId: config.newId() }
    const isMarked = isClaimable(config) && !isRecognisable(config)
    return isMarked ? { marker: makeMarker() } : { isUnmarked: true }
  }

  /** Stores what is known of a draft; of any other create nothing is left of which a page could ask again. */
  async function keepKnown(intent: WriteIntent, known: SentCreate): Promise<void> {
    if (!isLocalId(intent.key)) return
    dispatchAll(store, withSentCreate(getState(), intent, known))
    await context.keepMark()
  }

  return async (intent, send, mayWait) => {
    const before: EntityState = getState()
    const config = selectEntityConfig(before, intent.kind, intent.name)
    if (config === undefined) return send()
    const sentAt = Date.now()
    const first = madeEntry(context, intent)
    const { newestKnown } = first
    let known: SentCreate = {
      ...(await markOf(config)),
      sentAt,
      ...(newestKnown !== undefined && { newestKnown }),
    }
    await keepKnown(intent, known)
    const failed = (failure: unknown): FirstTry => ({ failure, known })
    try {
      const delivery = {
        entry: { ...first, ...known },
        note: async (more: KnownCreate) => {
          known = { ...known, ...more }
          await keepKnown(intent, known)
        },
        // What was begun before is in the queue.
        leave: () => undefined,
      }
      const ended = await createOnce({ context, config, intent, delivery }, send)
      announce(intent, ended, sentAt)
      return ended
    } catch (error) {
      const isLost = ['offline_error', 'fetch_error'].includes(codeOf(error))
      // What is half made is finished by the queue, or waits there for what it was refused.
      const isHalfMade = known.claimed !== undefined
      if (mayWait && (isLost || isHalfMade)) return keep(intent, send, failed(error))
      if (!isHalfMade) noteFailed(intent, error)
      throw error
    }
  }
}
