import { RestError } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorOfBody } from '../../src/rest/errorOfBody'
import { isAbortError, toRestError } from '../../src/rest/restError'

afterEach(() => vi.unstubAllGlobals())

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

  it('has status 0, no data and no headers unless told', () => {
    expect(new RestError({ code: 'x', message: 'X' })).toMatchObject({ status: 0, data: null, headers: null })
  })

  it('has no cause of its own unless told', () => {
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

describe('isAbortError', () => {
  it.each([
    [new DOMException('stop', 'AbortError'), true],
    [Object.assign(new Error('stop'), { name: 'AbortError' }), true],
    [{ name: 'AbortError' }, true],
    [new DOMException('slow', 'TimeoutError'), false],
    [new Error('AbortError'), false],
    ['AbortError', false],
    [null, false],
    [undefined, false],
  ])('tells for %s: %s', (error, expected) => {
    expect(isAbortError(error)).toBe(expected)
  })
})

describe('toRestError', () => {
  it('says fetch_error for what the network threw, naming the request', () => {
    const cause = new TypeError('Failed to fetch')
    const error = toRestError(cause, 'GET /wp/v2/posts')
    expect(error).toMatchObject({ code: 'fetch_error', status: 0, data: null, cause })
    expect(error.message).toContain('GET /wp/v2/posts')
  })

  it('says offline_error when the browser says it is offline', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(toRestError(new TypeError('Failed to fetch'), 'GET /').code).toBe('offline_error')
  })

  it('says fetch_error when the browser says it is online', () => {
    vi.stubGlobal('navigator', { onLine: true })
    expect(toRestError(new TypeError('Failed to fetch'), 'GET /').code).toBe('fetch_error')
  })

  it('does not take the code of a system error for one of the server', () => {
    const error = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    expect(toRestError(error, 'GET /')).toMatchObject({ code: 'fetch_error', cause: error })
  })
})

describe('errorOfBody', () => {
  it('takes code, message and data from the body', () => {
    const error = errorOfBody({ code: 'a', message: 'b', data: { c: 1 } }, 400, 'GET /')
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
  ])('reads %s of other servers, with the whole body as data', (what, body, code, message) => {
    expect(errorOfBody(body, 422, 'PUT /notes/1')).toMatchObject({ code, message, data: body, status: 422 })
  })

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
  ])('says unknown_error for the body %j and keeps it as data', (body) => {
    const error = errorOfBody(body, 418, 'GET /tea')
    expect(error).toMatchObject({ code: 'unknown_error', status: 418, data: body })
    expect(error.message).toBe('GET /tea was answered with status 418.')
  })
})
