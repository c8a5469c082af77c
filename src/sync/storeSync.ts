import type { EntityId } from '../core/keys'
import type { SyncStatus } from './record/status'
import type { Collaborator, Cursor, PendingChange } from './syncOptions'

/**
 * Where the document of a record is: `opening` until it is known where to begin, `open` from then on, `kept` where this
 * device keeps it, so that what is edited survives the page; `failed` where there is none, and nothing is merged.
 */
export type DocumentStatus = 'opening' | 'open' | 'kept' | 'failed'

/** What is shared of a store, and with whom. */
export interface StoreSync {
  /** Shares a record until the function it gives is called: for records that no hook shows. */
  readonly open: (kind: string, name: string, id?: EntityId) => () => void
  /**
   * What the document of a record has, where all that is edited here is in it, to be kept with the edits: after a reload it
   * tells what others have taken out of them from what they never had. Undefined where it is not.
   */
  readonly documentState: (kind: string, name: string, id?: EntityId) => string | undefined
  /**
   * Brings what was read from the server into the document of a record now, and what comes of it into the store: before a
   * save is compared, which then replaces nothing that was saved without the document.
   */
  readonly takeInServer: (kind: string, name: string, id?: EntityId) => void
  /** How the sharing of a record is doing; undefined while it is not shared. */
  readonly status: (kind: string, name: string, id?: EntityId) => SyncStatus | undefined
  /** Where the document of a record is; undefined while the record is not shared. */
  readonly documentStatus: (kind: string, name: string, id?: EntityId) => DocumentStatus | undefined
  /** Who else is at a record; the same array as long as it says the same. */
  readonly collaborators: (kind: string, name: string, id?: EntityId) => readonly Collaborator[]
  /**
   * Tells the others where the cursor is in a record; undefined for nowhere.
   * @throws Error with the specification's message for a record that is not shared.
   */
  readonly setCursor: (
    kind: string,
    name: string,
    id: EntityId | undefined,
    cursor: Cursor | undefined,
  ) => void
  /** What colleagues have changed in a record and is not taken over, as `trust` says no; the same array as long as it is the same. */
  readonly pending: (kind: string, name: string, id?: EntityId) => readonly PendingChange[]
  /** Takes pending changes over as edits, as far as they still are what was shown. */
  readonly accept: (
    kind: string,
    name: string,
    id: EntityId | undefined,
    changes: readonly PendingChange[],
  ) => void
  /** Puts what is edited here in the place of pending changes, for everybody. */
  readonly decline: (
    kind: string,
    name: string,
    id: EntityId | undefined,
    changes: readonly PendingChange[],
  ) => void
  /**
   * Begins the document of a record anew, for everybody who shares it, with what the server has and what is edited here:
   * for a document that somebody has made unreadable.
   */
  readonly reset: (kind: string, name: string, id?: EntityId) => void
  /** Calls back when a status, who is here, or what is pending is here has changed; gives the way out. */
  readonly subscribe: (listener: () => void) => () => void
  /** Sends what was edited and brings in what was received now, instead of in a moment. */
  readonly flush: () => void
  /** Leaves all records for good. What is edited stays in the store and on this device. */
  readonly close: () => Promise<void>
}
