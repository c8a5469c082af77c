export { createSync, syncOf } from './createSync'
export type { StoreSync } from './storeSync'
export type { Collaborator, Cursor, ForeignChange, PendingChange, SyncOptions, SyncUser } from './syncOptions'
export { addsScript } from './merge/scriptInMarkup'
export type { SyncStatus } from './record/status'
export { useCollaborators, usePendingChanges, useSyncStatus } from './useSync'

export { plainCodec } from './document/plainCodec'
export { structuredCodec, type StructuredCodecOptions } from './document/structuredCodec'
export type { RecordCodec, TextPlace } from './document/recordCodec'

export {
  indexedDbPersistence,
  type IndexedDbOptions,
  type PersistedDocument,
  type SyncPersistence,
} from './persistence/persistence'

export type {
  Transport,
  TransportConnection,
  TransportErrorCode,
  TransportInput,
  TransportStatus,
} from './transports/transport'

export { pollingTransport, type PollingTransportOptions } from './transports/pollingTransport'
export {
  ajaxWebrtcTransport,
  socketWebrtcTransport,
  type AjaxWebrtcOptions,
  type SocketWebrtcOptions,
  type WebrtcOptions,
} from './transports/webrtcTransport'
export { webSocketTransport, type WebSocketTransportOptions } from './transports/webSocketTransport'
