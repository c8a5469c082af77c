import { vi } from 'vitest'

/** Lets all that is due have its turn: messages, answers and timers of no time. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Lets what is due have its turn, and what that leads to, and so on. */
export async function turns(count = 10): Promise<void> {
  for (let each = 0; each < count; each++) await turn()
}

/** Resolves as soon as something holds; the test's own limit ends it where it never does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

/** Resolves with what a check gives as soon as it passes; the limit is for what hangs. */
export function passes<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 30_000, interval: 10 })
}

/** Lets the clock go on: what happens within one millisecond may have happened in any order. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  await until(() => Date.now() > now)
}

/**
 * Lets the picture of a screen stand its time: what is put off to the next one has happened then, however slow the machine
 * is, as a timer that was set before and for less time ends before.
 */
export const nextFrame = () => new Promise<void>((resolve) => setTimeout(resolve, 17))
