import { checkNeeded } from '../../core/checkNeeded'
import type { Fetcher } from '../../core/fetchContract'
import type { Transport } from './transport'
import type { PageVisibility, PollingLoop } from './pollingLoop'

/** Options of {@link pollingTransport}. */
export interface PollingTransportOptions {
  /** Sends the requests: the store's own fetcher, with the session it signs in with. */
  fetcher: Fetcher
  /** Path of the relay below the REST root. Default `/wp-sync/v1/updates`. */
  path?: string
  /** Most that may be at a record when this one comes, itself included. Default: 20 plus a random 0 to 14. */
  clientLimit?: number
  /** Tells whether anybody looks: a hidden tab asks every 25 s. Default: the page. */
  visibility?: PageVisibility
}

/**
 * Gives a transport by `POST wp-sync/v1/updates`, which works wherever the REST interface does: one request for all
 * records, every 4 s alone and every second with others. The room is called `{type}:{id}`. A change of more than
 * 786,432 bytes is reported, not sent.
 *
 * @example
 * const transport = pollingTransport({ fetcher })
 */
export function pollingTransport(options: PollingTransportOptions): Transport {
  checkNeeded(options, 'fetcher', 'function', 'pollingTransport')
  const { fetcher, path = '/wp-sync/v1/updates' } = options
  const { clientLimit = 20 + Math.floor(Math.random() * 15) } = options
  let loop: PollingLoop | undefined

  return async (input) => {
    const { PollingLoop } = await import('./pollingLoop')
    const visibility: PageVisibility | undefined = options.visibility ?? globalThis.document
    loop ??= new PollingLoop({ fetcher, path, clientLimit, visibility })
    const { objectType, objectId, signal } = input
    // The relay asks WordPress who may edit what a room is named after, and knows no type of the name with the suffix.
    const type = objectType.replace(/--edit$/, '')
    const connection = loop.join(objectId === null ? type : `${type}:${objectId}`, input)
    if (signal.aborted) await connection.destroy()
    return connection
  }
}
