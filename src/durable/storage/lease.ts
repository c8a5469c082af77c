import { isRecord } from '../../core/plain'
import type { Connection } from './connection'

/** A row of the storage that says which page has something for itself, and until when. */
export interface LeaseRow {
  readonly row: string
  /** Names the page. */
  readonly holder: string
  /** How long it holds once it is taken or renewed, in milliseconds. */
  readonly time: number
}

interface Lease {
  readonly holder: string
  /** Until when it holds, in milliseconds. */
  readonly until: number
}

/**
 * Takes or renews a lease, or gives it back, by comparison within one transaction; until when this page has it, 0 where it
 * has not.
 */
export function changeLease(
  { transaction }: Pick<Connection, 'transaction'>,
  { row, holder, time }: LeaseRow,
  isWanted: boolean,
): Promise<number> {
  return transaction(['leases'], 'relaxed', async (rows) => {
    const now = Date.now()
    const lease = readLease(await rows.get('leases', row))
    // One of later than there can be was made before the clock was set back.
    const isTaken = lease !== undefined && lease.until > now && lease.until <= now + time
    const isOwn = lease?.holder === holder
    if (isTaken && !isOwn) return 0
    if (isWanted) rows.put('leases', row, { holder, until: now + time } satisfies Lease)
    else if (isOwn) rows.delete('leases', row)
    rows.commit()
    return isWanted ? now + time : 0
  })
}

function readLease(value: unknown): Lease | undefined {
  if (!isRecord(value)) return undefined
  const { holder, until } = value
  return typeof holder === 'string' && typeof until === 'number' ? { holder, until } : undefined
}
