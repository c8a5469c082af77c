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
    // Whatever another release may have written there.
    const lease = Object(await rows.get('leases', row)) as { readonly [Part in keyof Lease]?: unknown }
    const until = Number(lease.until)
    // One of later than there can be was made before the clock was set back.
    const isTaken = until > now && until <= now + time
    const isOwn = lease.holder === holder
    if (isTaken && !isOwn) return 0
    if (isWanted) rows.put('leases', row, { holder, until: now + time } satisfies Lease)
    else if (isOwn) rows.delete('leases', row)
    rows.commit()
    return isWanted ? now + time : 0
  })
}
