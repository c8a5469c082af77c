import type { EntityConfig } from '../config/entityConfig'
import type { EntityId } from '../core/keys'
import type { TextPlace, RecordCodec } from './document/recordCodec'
import type { SyncPersistence } from './persistence/persistence'
import type { Transport } from './transports/transport'

/** Somebody who is at a record. */
export interface SyncUser {
  readonly id?: number | string
  readonly name: string
  readonly avatarUrl?: string
}

/** How the records of a store are shared. */
export interface SyncOptions {
  /** Carry changes to others and theirs back; several at once complement one another. */
  readonly transports: readonly Transport[]
  /** How records stand in documents: `plainCodec` or `structuredCodec()`. Default `plainCodec`. */
  readonly codec?: RecordCodec
  /** Keeps documents on this device; false for none. Default `indexedDbPersistence()` where there is IndexedDB. */
  readonly persistence?: SyncPersistence | false
  /** Who this is, for the others. Default: the current user, as far as the store knows one. */
  readonly user?: SyncUser | (() => SyncUser | undefined)
  /** Which records are shared when they are read, edited or shown. Default: posts of any type whose ids are numbers, and the site's base data. */
  readonly isShared?: (config: EntityConfig, id: string) => boolean
  /**
   * Whether what colleagues have changed becomes an edit here at once. Whoever saves it does so with their own rights,
   * and may publish what the colleague may not. What is not trusted is pending (`pending`, `accept` and `decline` of
   * `syncOf(store)`, `usePendingChanges`). Default: all but what adds markup that a browser may run.
   */
  readonly trust?: (change: ForeignChange) => boolean
  /**
   * Names the site, for what browsers keep by origin: databases, and the channels between windows. Default: the REST
   * root of the store's fetcher. Give it where several sites share an origin and the fetcher is one of your own.
   */
  readonly site?: string
  /** Milliseconds to wait for what others have before a new document is begun, where a transport does not say that there is nobody or that it can't tell. Default 15,000. */
  readonly readyTimeout?: number
}

/** What colleagues have made of a field of a record. */
export interface ForeignChange {
  readonly kind: string
  readonly name: string
  /** Undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly field: string
  /** The field as it is edited here. */
  readonly before: unknown
  /** As it would be with what colleagues have changed. */
  readonly after: unknown
}

/** A field that colleagues have changed and this store has not taken over, as somebody is to be asked first. */
export interface PendingChange {
  readonly field: string
  /** The field with what they have changed. */
  readonly value: unknown
}

/** Where somebody's cursor is. */
export interface Cursor extends TextPlace {
  /** Where the selection began, in characters. Absent for a place in a field that is no shared text. */
  readonly anchor?: number
  /** Where it ends: the caret. */
  readonly head?: number
}

/**
 * Somebody else who is at the same record; two windows of one person are two of them.
 */
export interface Collaborator {
  /** Tells windows apart, for as long as they are open. */
  readonly clientId: number
  readonly user: SyncUser
  readonly cursor?: Cursor
}
