import { pauseAfter } from './classify'

/** How long after a try the browser's word that there is a network waits at least and at most, in milliseconds. */
const leastPause = 1000
const longestPause = 10_000

/** How long nothing is tried after a failure. Times are in milliseconds. */
export interface Pauses {
  /** Until when nothing is tried. */
  readonly until: () => number
  /** Whether the server has asked for it: the network can't shorten that. */
  readonly isAskedFor: () => boolean
  /** Something is tried now. */
  readonly begin: (now: number) => void
  /** It has failed; the server may have said how long it wants to be left alone. */
  readonly failed: (retryAfter: number | undefined) => void
  readonly succeeded: () => void
  /** Ends the pause at a time, if it would last longer. */
  readonly shorten: (until: number) => void
  /** When the next try may be because there is a network: later the more tries have failed, up to ten seconds. */
  readonly soonest: () => number
}

/** Keeps the tries of a queue apart. */
export function makePauses(): Pauses {
  let failures = 0
  let triedAt = -Infinity
  let pause = { since: -Infinity, until: 0, isAskedFor: false }

  /** As long as it was meant to be, also where the clock has been set back since. */
  function until(): number {
    const now = Date.now()
    if (now < pause.since) pause = { ...pause, since: now, until: now + pause.until - pause.since }
    return pause.until
  }

  return {
    until,
    isAskedFor: () => pause.isAskedFor,
    begin: (now) => {
      triedAt = now
    },
    failed: (retryAfter) => {
      failures++
      const since = Date.now()
      pause = {
        since,
        until: since + (retryAfter ?? pauseAfter(failures)),
        isAskedFor: retryAfter !== undefined,
      }
    },
    succeeded: () => {
      failures = 0
    },
    shorten: (end) => {
      if (until() > end) pause = { ...pause, until: end, isAskedFor: false }
    },
    soonest: () => {
      const rest = Math.max(leastPause, Math.min(pauseAfter(failures), longestPause))
      const now = Date.now()
      return triedAt > now ? now : Math.max(now, triedAt + rest)
    },
  }
}
