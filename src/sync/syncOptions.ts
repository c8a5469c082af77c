import type { EntityConfig } from '../config/entityConfig'
import type { TextPlace, RecordCodec } from './document/recordCodec'
import type { SyncPersistence } from './persistence/persistence'
import type { Transport } from './transports/transport'

/** Somebody who is at a record. (spec.md, section 7) */
export interface SyncUser {
  readonly id?: number | string
  readonly name: string
  readonly avatarUrl?: string
}

/** How the records of a store are shared. (spec.md, section 7) */
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
  /** Milliseconds to wait for what others have before a new document is begun, where a transport does not say that there is nobody or that it can't tell. Default 15,000. */
  readonly readyTimeout?: number
}

/** Where somebody's cursor is. (spec.md, section 7) */
export interface Cursor extends TextPlace {
  /** Where the selection began, in characters. Absent for a place in a field that is no shared text. */
  readonly anchor?: number
  /** Where it ends: the caret. */
  readonly head?: number
}

/**
 * Somebody else who is at the same record; two windows of one person are two of them. (spec.md, section 7)
 */
export interface Collaborator {
  /** Tells windows apart, for as long as they are open. */
  readonly clientId: number
  readonly user: SyncUser
  readonly cursor?: Cursor
}
