import type { Fetcher, FetchRequest } from 'copydesk'
import type { LoggedRequest, Reason, RequestLog } from './requestLog'

interface Explanations {
  /** The note beside a request; null for none. */
  note?: (request: FetchRequest) => string | null
  /** Why a request is sent; null where nobody knows. */
  reason?: (request: FetchRequest) => Reason | null
}

/** The same fetcher, with every request it sends in a log. */
export function withRequestLog(
  fetcher: Fetcher,
  log: RequestLog,
  { note, reason }: Explanations = {},
): Fetcher {
  let count = 0
  return async (request) => {
    const sentAt = performance.now()
    const entry: LoggedRequest = {
      id: ++count,
      method: request.method ?? 'GET',
      path: request.path ?? request.url ?? '',
      status: null,
      duration: null,
      sentAt,
      note: note?.(request) ?? null,
      reason: reason?.(request) ?? null,
    }
    const end = (status: LoggedRequest['status']) =>
      log.put({ ...entry, status, duration: Math.round(performance.now() - sentAt) })

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
