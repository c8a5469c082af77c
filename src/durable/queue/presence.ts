import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import type { DurableContext } from '../capability'
import type { Owner } from '../durability'
import { askWhoIsThere } from './identity'

/** How long it is believed who is signed in, in milliseconds. */
const identityTime = 60_000

/** Whether the owner of the queue is the one that the server takes this page for. */
export interface Presence {
  /** Why nothing is sent; undefined where nothing is known against it. */
  readonly block: () => 'signedOut' | 'otherUser' | undefined
  /**
   * Whether these may be sent as the owner: asked of the server unless it has just said so. @throws What the fetcher rejects
   * with where it gives no answer.
   */
  readonly isOwnerThere: (configs: readonly EntityConfig[]) => Promise<boolean>
  /** The server does not know who this is (any more). */
  readonly signedOut: () => void
  /** Somebody else may have signed in meanwhile. */
  readonly recheck: () => void
}

/** Asks who is signed in before a queue is sent: cookies belong to whoever signed in last. */
export function makePresence({ services, report }: DurableContext, owner: Owner): Presence {
  let block: 'signedOut' | 'otherUser' | undefined
  let identifiedAt = -Infinity

  function stop(why: 'signedOut' | 'otherUser'): void {
    block = why
    identifiedAt = -Infinity
  }

  return {
    block: () => block,
    isOwnerThere: async (configs) => {
      if (!configs.some(({ baseURL }) => isOfWordPress(baseURL))) return true
      // Who has set the clock back knows nothing of then.
      if (Math.abs(Date.now() - identifiedAt) < identityTime) return true
      const found = await askWhoIsThere(services, owner)
      if (found === 'owner') {
        identifiedAt = Date.now()
        block = undefined
        return true
      }
      if (found === 'otherUser' && block !== 'otherUser') {
        report({
          code: 'other_user',
          message: 'Somebody else is signed in: what waits in the queue is not sent until its owner is back.',
        })
      }
      stop(found)
      return false
    },
    signedOut: () => stop('signedOut'),
    recheck: () => {
      if (block === undefined) identifiedAt = -Infinity
    },
  }
}
