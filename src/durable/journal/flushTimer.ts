import { whenIdle } from '../whenIdle'

/** How long after the last change is written, in milliseconds. */
const quietTime = 400
/** How long after the first change that was not written yet is written at the latest. */
const longestTime = 1000
/** What part of the time computing what is kept may take at most. */
const share = 20

/** Decides when to write: soon after a change, sooner or later while more follow. */
export function makeFlushTimer(flush: () => void, flushLate: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lateTimer: ReturnType<typeof setTimeout> | undefined
  let first = 0
  let last = 0
  let lateAfter = 0

  function tick(): void {
    timer = undefined
    const now = Date.now()
    const wait = Math.min(last + quietTime - now, first + longestTime - now)
    // A clock that was set makes nothing wait longer.
    if (wait > 0 && wait <= quietTime) timer = setTimeout(tick, wait)
    else flush()
  }

  return {
    /** Something has changed. */
    touch: () => {
      last = Date.now()
      if (timer !== undefined) return
      first = last
      timer = setTimeout(tick, quietTime)
    },
    /** What takes long is to be computed when the page is idle, and never for more than its share of the time. */
    touchLate: () => {
      lateTimer ??= setTimeout(
        () =>
          whenIdle(() => {
            lateTimer = undefined
            const begun = Date.now()
            flushLate()
            lateAfter = Math.min(Math.max(0, (Date.now() - begun) * share), 10_000)
          }, 0),
        lateAfter,
      )
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(lateTimer)
      timer = lateTimer = undefined
    },
  }
}
