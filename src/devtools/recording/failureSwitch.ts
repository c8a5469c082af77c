import type { FetchRequest } from '../../core/fetchContract'
import { RestError } from '../../rest/restError'

/** How the server is made to behave for this page. */
export type ServerMode = 'normal' | 'slow' | 'failing writes' | 'failing reads' | 'offline'

/** How long a slow server takes, in milliseconds. */
const delay = 2000

/**
 * Makes the server slow, failing or out of reach for one request: waits where it is slow.
 * @throws RestError in the place of the answer, where the server is to fail.
 */
export async function simulate(request: FetchRequest, mode: ServerMode): Promise<void> {
  if (simulationOf(request, mode) === null) return
  if (mode === 'slow') return pause(delay, request.signal)
  request.signal?.throwIfAborted()
  throw mode === 'offline'
    ? new RestError({ code: 'offline_error', message: 'The server is out of reach (simulated).' })
    : new RestError({
        code: 'service_unavailable',
        message: 'The server is not available (simulated).',
        status: 503,
      })
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
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve()
    }
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
