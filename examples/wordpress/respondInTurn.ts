import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, type SiteAnswer, type SiteRequest } from './answer'
import type { Site } from './bootSite'

/** One answered request, as a log line wants it. */
export interface LoggedRequest {
  id: number
  method: string
  /** Path and query. */
  url: string
  status: number
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds it waited for requests before it; PHP serves one at a time. */
  waited: number
  /** Milliseconds from arrival to answer, waiting included. */
  duration: number
  /** Bytes of the answer's body. */
  bytes: number
}

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type InTurn = <Result>(work: () => Result | Promise<Result>) => Promise<Result>

/** Does one thing after the other, each whatever became of the one before; the first begins when there is a site. */
export function takeTurns(site: Promise<unknown>): InTurn {
  let last = site
  return (work) => {
    const turn = last.catch(() => undefined).then(work)
    last = turn
    return turn
  }
}

/** PHP here is one interpreter, so requests queue for it in the order in which they arrived complete. */
export function respondInTurn(
  site: Promise<Pick<Site, 'php' | 'assets'>>,
  log: (request: LoggedRequest) => void,
  inTurn = takeTurns(site),
): Respond {
  let count = 0
  return async (request, response) => {
    const startedAt = Date.now()
    const arrived = performance.now()
    try {
      const siteRequest = await readRequest(request)
      const { waited, answered } = await inTurn(async () => {
        const waited = performance.now() - arrived
        return { waited, answered: await answerSafely(await site, siteRequest) }
      })
      log({
        id: ++count,
        method: siteRequest.method,
        url: siteRequest.url,
        status: answered.status,
        startedAt,
        waited,
        duration: performance.now() - arrived,
        bytes: answered.body.byteLength,
      })
      send(request, response, answered)
    } catch {
      // The client went away while it was still sending, or the site was closed.
      response.destroy()
    }
  }
}

async function answerSafely(site: Pick<Site, 'php' | 'assets'>, request: SiteRequest): Promise<SiteAnswer> {
  try {
    return await answer(site, request)
  } catch (error) {
    const body = JSON.stringify({ code: 'php_crashed', message: String(error), data: { status: 500 } })
    return {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(body),
    }
  }
}

async function readRequest(request: IncomingMessage): Promise<SiteRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { method: request.method ?? 'GET', url: request.url ?? '/', headers, body: Buffer.concat(chunks) }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: SiteAnswer,
): void {
  if (response.destroyed) return
  response.statusCode = status
  // Arrays stay arrays: signing in sets several cookies, one header each.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('content-length', body.byteLength)
  response.end(request.method === 'HEAD' ? undefined : body)
}
