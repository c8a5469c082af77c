import type { Address } from '../../core/address'
import type { EntityKey, QueryKey, RecordKey, ResolutionKey, ResourceKey } from '../../core/keys'
import type { StoreAction } from '../../core/thunk'

/** What goes, by where it stands. */
export interface Unused {
  /** Records in all their contexts. */
  readonly records: Readonly<Record<EntityKey, readonly RecordKey[]>>
  readonly lists: Readonly<Record<EntityKey, readonly QueryKey[]>>
  readonly permissions: readonly ResourceKey[]
  /** Answers that are neither records nor lists. */
  readonly lookups: readonly ResolutionKey[]
  readonly resolutions: readonly ResolutionKey[]
  /** When records were written by us, which nobody asks any more. */
  readonly written: Readonly<Record<EntityKey, readonly RecordKey[]>>
  /** Sets of answers of which none is left. */
  readonly invalidated: readonly Address[]
}

/** What nobody has shown or needed for some time was forgotten. */
export interface UnusedRemoved extends StoreAction, Unused {
  readonly type: 'store/unusedRemoved'
}

/** What nobody uses any more was forgotten. */
export function unusedRemoved(unused: Unused): UnusedRemoved {
  return { type: 'store/unusedRemoved', ...unused }
}

export function isUnusedRemoved(action: StoreAction): action is UnusedRemoved {
  return action.type === 'store/unusedRemoved'
}
