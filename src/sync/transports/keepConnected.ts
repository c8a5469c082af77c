import type { TransportErrorCode } from './transport'

/** Milliseconds between pings. */
export const pingInterval = 15_000
/** Milliseconds without a message after which a connection counts as dead. */
export const silenceLimit = 30_000
/** Milliseconds until the next try where the site has said no: a sign-in elsewhere may change its mind. */
export const refusalDelay = 30_000

/** A connection that lasted no longer than this was none: a server that hangs up at once is not called at once. */
const shortestConnection = 1000

/** Why a connection ended or did not come about. */
export interface ConnectionProblem {
  code: TransportErrorCode
  message: string
  /** Milliseconds until the next try in place of the growing delay; null for no next try. */
  retryInMs?: number | null
}

/** What an open line reports. */
export interface LineEvents {
  /** It stands. */
  opened(): void
  /** Something came in. */
  received(): void
  /** It is gone; the line is closed and called no more. */
  lost(problem: ConnectionProblem): void
}

export interface KeepConnectedOptions {
  /** Opens a line; gives the way to close it. */
  open(events: LineEvents): { close(): void }
  /** Sends something that is answered. */
  ping(): void
  onUp(): void
  onDown(problem: ConnectionProblem & { retryInMs: number | null }): void
}

/**
 * Milliseconds until the next try after so many failed ones: none after a drop, and never more than
 * two and a half seconds.
 */
export function reconnectDelay(tries: number): number {
  return Math.min(1200 * Math.log10(tries + 1), 2500)
}

/**
 * Keeps a line open: pings every 15 s, gives a line up after 30 s of silence, and opens another one after a growing
 * delay, at once when the browser says that it is online again.
 */
export function keepConnected(options: KeepConnectedOptions): {
  /** Gives the line up as dead. */
  drop(problem: ConnectionProblem): void
  close(): void
} {
  let line: { close(): void } | null = null
  /** The attempt under way or come true; reports of earlier ones are ignored. */
  let current: object | null = null
  let upSince: number | null = null
  let lastHeard = 0
  let tries = 0
  let hasEnded = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let checkTimer: ReturnType<typeof setInterval> | undefined

  function connect(): void {
    clearTimeout(retryTimer)
    const attempt = {}
    current = attempt
    lastHeard = Date.now()
    // An attempt that hangs is as dead as a line that is silent.
    checkTimer = setInterval(check, pingInterval)
    const opened = options.open({
      opened() {
        if (current !== attempt || upSince !== null) return
        lastHeard = upSince = Date.now()
        options.onUp()
      },
      received() {
        if (current === attempt) lastHeard = Date.now()
      },
      lost(problem) {
        if (current === attempt) drop(problem)
      },
    })
    if (current === attempt) line = opened
    else opened.close()
  }

  function check(): void {
    const silence = Date.now() - lastHeard
    if (silence > silenceLimit) {
      const seconds = Math.round(silence / 1000)
      drop({ code: 'network', message: `Nothing was received for ${seconds} s. Trying again.` })
    } else if (upSince !== null) {
      options.ping()
    }
  }

  function drop(problem: ConnectionProblem): void {
    if (!current) return
    const isGood = upSince !== null && Date.now() - upSince > shortestConnection
    tries = isGood ? 0 : tries + 1
    hangUp()
    const retryInMs = problem.retryInMs === undefined ? Math.round(reconnectDelay(tries)) : problem.retryInMs
    if (retryInMs === null) end()
    else retryTimer = setTimeout(connect, retryInMs)
    options.onDown({ ...problem, retryInMs })
  }

  function hangUp(): void {
    clearInterval(checkTimer)
    const closing = line
    current = line = upSince = null
    closing?.close()
  }

  function retryNow(): void {
    if (current || hasEnded) return
    tries = 0
    connect()
  }

  function end(): void {
    hasEnded = true
    clearTimeout(retryTimer)
    hangUp()
    page.removeEventListener?.('online', retryNow)
  }

  page.addEventListener?.('online', retryNow)
  connect()
  return { drop, close: end }
}

/** Only a page knows when it is online again. */
const page = globalThis as Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>>
