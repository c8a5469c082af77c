export { createSync, syncOf } from './createSync'
export type { StoreSync } from './startSync'
export type { Collaborator, Cursor, SyncOptions, SyncUser } from './syncOptions'
export type { SyncStatus } from './status'
export { useCollaborators, useSyncStatus } from './useSync'

export { plainCodec } from './plainCodec'
export { structuredCodec, type StructuredCodecOptions } from './structuredCodec'
export type { RecordCodec, TextPlace } from './recordCodec'

export {
  indexedDbPersistence,
  type IndexedDbOptions,
  type PersistedDocument,
  type SyncPersistence,
} from './persistence'

export type {
  Transport,
  TransportConnection,
  TransportErrorCode,
  TransportInput,
  TransportStatus,
} from './transport'

export { pollingTransport, type PollingTransportOptions } from './transports/pollingTransport'
export {
  ajaxWebrtcTransport,
  socketWebrtcTransport,
  type AjaxWebrtcOptions,
  type SocketWebrtcOptions,
  type WebrtcOptions,
} from './transports/webrtcTransport'
export { webSocketTransport, type WebSocketTransportOptions } from './transports/webSocketTransport'
