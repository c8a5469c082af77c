import type { Durability } from 'copydesk/durable'
import { turn } from './until'

/** Tries again at once whatever waits for its next try, until something holds of the queue. */
export async function retryUntil({ queue }: Durability, holds: () => boolean): Promise<void> {
  while (!holds()) {
    if (queue.status().state === 'waiting') await queue.retry()
    await turn()
  }
}
