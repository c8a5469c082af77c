import type { TransportStatus } from '../transports/transport'

/** How the sharing of a record is doing: as the worst of its transports does. (spec.md, section 4) */
export type SyncStatus = TransportStatus

/** Nobody can be reached, as nothing was given to reach anybody with. */
const alone: SyncStatus = {
  status: 'disconnected',
  code: 'unsupported',
  message: 'No transport was given, so edits stay on this device. Pass transports to createSync.',
}

const ranks = { connected: 0, connecting: 1, disconnected: 2 }

/** The worst of several: disconnected, then connecting, then connected. */
export function worstStatus(statuses: readonly SyncStatus[]): SyncStatus {
  return (
    statuses.reduce<SyncStatus | undefined>(
      (worst, status) => (worst && ranks[worst.status] >= ranks[status.status] ? worst : status),
      undefined,
    ) ?? alone
  )
}

/** What has gone wrong, as a status. */
export function failedStatus(error: unknown): SyncStatus {
  const message = error instanceof Error ? error.message : String(error)
  return { status: 'disconnected', code: 'unknown-error', message }
}
