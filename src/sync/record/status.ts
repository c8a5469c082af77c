import type { TransportStatus } from '../transports/transport'

/** How the sharing of a record is doing: as the worst of its transports does. */
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

/** For a document that is written in another way. */
export function foreignStatus(room: string, codec: string): SyncStatus {
  return {
    status: 'disconnected',
    code: 'protocol-mismatch',
    message: `The document of ${room} was not written by the ${codec} codec, so nothing is written to it. Use one codec on all sides, or begin it anew with reset.`,
  }
}

/** What has gone wrong with a record beside its transports. */
export class Failure {
  readonly #onChange: () => void
  #status: SyncStatus | undefined

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get status(): SyncStatus | undefined {
    return this.#status
  }

  set status(status: SyncStatus | undefined) {
    if (status === this.#status) return
    this.#status = status
    this.#onChange()
  }

  /** Does something that may fail; what fails is a status, and what was edited stays in the store. */
  readonly guard = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      this.status = failedStatus(error)
    }
  }
}
