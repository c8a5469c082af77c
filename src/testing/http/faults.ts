import { RestError } from '../../rest/restError'
import type { MockAnswer } from './message'

/** One request, as the log of a mock site keeps it. */
export interface LoggedMockRequest {
  readonly method: string
  /** Path below the REST root with its query, decoded. */
  readonly path: string
  /** Username of who asked; null for a visitor. */
  readonly user: string | null
  /** Fields of the body; an empty object where there were none. */
  readonly body: Readonly<Record<string, unknown>>
  /** Status of the answer; undefined until the site has answered, 0 where no answer came. */
  readonly status: number | undefined
}

/**
 * Which requests are meant: a text such as `PUT /wp/v2/posts/1` (any query fits), an expression for
 * `METHOD path?query`, or a function.
 */
export type RequestMatch = string | RegExp | ((request: LoggedMockRequest) => boolean)

/**
 * How a request fails. `offline`: no answer comes; `html`: a page of HTML comes in place of JSON; else by a status, with the
 * code `mock_failure` where none is given.
 */
export type MockFailure =
  | 'offline'
  | 'html'
  | { status: number; code?: string; message?: string; data?: object; headers?: Record<string, string> }

/** How often a failure happens, and when. */
export interface FailOptions {
  /** How many requests fail. Default 1. */
  times?: number
  /** Whether the site does its work first, so that only the answer is lost or wrong. Default false. */
  done?: boolean
}

/** Answers that wait. */
export interface Held {
  /** The requests whose answers wait, in the order in which they came. */
  readonly waiting: readonly LoggedMockRequest[]
  /** Lets one answer go: the first, or that at the place given. */
  release(index?: number): void
  /** Lets all answers go, and holds none of those to come. */
  end(): void
}

/** Failures, delays and held answers on demand. */
export class Faults {
  private readonly failures: { match: RequestMatch; failure: MockFailure; left: number; isDone: boolean }[] =
    []
  private readonly delays: { match: RequestMatch; until: number | Promise<unknown> }[] = []
  private readonly holds: { match: RequestMatch; queue: { request: LoggedMockRequest; go: () => void }[] }[] =
    []

  fail(match: RequestMatch, failure: MockFailure, options: number | FailOptions): () => void {
    const { times = 1, done = false } = typeof options === 'number' ? { times: options } : options
    return enter(this.failures, { match, failure, left: times, isDone: done })
  }

  delay(match: RequestMatch, until: number | Promise<unknown>): () => void {
    return enter(this.delays, { match, until })
  }

  holdResponses(match: RequestMatch): Held {
    const entry: Faults['holds'][number] = { match, queue: [] }
    const leave = enter(this.holds, entry)
    return {
      get waiting() {
        return entry.queue.map(({ request }) => request)
      },
      release(index = 0) {
        const [held] = entry.queue.splice(index, 1)
        if (!held) {
          const count = entry.queue.length
          throw new RangeError(
            `No answer waits at place ${index}: ${count} are held. Await what sends it first.`,
          )
        }
        held.go()
      },
      end() {
        leave()
        for (const { go } of entry.queue.splice(0)) go()
      },
    }
  }

  /** The failure that is due for a request, used up by this. */
  failureOf(request: LoggedMockRequest): { failure: MockFailure; isDone: boolean } | undefined {
    const found = this.failures.find(({ match, left }) => left > 0 && fits(match, request))
    if (found) found.left--
    return found
  }

  /**
   * How one write of a batch is answered that is to fail, used up by this; undefined for any other. Only a failure with a
   * status, of a request that is meant by its text: a batch has one answer, which comes or does not.
   */
  failurePart(line: string, work: () => unknown): MockAnswer | undefined {
    const request: LoggedMockRequest = {
      method: line.split(' ', 1)[0] ?? '',
      path: line.slice(line.indexOf(' ') + 1),
      user: null,
      body: {},
      status: undefined,
    }
    const found = this.failures.find(
      ({ match, left, failure }) =>
        left > 0 && typeof match === 'string' && typeof failure === 'object' && fits(match, request),
    )
    if (!found) return undefined
    found.left--
    if (found.isDone) work()
    return responseOfFailure(found.failure, request)
  }

  /** Resolves when the answer of a request may go; at once where nothing keeps it. */
  async wait(request: LoggedMockRequest): Promise<void> {
    const held = this.holds.filter(({ match }) => fits(match, request))
    const released = held.map(({ queue }) => new Promise<void>((go) => queue.push({ request, go })))
    for (const { match, until } of [...this.delays]) {
      if (!fits(match, request)) continue
      await (typeof until === 'number' ? new Promise((go) => setTimeout(go, until)) : until)
    }
    await Promise.all(released)
  }
}

/** Whether a request is meant. */
function fits(match: RequestMatch, request: LoggedMockRequest): boolean {
  const line = `${request.method} ${request.path}`
  if (typeof match === 'function') return match(request)
  return typeof match === 'string' ? line === match || line.startsWith(`${match}?`) : match.test(line)
}

/** The answer of a failure. Throws the error of an answer that never comes. */
export function responseOfFailure(failure: MockFailure, request: LoggedMockRequest): MockAnswer {
  if (failure === 'offline') {
    const message = `${request.method} ${request.path} was not answered: a failure of the mock site, as site.fail() asked for.`
    throw new RestError({ code: 'fetch_error', message })
  }
  if (failure === 'html') return { status: 200, headers: {}, data: htmlPage }
  const {
    status,
    code = 'mock_failure',
    message = 'A failure of the mock site, as site.fail() asked for.',
    data,
    headers = {},
  } = failure
  return { status, headers, data: { code, message, data: { status, ...data } } }
}

/** What a failure of the kind `html` answers. */
export const htmlPage = '<!DOCTYPE html><title>Error</title><p>There has been a critical error.</p>'

function enter<Entry>(list: Entry[], entry: Entry): () => void {
  list.push(entry)
  return () => {
    const at = list.indexOf(entry)
    if (at >= 0) list.splice(at, 1)
  }
}
