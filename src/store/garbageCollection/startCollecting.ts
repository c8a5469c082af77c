import { EntityStoreError, show } from '../../core/errors'
import { collectGarbage, type UnusedSince } from './collectGarbage'
import type { EntityStore } from '../createEntityStore'

/** Options of {@link startCollecting}. (spec.md, section 1) */
export interface CollectingOptions {
  /** Milliseconds for which what nobody shows is kept; looked at four times in that. Default: five minutes. */
  readonly after?: number
  /**
   * Whether to keep a record in any case, or without an id the lists of an entity: for what is shown otherwise than by a
   * hook for it, such as by `useEntitySelector`. Default: never.
   */
  readonly keep?: (kind: string, name: string, id: string | undefined) => boolean
}

/**
 * Forgets, from now on, the records, lists and permissions that no hook has shown for some time; who shows them later
 * reads them again. What is edited, being saved or deleted, locked, or part of the undo history stays; so do the rows of
 * lists that stay, and the answers of lookups. (spec.md, section 1)
 * @returns Ends it.
 * @throws EntityStoreError `invalid_option` when `after` is no number of milliseconds.
 * @example
 * const stop = startCollecting(store, { after: 60_000 })
 */
export function startCollecting(store: EntityStore, options: CollectingOptions = {}): () => void {
  const { after = 300_000, keep = () => false } = options
  if (!(after > 0 && Number.isFinite(after))) {
    throw new EntityStoreError(
      'invalid_option',
      `after is ${show(after)}. Pass a number of milliseconds above 0.`,
    )
  }
  let unusedSince: UnusedSince = new Map()
  const timer = setInterval(() => {
    unusedSince = collectGarbage(store, { now: Date.now(), unusedSince, after, keep })
  }, after / 4)
  return () => clearInterval(timer)
}
