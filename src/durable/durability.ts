import type { EntityId } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { Queue } from './queue/queue'

/** Whose edits are kept: each owner has a database of their own, and sees no other. */
export interface Owner {
  /** The site's REST root or home address, by which sites that share an origin are distinguished. */
  readonly site: string
  /** Who is signed in. */
  readonly user: number | string
}

/** How keeping is doing; the same object as long as it says the same. */
export interface DurabilityStatus {
  /**
   * `opening` until the storage is open and the owner is known, `on`, `full` where there is no room, `unavailable` where
   * the browser has none or does not answer, `superseded` where a newer version of the page took over, `off` where nothing
   * is to be kept (any more). Edits go on in memory in each of them.
   */
  readonly storage: 'opening' | 'on' | 'full' | 'unavailable' | 'superseded' | 'off'
  /** Why, such as `SecurityError`, or `other_store` of the page that keeps the owner's edits; absent while it is on. */
  readonly reason?: string
  /** How many records have edits that are not stored yet: 0 only where all are. Counted when another record is edited or stored. */
  readonly unkept: number
  /** When something was stored last, in ISO 8601; absent before. */
  readonly keptAt?: string
  /**
   * How much is kept for this owner, in bytes, about: edits, undo histories, writes that wait, and files that are not
   * uploaded yet. What other tabs keep counts as it was when this one looked last.
   */
  readonly bytes: number
  /** How much of what was read is kept beside that, in bytes, about; see the option `reads`. */
  readonly readBytes: number
}

/** What went wrong or deserves to be said, once each; nothing of it throws. */
export interface DurabilityTrouble {
  readonly code:
    | 'storage_full'
    | 'storage_unavailable'
    | 'storage_superseded'
    | 'unreadable'
    | 'expired'
    | 'unchecked_save'
    | 'weak_tag'
    | 'adopted'
    | 'queue_held'
    | 'other_user'
  readonly message: string
  /** The recovered edits that it is about, if any. */
  readonly item?: string
  readonly kind?: string
  readonly name?: string
  readonly key?: EntityId
}

/** Edits of one record that a page has left behind. */
export interface RecoveredEdits {
  /** Names them for `restore`, `discard` and `check`. */
  readonly item: string
  readonly kind: string
  readonly name: string
  /** The id of the record; undefined for an entity without ids. */
  readonly key: EntityId | undefined
  /** Whether the server never had the record. */
  readonly isNew: boolean
  /** Its title for people, as it was edited; `''` where it has none. */
  readonly title: string
  /** What was edited, such as `title` and `meta.subtitle`. */
  readonly fields: readonly string[]
  /** When they were kept last, in ISO 8601, by the clock of that time. */
  readonly editedAt: string
  /** The edited values, by field; of merged fields only the entries that were edited. */
  readonly values: RecordData
  /** What the server had of these fields when their editing began, as far as that was known. */
  readonly basis: RecordData
  /** How many levels of the undo history are about the record. */
  readonly undoLevels: number
  /** How the page ended: left as usual, or not. `unreadable` where a later version or nobody can read them. */
  readonly from: 'closed' | 'crashed' | 'unreadable'
  /**
   * How they compare with the server's record, since `check`: it is as it was (`same`), other fields of it have changed
   * (`newer`), so have these fields (`conflict`), or it is not there, not to be seen, or of no known entity.
   */
  readonly standing: 'unchecked' | 'same' | 'newer' | 'conflict' | 'gone' | 'forbidden' | 'unknownEntity'
}

/** Names recovered edits: themselves, or their `item`. */
export type RecoveredItem = string | Pick<RecoveredEdits, 'item'>
/** One item or several. */
export type RecoveredItems = RecoveredItem | readonly RecoveredItem[]

/** How edits are restored. */
export interface RestoreChoices {
  /**
   * Whether a record that is gone from the server is made anew, as a draft with a local id. Where that can't be written, and
   * of media, whose file is not there, the item has failed and stays listed. What is a draft already stays the one it is.
   * Default false.
   */
  readonly asNew?: boolean
  /** What counts for a field that was edited in this page as well. Default `typed`; what loses stays listed. */
  readonly prefer?: 'typed' | 'recovered'
}

/** What became of the items that were to be restored. */
export interface RestoreReport {
  /** Restored whole. */
  readonly restored: readonly string[]
  /** Restored but for fields that were edited in this page: what is left of them stays listed. */
  readonly partly: readonly string[]
  readonly failed: readonly { readonly item: string; readonly error: unknown }[]
}

/** What durability does for a store; `durabilityOf` gives it. */
export interface Durability {
  /**
   * Resolves when what this tab has left behind is in the store, or when it is known that nothing can be kept. While
   * the owner is a function that says undefined, as before somebody signs in, it waits: show the page without it. Hooks
   * show what is restored as soon as it is there.
   */
  readonly ready: Promise<void>
  readonly status: () => DurabilityStatus
  /** Stores all that was edited so far. Resolves when that is done, or can't be. */
  readonly flush: () => Promise<void>
  /** What other pages of this owner have left behind, newest first; the same array as long as it says the same. */
  readonly recovered: () => readonly RecoveredEdits[]
  /**
   * Asks the server how items stand, one request per entity and hundred records. Default: all of them.
   * @throws EntityStoreError `invalid_id` for what names no item.
   */
  readonly check: (items?: RecoveredItems) => Promise<void>
  /**
   * Puts edits back into the store, as one action and without a request, below what was typed since. Items that are not
   * there (any more) are in the report's `failed`.
   * @throws EntityStoreError `invalid_id` for what names no item, `invalid_option` for unusable choices.
   */
  readonly restore: (items: RecoveredItems, choices?: RestoreChoices) => Promise<RestoreReport>
  /**
   * Deletes recovered edits for good, in all tabs.
   * @throws EntityStoreError `invalid_id` for what names no item.
   */
  readonly discard: (items: RecoveredItems) => Promise<void>
  /**
   * Deletes all that is kept for this owner, as for signing out, writes that wait among it; nothing more is kept, here and
   * in the other tabs. What is in the stores stays there. Whoever signs in afterwards gets a new store. An owner who is not
   * known yet is asked for once more; nothing is kept from then on where that is in vain. Rejects where the browser
   * could not delete it, and may be called again.
   */
  readonly forget: () => Promise<void>
  /** Writes that wait to be sent. */
  readonly queue: Queue
  /** Calls back when the status, the recovered edits or the queue have changed; gives the way out. */
  readonly subscribe: (listener: () => void) => () => void
  /** Stores what is edited and ends. What was kept is kept. The next store of the owner may be made right after the call. */
  readonly close: () => Promise<void>
}
