import type { Fetcher } from 'copydesk'
import type { LoggedRequest, RequestLog } from './requestLog'

/** The same fetcher, with every request it sends in a log. */
export function withRequestLog(fetcher: Fetcher, log: RequestLog): Fetcher {
  let count = 0
  return async (request) => {
    const { signal } = request
    const entry: LoggedRequest = {
      id: ++count,
      method: request.method ?? 'GET',
      path: request.path ?? request.url ?? '',
      status: null,
      duration: null,
    }
    const startedAt = performance.now()
    const end = (status: LoggedRequest['status']) =>
      log.put({ ...entry, status, duration: Math.round(performance.now() - startedAt) })

    const answer = fetcher(request)
    // React's strict mode gives up its first try at once: such a request never leaves the page.
    queueMicrotask(() => {
      if (!signal?.aborted) log.put(entry)
    })
    try {
      const response = await answer
      end(response.status)
      return response
    } catch (error) {
      if (!signal?.aborted) end(statusOf(error))
      else if (log.read().some(({ id }) => id === entry.id)) end('aborted')
      throw error
    }
  }
}

function statusOf(error: unknown): number | 'failed' {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return typeof status === 'number' && status > 0 ? status : 'failed'
}
