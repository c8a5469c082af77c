import { bareAddress } from './bareAddress'
import { type Fetcher, type FetchRequest, type FetchResponse, RestError } from 'copydesk'

/** A request as a test sees it. */
export interface SeenRequest {
  readonly method: string
  /** Path with its query, decoded. */
  readonly path: string
  readonly data: unknown
  readonly request: FetchRequest
  /** Answers it; for requests that no rule answers at once. */
  readonly answer: (data: unknown, options?: AnswerOptions) => void
  readonly fail: (error: unknown) => void
}

/** What an answer has besides its body. */
export interface AnswerOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a request at once with a body, or with `reply(...)`; undefined leaves it waiting for the test. */
export type Rule = (request: SeenRequest) => unknown

/** A body with status and headers. */
export class Reply {
  constructor(
    readonly data: unknown,
    readonly options: AnswerOptions = {},
  ) {}
}

export const reply = (data: unknown, options?: AnswerOptions): Reply => new Reply(data, options)

/** The error of a server that refuses. */
export function refusal(status: number, code: string, message = 'Refused.', body?: unknown): RestError {
  return new RestError({ code, message, status, body })
}

/** The types that a test site has. */
const postTypes = {
  post: { name: 'Posts', slug: 'post', rest_base: 'posts', rest_namespace: 'wp/v2' },
  page: { name: 'Pages', slug: 'page', rest_base: 'pages', rest_namespace: 'wp/v2' },
  wp_template: { name: 'Templates', slug: 'wp_template', rest_base: 'templates', rest_namespace: 'wp/v2' },
}

/** A post as the server gives it in edit context. */
export function post(id: number, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    status: 'publish',
    title: { raw: `Post ${id}`, rendered: `Post ${id}` },
    content: { raw: `Text ${id}`, rendered: `<p>Text ${id}</p>`, protected: false },
    excerpt: { raw: '', rendered: '', protected: false },
    slug: `post-${id}`,
    meta: { a: 1, b: 2 },
    ...fields,
  }
}

/**
 * A fetcher for tests: `rule` answers what it knows (post types are known), everything else waits in `waiting` until
 * the test answers it, in whatever order. `log` lists all requests as `METHOD path`.
 */
export function fakeServer(rule: Rule = () => undefined) {
  const log: string[] = []
  const seen: SeenRequest[] = []
  const waiting: SeenRequest[] = []
  const fetcher: Fetcher = (request) =>
    new Promise<FetchResponse>((resolve, reject) => {
      const path = bareAddress(decodeURIComponent(request.path ?? request.url ?? ''))
      const method = request.method ?? 'GET'
      const done = () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
      const entry: SeenRequest = {
        method,
        path,
        data: request.data,
        request,
        answer: (data, { status = 200, headers = {} } = {}) => {
          done()
          const lower = Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
          )
          resolve({
            status,
            headers: { get: (name) => lower[name.toLowerCase()] ?? null },
            data: structuredClone(data),
          })
        },
        fail: (error) => {
          done()
          reject(error)
        },
      }
      request.signal?.addEventListener('abort', () => entry.fail(new DOMException('Aborted', 'AbortError')))
      log.push(`${method} ${path}`)
      seen.push(entry)
      waiting.push(entry)
      const known = path === '/wp/v2/types?context=view' ? postTypes : rule(entry)
      if (known instanceof Error) entry.fail(known)
      else if (known instanceof Reply) entry.answer(known.data, known.options)
      else if (known !== undefined) entry.answer(known)
    })
  return { fetcher, log, seen, waiting }
}

/** Lets everything run that needs no further answer. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 30; i++) await Promise.resolve()
}
