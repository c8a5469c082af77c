import { RestError, type Fetcher, type FetchRequest } from 'copydesk'
import type { ServerMode, ServerSwitch } from './serverSwitch'

/** How long a slow server takes, in milliseconds. */
const delay = 2000

/** The same fetcher, with a server that is slow, failing or out of reach where the switch says so. */
export function withServerSwitch(fetcher: Fetcher, { read }: ServerSwitch): Fetcher {
  return async (request) => {
    const mode = read()
    if (simulationOf(request, mode) === null) return fetcher(request)
    if (mode === 'slow') {
      await pause(delay, request.signal)
      return fetcher(request)
    }
    request.signal?.throwIfAborted()
    throw mode === 'offline'
      ? new RestError({ code: 'offline_error', message: 'The server is out of reach (simulated).' })
      : new RestError({
          code: 'service_unavailable',
          message: 'The server is not available (simulated).',
          status: 503,
        })
  }
}

/** What the switch does to a request, for people; null where nothing. */
export function simulationOf({ method = 'GET' }: FetchRequest, mode: ServerMode): string | null {
  const isRead = /^(GET|HEAD|OPTIONS)$/i.test(method)
  switch (mode) {
    case 'normal':
      return null
    case 'slow':
      return `simulated: ${delay / 1000} s late`
    case 'offline':
      return 'simulated: offline'
    case 'failing reads':
      return isRead ? 'simulated: reads fail' : null
    case 'failing writes':
      return isRead ? null : 'simulated: writes fail'
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      signal?.removeEventListener('abort', end)
      clearTimeout(timer)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
