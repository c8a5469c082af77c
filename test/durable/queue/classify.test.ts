import { EntityStoreError, RestError } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { pauseAfter, verdictOf } from '../../../src/durable/queue/classify'

const rest = (status: number, code = 'x', retryAfter?: string) =>
  new RestError({
    status,
    code,
    message: '',
    ...(retryAfter !== undefined && { headers: { get: () => retryAfter } }),
  })

describe('The failure of a queued write', () => {
  it.each<[string, unknown, string, boolean]>([
    ['no answer', rest(0, 'fetch_error'), 'again', true],
    ['offline', rest(0, 'offline_error'), 'again', true],
    ['no progress', rest(0, 'timeout_error'), 'again', true],
    ['too many requests', rest(429), 'again', false],
    ['502', rest(502), 'again', true],
    ['503', rest(503), 'again', true],
    ['504', rest(504), 'again', true],
    ['500', rest(500), 'again', true],
    ['a page in place of JSON', rest(200, 'invalid_json'), 'again', true],
    ['an answer without the record', new EntityStoreError('invalid_response', ''), 'again', true],
    ['401', rest(401), 'signedOut', false],
    ['a nonce that is not renewed', rest(403, 'rest_cookie_invalid_nonce'), 'signedOut', false],
    ['a page in place of JSON that says 501', rest(501, 'invalid_json'), 'again', true],
    ...[400, 403, 404, 409, 410, 412, 413, 422, 501].map((status): [string, unknown, string, boolean] => [
      String(status),
      rest(status),
      'held',
      false,
    ]),
    ['a conflict', new EntityStoreError('save_conflict', ''), 'held', false],
    ['a local reference', new EntityStoreError('local_reference', ''), 'held', false],
  ])('%s', (_, error, kind, mayBeDone) => {
    expect(verdictOf(error, 0)).toMatchObject({ kind, mayBeDone })
  })

  it('says how long the server wants to be left alone', () => {
    expect(verdictOf(rest(503, 'x', '600'), 0).retryAfter).toBe(600_000)
    const date = new Date(90_000).toUTCString()
    expect(verdictOf(rest(429, 'x', date), 60_000).retryAfter).toBe(30_000)
    expect(verdictOf(rest(503, 'x', 'soon'), 0).retryAfter).toBeUndefined()
  })

  it('is waited after for 1, 2, 4 … 60 seconds, less up to a quarter', () => {
    expect([1, 2, 3, 6, 7, 40].map((failures) => pauseAfter(failures, () => 0))).toEqual([
      1000, 2000, 4000, 32_000, 60_000, 60_000,
    ])
    expect(pauseAfter(1, () => 1)).toBe(750)
  })
})
