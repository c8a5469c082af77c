import { isOfWordPress } from '../config/defineServer'
import { selectEntityConfig } from '../config/selectors'
import type { EntityConfig } from '../config/entityConfig'
import type { Services } from '../core/thunk'
import type { WriteGate } from '../core/writeGate'
import { RestError } from '../rest/restError'
import type { EntityStore } from '../store/createEntityStore'
import type { DurabilityTrouble, Owner } from './durability'
import { askWhoIsThere } from './identity'

/** How long it is believed who is signed in, in milliseconds. */
const identityTime = 60_000

/** Whether the owner is the one that the server takes this page for. */
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
  /** Asks who is there before a write leaves at once, where somebody else may have signed in since the page was hidden. */
  readonly gate: WriteGate
  /** The page is shown again: somebody else may have signed in in another tab. */
  readonly shown: () => void
  readonly close: () => void
}

interface PresenceOptions {
  readonly store: EntityStore
  readonly services: Services
  readonly report: (trouble: DurabilityTrouble) => void
  /** Undefined as long as the owner is not known. */
  readonly owner: () => Owner | undefined
}

/**
 * Asks who is signed in before writes leave: cookies belong to whoever signed in last, and so does a nonce that was
 * renewed.
 */
export function makePresence({ store, services, report, owner }: PresenceOptions): Presence {
  const { fetcher } = services
  let block: 'signedOut' | 'otherUser' | undefined
  let identifiedAt = -Infinity
  /** Whether somebody else may have signed in while the page was hidden. */
  let isInDoubt = false
  let asking: Promise<'owner' | 'otherUser' | 'signedOut'> | undefined

  function stop(why: 'signedOut' | 'otherUser'): void {
    block = why
    identifiedAt = -Infinity
  }

  async function ask(who: Owner): Promise<'owner' | 'otherUser' | 'signedOut'> {
    asking ??= askWhoIsThere(services, who).finally(() => {
      asking = undefined
    })
    const found = await asking
    isInDoubt = found !== 'owner'
    if (found === 'owner') {
      identifiedAt = Date.now()
      block = undefined
      return found
    }
    if (found === 'otherUser' && block !== 'otherUser') {
      report({
        code: 'other_user',
        message:
          'Somebody else is signed in: nothing is sent as them. What waits in the queue goes on when its owner is back.',
      })
    }
    stop(found)
    return found
  }

  /** @throws RestError unless it is the owner whom the server takes this page for. */
  async function requireOwner(): Promise<void> {
    const who = owner()
    if (!who) return
    const found = await ask(who)
    if (found === 'otherUser') {
      throw new RestError({
        code: 'other_user',
        status: 403,
        message:
          'Somebody else is signed in on this site now: nothing was sent as them, the edits stay. Sign in again as the person who made them.',
      })
    }
    if (found === 'signedOut')
      throw new RestError({
        code: 'rest_not_logged_in',
        status: 401,
        message: 'Nobody is signed in any more.',
      })
  }

  const unhear = fetcher.onNonceRenewed?.(requireOwner)

  return {
    block: () => block,
    isOwnerThere: async (configs) => {
      const who = owner()
      if (!who || !configs.some(({ baseURL }) => isOfWordPress(baseURL))) return true
      // Who has set the clock back knows nothing of then.
      if (Math.abs(Date.now() - identifiedAt) < identityTime) return true
      return (await ask(who)) === 'owner'
    },
    signedOut: () => {
      if (block === undefined) stop('signedOut')
    },
    recheck: () => {
      if (block === undefined) identifiedAt = -Infinity
    },
    gate: async ({ kind, name }, send) => {
      const config = selectEntityConfig(store.getState(), kind, name)
      if (isInDoubt && config && isOfWordPress(config.baseURL)) await requireOwner()
      return send()
    },
    shown: () => {
      // A nonce is of one person, and who renews it asks.
      if (!fetcher.onNonceRenewed) isInDoubt = true
    },
    close: () => unhear?.(),
  }
}
