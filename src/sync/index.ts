export type {
  Transport,
  TransportConnection,
  TransportErrorCode,
  TransportInput,
  TransportStatus,
} from './transport'
