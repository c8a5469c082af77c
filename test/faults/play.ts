import { vi } from 'vitest'
import type { EntityState } from 'copydesk'
import { selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { faultySite, type Fault } from './faultySite'
import { begin, type Ended, type Story } from './stories'

/** Waits for something, however long it takes on the faked clock, and for what it left behind. */
export async function inTime(promise: Promise<unknown>): Promise<Ended> {
  let ended: Ended | undefined
  void promise.then(
    (value) => (ended = { value }),
    (rejected: unknown) => (ended = { rejected }),
  )
  for (let i = 0; i < 100 && !ended; i++) await vi.advanceTimersByTimeAsync(3000)
  if (!ended) throw new Error('It has not ended after five minutes.')
  await vi.advanceTimersByTimeAsync(0)
  return ended
}

/** What nothing may leave behind when it has ended. */
export function leftovers(state: EntityState): string[] {
  const pending = (slice: unknown) => JSON.stringify(slice).match(/"pending":true|"resolving"/g) ?? []
  return [
    ...pending(state.saving),
    ...pending(state.deleting),
    ...pending(state.resolution),
    ...[...selectHeldLocks(state), ...selectPendingLocks(state)].map((lock) => JSON.stringify(lock)),
  ]
}

/** Does what the story tells, with the fault in its way. */
export async function play(story: Story, fault: Fault) {
  const world = faultySite()
  const { store } = world
  await inTime(begin(store))
  if (story.isExpired) world.expire()
  world.break(story.request, fault)
  const ended = await inTime(story.act(store))
  world.checkEnd()
  return { ...world, ended }
}
