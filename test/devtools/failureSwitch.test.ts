import type { Fetcher, FetchRequest } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerMode } from '../../src/devtools/recording/failureSwitch'
import { createRecorder } from '../../src/devtools/recording/recorder'

const answer = { status: 200, headers: new Headers(), data: null }
const read: FetchRequest = { path: '/wp/v2/posts' }
const write: FetchRequest = { path: '/wp/v2/posts/1', method: 'PUT', data: {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function switchedTo(mode: ServerMode) {
  const recorder = createRecorder()
  const { server, requests: log } = recorder
  const site = vi.fn<Fetcher>(() => Promise.resolve(answer))
  const fetcher: Fetcher = (request) => recorder.send(request, site)
  server.set(mode)
  return { server, site, log, fetcher }
}

describe('A switch of the server', () => {
  it.each([
    ['normal', read, null],
    ['normal', write, null],
    ['failing writes', read, null],
    ['failing reads', write, null],
    ['failing reads', { ...read, method: 'OPTIONS' }, 503],
    ['failing reads', read, 503],
    ['failing writes', write, 503],
    ['offline', read, 0],
    ['offline', write, 0],
  ] as const)('on %s gives %o the status of failure %j', async (mode, request, status) => {
    const { fetcher, site, log } = switchedTo(mode)
    if (status === null) expect(await fetcher(request)).toBe(answer)
    else await expect(fetcher(request)).rejects.toMatchObject({ name: 'RestError', status })
    expect(site).toHaveBeenCalledTimes(status === null ? 1 : 0)
    expect(log.read().requests[0]?.note !== null).toBe(status !== null)
  })

  it('on slow sends what was asked two seconds late', async () => {
    const { fetcher, site } = switchedTo('slow')
    const answered = fetcher(read)
    await vi.advanceTimersByTimeAsync(1999)
    expect(site).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await answered).toBe(answer)
    expect(site).toHaveBeenCalledWith(read)
  })

  it.each([
    ['before', true],
    ['while', false],
  ])('on slow sends nothing that was given up %s it waited', async (title, isBefore) => {
    const { fetcher, site, log } = switchedTo('slow')
    const controller = new AbortController()
    if (isBefore) controller.abort()
    const answered = fetcher({ ...read, signal: controller.signal })
    controller.abort()
    await expect(answered, title).rejects.toMatchObject({ name: 'AbortError' })
    await vi.runAllTimersAsync()
    expect(site).not.toHaveBeenCalled()
    expect(log.read().requests[0]?.status).toBe('aborted')
  })

  it('does nothing any more once it is back to normal', async () => {
    const { server, fetcher, log } = switchedTo('offline')
    await expect(fetcher(write)).rejects.toMatchObject({ code: 'offline_error' })
    server.set('normal')
    expect(await fetcher(write)).toBe(answer)
    expect(log.read().requests.map(({ status, note }) => [status, note])).toEqual([
      [200, null],
      ['failed', 'simulated: offline'],
    ])
  })
})
