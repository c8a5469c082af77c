import { randomHex } from '../randomHex'
import type { Connection } from './connection'
import { changeLease } from './lease'

/** How long a lease holds, and how often one that is taken is asked for again, in milliseconds. */
const leaseTime = 10_000
const askingTime = 100

/**
 * Has something for this page alone among those of its owner: by a Web Lock, or where the browser has none, as without
 * https, by a row that says who for ten seconds.
 * @returns What gives it back; undefined where waiting was given up, or nobody can say who has it.
 */
export async function lockAmongPages(
  connection: Pick<Connection, 'name' | 'storage' | 'transaction'>,
  what: 'save' | 'discard',
  name: string,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  const { locks } = connection.storage
  try {
    if (locks)
      return (await locks.acquire(`copydesk ${what} ${connection.name} ${name}`, { signal }))?.release
    const lease = { row: `${what} ${name}`, holder: randomHex(), time: leaseTime }
    while (!signal.aborted) {
      if ((await changeLease(connection, lease, true)) > 0)
        return () => void changeLease(connection, lease, false).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, askingTime))
    }
  } catch {
    // A browser may refuse both.
  }
  return undefined
}
