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
  let isOwnerUncertain = false
  let asking: Promise<string | undefined> | undefined

  function stop(why: 'signedOut' | 'otherUser'): void {
    block = why
    identifiedAt = -Infinity
  }

  /** Why nothing may be sent as the owner; undefined where it may. */
  async function ask(who: Owner): Promise<RestError | undefined> {
    asking ??= askWhoIsThere(services, who).finally(() => {
      asking = undefined
    })
    const there = await asking
    isOwnerUncertain = there !== String(who.user)
    if (!isOwnerUncertain) {
      identifiedAt = Date.now()
      block = undefined
      return undefined
    }
    if (there === undefined) {
      stop('signedOut')
      return new RestError({
        code: 'rest_not_logged_in',
        status: 401,
        message: 'Nobody is signed in any more.',
      })
    }
    const message = `The site takes this page for user ${there}, and owner.user is ${who.user}: nothing was sent as somebody else, the edits stay. What waits goes on when user ${who.user} is signed in; where both are the same person, give createDurability the other id.`
    if (block !== 'otherUser') report({ code: 'other_user', message })
    stop('otherUser')
    return new RestError({ code: 'other_user', status: 403, message })
  }

  /** @throws RestError unless it is the owner whom the server takes this page for. */
  async function requireOwner(): Promise<void> {
    const who = owner()
    if (!who) return
    const refusal = await ask(who)
    if (refusal) throw refusal
  }

  const unhear = fetcher.onNonceRenewed?.(requireOwner)

  return {
    block: () => block,
    isOwnerThere: async (configs) => {
      const who = owner()
      if (!who || !configs.some(({ baseURL }) => isOfWordPress(baseURL))) return true
      // Who has set the clock back knows nothing of then.
      if (Math.abs(Date.now() - identifiedAt) < identityTime) return true
      return (await ask(who)) === undefined
    },
    signedOut: () => {
      if (block === undefined) stop('signedOut')
    },
    recheck: () => {
      if (block === undefined) identifiedAt = -Infinity
    },
    gate: async ({ kind, name }, send) => {
      const config = selectEntityConfig(store.getState(), kind, name)
      if (isOwnerUncertain && config && isOfWordPress(config.baseURL)) await requireOwner()
      return send()
    },
    shown: () => {
      // A nonce is of one person, and who renews it asks.
      if (!fetcher.onNonceRenewed) isOwnerUncertain = true
    },
    close: () => unhear?.(),
  }
}
