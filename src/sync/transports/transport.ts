import type { Awareness } from 'y-protocols/awareness'
import type * as Yjs from 'yjs'

/** What a transport carries: the document of one record, and who is at it. */
export interface TransportInput {
  /** Type of the record, such as `postType/post`. */
  readonly objectType: string
  /** Id of the record; null for an entity without ids. */
  readonly objectId: string | null
  /** Names the site, for what nothing else distinguishes, such as channels between the windows of a browser. */
  readonly site?: string
  /** The document: its own changes are to be sent, and those of others to be applied to it. */
  readonly doc: Yjs.Doc
  /** Who is at the record, with their cursors. */
  readonly awareness: Awareness
  /** The one copy of Yjs there may be: two of them corrupt documents. */
  readonly Y: typeof Yjs
  /** Aborts when the record is closed: whatever is still being set up is given up. */
  readonly signal: AbortSignal
}

/** Why a transport is disconnected, as a stable word to test for. */
export type TransportErrorCode =
  | 'network'
  | 'unsupported'
  | 'insecure-context'
  | 'authentication-failed'
  | 'connection-expired'
  | 'connection-limit-exceeded'
  | 'document-size-limit-exceeded'
  | 'protocol-mismatch'
  | 'unknown-error'

/** How a transport is doing. */
export type TransportStatus =
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  | {
      readonly status: 'disconnected'
      readonly code: TransportErrorCode
      /** What happened, with the values, then what to do. */
      readonly message: string
      /** Milliseconds until the next try; absent where it has given up. */
      readonly retryInMs?: number
    }

/** One record's connection. */
export interface TransportConnection {
  /**
   * Resolves when the document holds what others have, or when it is known that nobody answered. Never rejects: failures
   * are statuses.
   */
  readonly ready: Promise<void>
  /** Tells the status now and each one that follows; gives the way out. */
  readonly on: (event: 'status', listener: (status: TransportStatus) => void) => () => void
  /** Tells the others that this one leaves, and releases everything. Safe to call twice. */
  readonly destroy: () => void | Promise<void>
}

/**
 * Connects the document of one record with those of others; what it rejects with becomes a status.
 *
 */
export type Transport = (input: TransportInput) => TransportConnection | Promise<TransportConnection>
