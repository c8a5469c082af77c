import type { Keep } from '../../core/thunk'
import type { EntityStore } from '../createEntityStore'
import { checkCollectAfter, collectorName, defaultCollectAfter, type Collector } from './collector'

/** Options of {@link startCollecting}. */
export interface CollectingOptions {
  /** Milliseconds for which what nobody uses is kept; looked at four times in that. Default: five minutes. */
  readonly after?: number
  /**
   * Whether to keep a record in any case, or without an id the lists of an entity: for what is shown otherwise than by a
   * hook for it, such as by `useEntitySelector`. Default: never.
   */
  readonly keep?: Keep
}

/**
 * Forgets, until the function it gives is called, what nobody uses any more as these options say, instead of as the
 * store's own `collectAfter`. What no hook shows and no thunk has read for some time goes: records, lists, permissions,
 * and lookups about something, such as a preview; who wants them later reads them again. What is edited, being saved or
 * deleted, locked, or part of the undo history stays, and so do the rows of lists that stay, records without an id such
 * as the site's settings, and lookups about nothing such as the current user.
 * @returns Ends it; the store goes on as before.
 * @throws EntityStoreError `invalid_option` when `after` is no number of milliseconds.
 * @example
 * const stop = startCollecting(store, { after: 60_000, keep: (kind, name) => name === 'category' })
 */
export function startCollecting(store: EntityStore, options: CollectingOptions = {}): () => void {
  const { after = defaultCollectAfter, keep = () => false } = options
  checkCollectAfter('after', after)
  const collector = store.dispatch((dispatch, getState, { companions }) => companions.get(collectorName))
  return (collector as Collector).start({ after, keep })
}
