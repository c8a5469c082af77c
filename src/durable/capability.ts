import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import type { Services } from '../core/thunk'
import type { EntityStore } from '../store/createEntityStore'
import type { PluginParts } from '../store/plugins'
import type { TaggedAnswer } from './conflicts/taggedAnswers'
import type { DurabilityTrouble } from './durability'
import type { DraftFiles } from './locals/draftFiles'
import type { DurabilitySettings } from './options'
import type { Presence } from './presence'
import type { ServerFeatures } from './serverFeatures'
import type { StatusKeeper } from './statusKeeper'
import type { Connection } from './storage/connection'

/** What the capabilities of a durability have in common. */
export interface DurableContext {
  readonly store: EntityStore
  readonly services: Services
  readonly settings: DurabilitySettings
  /**
   * The owner's database, once the owner is known and it is open, which may be late or never. Undefined where nothing is
   * kept on the device.
   */
  readonly connection: Promise<Connection | undefined>
  /** Says that somebody waits for the connection: an owner who was not known is asked for again. */
  readonly want: () => void
  /** Says that nothing is to be kept of whoever the owner is: one who is not known by now is asked for once more. */
  readonly keepNothing: () => Promise<void>
  /** Calls the application's `onTrouble`; what that throws is reported and stops nothing. */
  readonly report: (trouble: DurabilityTrouble) => void
  /** Wakes those who subscribed to the durability. */
  readonly changed: () => void
  /** Calls back when something of the durability has changed; gives the way out. */
  readonly subscribe: (listener: () => void) => () => void
  /** Says how many bytes parts of what is kept take. */
  readonly setBytes: StatusKeeper['setBytes']
  /**
   * Keeps what is edited now, at once. Resolves once that is on the disk, or can't be kept, or the storage has not answered
   * for a second; never rejects.
   */
  readonly keepEdits: () => Promise<void>
  /** Whether the server takes this page for the owner. */
  readonly presence: Presence
  /** As `keepEdits`, so that it survives a power cut as well: what was noted of a request that is about to leave. */
  readonly keepMark: () => Promise<void>
  /** Lets what was kept to be read go, as there is no room for what can't be read again; whether there was any. */
  readonly makeRoom: () => Promise<boolean>
  /** The files of drafts of media. */
  readonly files: DraftFiles
  /** What has to be there before the answer of another tab is put in the store. */
  readonly receivers: Set<() => Promise<unknown>>
  /** What servers say of themselves beyond REST. */
  readonly features: ServerFeatures
  /** The newest answers by which servers tell versions of their records apart, oldest first. */
  readonly tags: TaggedAnswer[]
  /** Whether a record is shared by `copydesk/sync`, which merges it by its document. */
  readonly isShared: (kind: string, name: string, id: EntityId | undefined) => boolean
  /**
   * What that document has, where all that is edited of the record is in it; undefined where it is not. Makes store and
   * document equal first, so the edits may be others then.
   */
  readonly documentState: (kind: string, name: string, id: EntityId | undefined) => string | undefined
  /** Brings what is known of the server into that document, and what comes of it into the edits. */
  readonly takeInServer: (kind: string, name: string, id: EntityId | undefined) => void
  /** Whether that document is open, and not kept on this device. */
  readonly isOpenDocument: (kind: string, name: string, id: EntityId | undefined) => boolean
  /** Whether that document is kept on this device, with what is edited. */
  readonly isKeptByDocument: (kind: string, name: string, id: EntityId | undefined) => boolean
  /** Calls back when that may have changed of some record; gives the way out. */
  readonly onDocuments: (listener: () => void) => () => void
  /**
   * Records with restored edits that were not compared with the server yet, by {@link recordName}: their first save is
   * checked whatever the policy is. Kept by the journal.
   */
  readonly uncompared: Map<string, { readonly entity: EntityKey; readonly key: RecordKey }>
  /** The saves of which nothing has left yet, as their checks go on, by the names of their mutations. */
  readonly checking: Set<string>
  /**
   * When writes left first that an earlier request or another tab may have done, in milliseconds, by `writeAddress`; undefined
   * where nobody can say. Kept by the queue: lists that were answered since may have them already.
   */
  readonly firstSentAt: Map<string, number | undefined>
}

/** A part of durability that works on its own. */
export interface Capability extends PluginParts {
  /** Ends it. What it keeps stays kept. */
  readonly close?: () => Promise<void> | void
}

/** Names a record of a store among all others. */
export function recordName(entity: string, key: string): string {
  return `${entity} ${key}`
}
