import { createRestFetcher, RestError } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const root = 'https://example.org/wp-json/'

/** What a request rejects with whose `fetch` does this. */
function failureOf(answer: () => Promise<Response>, request: { path: string; method?: string }) {
  const fetcher = createRestFetcher({ root, fetch: answer, retry: { retries: 0 } })
  return fetcher(request).then(
    () => {
      throw new Error('The request went well.')
    },
    (error: unknown) => error as RestError,
  )
}

const thrown = (error: unknown, path = '/wp/v2/posts') => failureOf(() => Promise.reject(error), { path })

const answered = (body: unknown, status: number, method: string, path: string) =>
  failureOf(() => Promise.resolve(Response.json(body, { status })), { path, method })

describe('RestError', () => {
  it('is an Error with a name, a code, a status and data', () => {
    const cause = new Error('below')
    const error = new RestError({ code: 'rest_x', message: 'No.', status: 404, data: { a: 1 }, cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'RestError',
      code: 'rest_x',
      message: 'No.',
      status: 404,
      data: { a: 1 },
      cause,
    })
  })

  it('has status 0, no data and no headers where none are given', () => {
    expect(new RestError({ code: 'x', message: 'X' })).toMatchObject({ status: 0, data: null, headers: null })
  })

  it('has no cause of its own where none is given', () => {
    expect('cause' in new RestError({ code: 'x', message: 'X' })).toBe(false)
  })

  it('turns into JSON with its message and without headers or cause', () => {
    const headers = new Headers({ 'X-WP-Nonce': 'secret' })
    const error = new RestError({ code: 'x', message: 'X', status: 500, cause: new Error('below'), headers })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'RestError',
      code: 'x',
      message: 'X',
      status: 500,
      data: null,
    })
  })

  it('keeps the headers of the answer out of what is enumerated', () => {
    const headers = new Headers({ 'Retry-After': '1' })
    const error = new RestError({ code: 'x', message: 'X', headers })
    expect(error.headers?.get('retry-after')).toBe('1')
    expect(Object.keys(error)).not.toContain('headers')
  })
})

describe('what fetch throws', () => {
  it.each<[string, unknown]>([
    ['a DOMException', new DOMException('stop', 'AbortError')],
    ['an error of that name', Object.assign(new Error('stop'), { name: 'AbortError' })],
    ['an object of that name', { name: 'AbortError' }],
  ])('is a failure where nobody asked for the abort: %s', async (what, error) => {
    expect(await thrown(error)).toMatchObject({ name: 'RestError', code: 'fetch_error', cause: error })
  })

  it.each<[string, unknown]>([
    ['an error that has it as its message', new Error('AbortError')],
    ['a text', 'AbortError'],
    ['null', null],
    ['undefined', undefined],
  ])('is fetch_error where it is none: %s', async (what, error) => {
    expect(await thrown(error)).toMatchObject({ name: 'RestError', code: 'fetch_error', status: 0 })
  })

  it('is fetch_error for what the network threw, naming the request', async () => {
    const cause = new TypeError('Failed to fetch')
    const error = await thrown(cause)
    expect(error).toMatchObject({ code: 'fetch_error', status: 0, data: null, cause })
    expect(error.message).toContain('GET /wp/v2/posts')
  })

  it.each([
    [false, 'offline_error'],
    [true, 'fetch_error'],
  ])('where the browser says that being online is %s, is %s', async (onLine, code) => {
    vi.stubGlobal('navigator', { onLine })
    expect((await thrown(new TypeError('Failed to fetch'))).code).toBe(code)
  })

  it('does not give the code of a system error for one of the server', async () => {
    const error = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    expect(await thrown(error)).toMatchObject({ code: 'fetch_error', cause: error })
  })
})

describe('the body of an answer that is an error', () => {
  it('gives code, message and data', async () => {
    const error = await answered({ code: 'a', message: 'b', data: { c: 1 } }, 400, 'GET', '/')
    expect(error).toMatchObject({ code: 'a', message: 'b', data: { c: 1 }, status: 400 })
  })

  it.each<[string, unknown, string, string]>([
    ['a text', { error: 'Title is too long.' }, 'unknown_error', 'Title is too long.'],
    ['an object', { error: { code: 'too_long', message: 'Too long.' } }, 'too_long', 'Too long.'],
    [
      'problem details',
      { type: 'https://example.org/too-long', title: 'Too long', detail: 'At most 10 letters.' },
      'https://example.org/too-long',
      'Too long: At most 10 letters.',
    ],
    ['problem details without a type', { type: 'about:blank', title: 'Gone' }, 'unknown_error', 'Gone'],
    [
      "JSON:API's errors",
      { errors: [{ code: 'too_long', title: 'Too long', detail: 'At most 10.' }, { title: 'Missing.' }] },
      'too_long',
      'At most 10. Missing.',
    ],
    ['a message alone', { message: 'No.', code: 404 }, 'unknown_error', 'No.'],
  ])(
    'is read where it is %s of other servers, and is the data as a whole',
    async (what, body, code, message) => {
      const error = await answered(body, 422, 'PUT', '/notes/1')
      expect(error).toMatchObject({ code, message, data: body, status: 422 })
    },
  )

  it.each([
    { error: 7 },
    { errors: [] },
    { errors: ['no'] },
    { title: 3 },
    [],
    'nope',
    null,
    7,
    { code: 12 },
    { code: '' },
  ])('is unknown_error where it says nothing, and is kept as data: %j', async (body) => {
    const error = await answered(body, 418, 'GET', '/tea')
    expect(error).toMatchObject({ code: 'unknown_error', status: 418, data: body })
    expect(error.message).toBe('GET /tea was answered with status 418.')
  })
})
