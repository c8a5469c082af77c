import { failedStatus, worstStatus, type SyncStatus } from './status'
import type { Transport, TransportConnection, TransportInput } from '../transports/transport'

/** What carries one document: a connection for each transport. */
export interface Connections {
  /** Resolves when each transport has been asked; what fails is a status. */
  readonly open: () => Promise<void>
  /** Resolves when it is known what others have, or when that has taken too long. */
  readonly ready: () => Promise<void>
  readonly status: () => SyncStatus
  readonly close: () => Promise<void>
}

/** Milliseconds to wait for others: WebRTC over a site that ends each answer may take up to twelve seconds, as its transport knows. */
const longestWait = 15_000

export function createConnections(
  transports: readonly Transport[],
  input: TransportInput,
  {
    readyTimeout = longestWait,
    isAnswered,
    onChange,
  }: {
    readonly readyTimeout: number | undefined
    /** Resolves when somebody has answered before a transport knows that all have. */
    readonly isAnswered: Promise<void>
    readonly onChange: () => void
  },
): Connections {
  const connections: TransportConnection[] = []
  const statuses: SyncStatus[] = transports.map(() => ({ status: 'connecting' }))

  async function connect(transport: Transport, at: number): Promise<void> {
    const tell = (status: SyncStatus) => {
      statuses[at] = status
      onChange()
    }
    try {
      const connection = await transport(input)
      connections.push(connection)
      if (input.signal.aborted) await connection.destroy()
      else connection.on('status', tell)
    } catch (error) {
      tell(failedStatus(error))
    }
  }

  return {
    open: async () => {
      await Promise.all(transports.map(connect))
    },
    ready: async () => {
      let limit: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, readyTimeout)
      })
      const all = Promise.all(connections.map((connection) => connection.ready)).then(() => undefined)
      const left = new Promise<void>((resolve) => input.signal.addEventListener('abort', () => resolve()))
      await Promise.race([isAnswered, all, late, left])
      clearTimeout(limit)
    },
    status: () => worstStatus(statuses),
    close: async () => {
      await Promise.all(connections.map(async (connection) => connection.destroy()))
    },
  }
}
