import { RestError } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withRetry } from '../../src/rest/retry'
import { rejectionOf } from './fakeFetch'

const lost = new RestError({ code: 'fetch_error', message: 'Lost.' })

function answered(status: number, retryAfter?: string): RestError {
  const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
  return new RestError({ code: 'x', message: 'X', status, headers })
}

/** Runs to the end and gives the milliseconds between the attempts. */
async function waitsOf(error: unknown, options: Parameters<typeof withRetry>[1] = {}): Promise<number[]> {
  const times: number[] = []
  const rejection = rejectionOf(
    withRetry(
      async () => {
        times.push(Date.now())
        throw error
      },
      { random: () => 0, ...options },
    ),
  )
  await vi.runAllTimersAsync()
  expect(await rejection).toBe(error)
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2024-05-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('withRetry', () => {
  it('gives the first success without a wait', async () => {
    const attempt = vi.fn(async () => 'done')
    expect(await withRetry(attempt)).toBe('done')
    expect(attempt).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives a later success', async () => {
    const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValue('done')
    const result = withRetry(attempt)
    await vi.runAllTimersAsync()
    expect(await result).toBe('done')
    expect(attempt).toHaveBeenCalledTimes(2)
  })

  it('doubles the wait, three times by default', async () => {
    expect(await waitsOf(lost)).toEqual([500, 1000, 2000])
  })

  it('takes up to a half off at random', async () => {
    expect(await waitsOf(lost, { random: () => 0.5 })).toEqual([375, 750, 1500])
  })

  it('takes number, delay and limit from its options', async () => {
    expect(await waitsOf(lost, { retries: 5, baseDelay: 10, maxDelay: 50 })).toEqual([10, 20, 40, 50, 50])
  })

  it('does not repeat at all with retries 0', async () => {
    expect(await waitsOf(lost, { retries: 0 })).toEqual([])
  })

  it.each([429, 502, 503, 504])('repeats after status %i', async (status) => {
    expect(await waitsOf(answered(status), { retries: 1 })).toEqual([500])
  })

  it.each([400, 401, 403, 404, 408, 409, 500, 501, 505])(
    'does not repeat after status %i',
    async (status) => {
      expect(await waitsOf(answered(status))).toEqual([])
    },
  )

  it('does not repeat while the browser is offline', async () => {
    expect(await waitsOf(new RestError({ code: 'offline_error', message: 'Off.' }))).toEqual([])
  })

  it('does not repeat after an error of the program', async () => {
    expect(await waitsOf(new TypeError('x is not a function'))).toEqual([])
  })

  it.each([
    ['seconds', '3', 3000],
    ['no seconds', '0', 0],
    ['as much as a minute', '60', 60_000],
    ['a date', 'Wed, 01 May 2024 12:00:07 GMT', 7000],
    ['a past date', 'Wed, 01 May 2024 11:00:00 GMT', 0],
    ['nonsense', 'soon', 500],
    ['a negative number', '-5', 500],
    ['words with a number', 'in 5 minutes', 500],
    ['a number with its unit', '5 s', 500],
    ['an exponent', '1e3', 500],
    ['a fraction', '1.5', 500],
    ['two values', '1, 2', 500],
    ['a day without a time', 'May 5', 500],
    ['a date in its old form', 'Wed May  1 12:00:07 2024 GMT', 7000],
    ['nothing', '', 500],
  ])('waits as long as Retry-After asks with %s', async (what, header, wait) => {
    expect(await waitsOf(answered(503, header), { retries: 1 })).toEqual([wait])
  })

  it('waits for Retry-After beyond its own longest delay', async () => {
    expect(await waitsOf(answered(429, '20'), { retries: 1, maxDelay: 100 })).toEqual([20_000])
  })

  it.each([
    '61',
    '86400',
    '31536000',
    '1763937000000',
    '9'.repeat(400),
    'Thu, 02 May 2024 12:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ])('fails at once when Retry-After asks for more than a minute: %s', async (header) => {
    expect(await waitsOf(answered(429, header))).toEqual([])
  })

  it('rejects at once and clears its timer when aborted in a wait', async () => {
    const controller = new AbortController()
    const attempt = vi.fn(() => Promise.reject(lost))
    const rejection = rejectionOf(withRetry(attempt, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(1)
    controller.abort()
    expect(await rejection).toBe(controller.signal.reason)
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
    expect(attempt).toHaveBeenCalledTimes(1)
  })

  it('does not repeat what was aborted while it ran', async () => {
    const controller = new AbortController()
    const attempt = vi.fn(async () => {
      controller.abort()
      throw lost
    })
    expect(await rejectionOf(withRetry(attempt, { signal: controller.signal }))).toBe(lost)
    expect(attempt).toHaveBeenCalledTimes(1)
  })

  it('lets go of the signal after each wait', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await waitsOf(lost, { signal })
    expect(added).toHaveBeenCalledTimes(3)
    expect(removed).toHaveBeenCalledTimes(3)
  })
})
