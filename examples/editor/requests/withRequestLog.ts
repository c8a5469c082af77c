import type { Fetcher, FetchRequest } from 'copydesk'
import type { LoggedRequest, RequestLog } from './requestLog'

/** The same fetcher, with every request it sends in a log; `explain` gives the note beside it. */
export function withRequestLog(
  fetcher: Fetcher,
  log: RequestLog,
  explain: (request: FetchRequest) => string | null = () => null,
): Fetcher {
  let count = 0
  return async (request) => {
    const entry: LoggedRequest = {
      id: ++count,
      method: request.method ?? 'GET',
      path: request.path ?? request.url ?? '',
      status: null,
      duration: null,
      note: explain(request),
    }
    const startedAt = performance.now()
    const end = (status: LoggedRequest['status']) =>
      log.put({ ...entry, status, duration: Math.round(performance.now() - startedAt) })

    log.put(entry)
    try {
      const response = await fetcher(request)
      end(response.status)
      return response
    } catch (error) {
      end(request.signal?.aborted ? 'aborted' : statusOf(error))
      throw error
    }
  }
}

function statusOf(error: unknown): number | 'failed' {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return typeof status === 'number' && status > 0 ? status : 'failed'
}
