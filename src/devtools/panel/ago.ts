/** A time for people, beside now: `just now`, `12 s ago`, `3 min ago`, or the time of the day. */
export function ago(at: number, now: number = Date.now()): string {
  const seconds = Math.round((now - at) / 1000)
  if (seconds < 2) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`
  return `at ${time.format(at)}`
}

const time = /* @__PURE__ */ new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' })
