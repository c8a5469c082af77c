import { WebsocketClient } from 'lib0/websocket'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  keepConnected,
  pingInterval,
  reconnectDelay,
  silenceLimit,
  type ConnectionProblem,
  type LineEvents,
} from '../../../src/sync/transports/keepConnected'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const gone: ConnectionProblem = { code: 'network', message: 'Gone.' }

/** A connection whose lines the test opens and loses. */
function start() {
  const lines: (LineEvents & { isClosed: boolean; since: number })[] = []
  const ping = vi.fn()
  const onUp = vi.fn()
  const onDown = vi.fn()
  const keeper = keepConnected({
    open(events) {
      const line = { ...events, isClosed: false, since: Date.now() }
      lines.push(line)
      return { close: () => (line.isClosed = true) }
    },
    ...{ ping, onUp, onDown },
  })
  return { lines, last: () => lines.at(-1)!, ping, onUp, onDown, keeper }
}

/** Milliseconds between the attempts of lib0's own WebSocket while nobody answers. */
async function delaysOfLibrary(count: number): Promise<number[]> {
  const times: number[] = []
  class Refused {
    onclose: (() => void) | null = null
    constructor() {
      times.push(Date.now())
      queueMicrotask(() => this.onclose?.())
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', Refused)
  const client = new WebsocketClient('ws://127.0.0.1')
  while (times.length <= count) await vi.advanceTimersToNextTimerAsync()
  client.destroy()
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

describe('The delay before the next try', () => {
  it.each([
    [0, 0],
    [1, 361.24],
    [2, 572.55],
    [5, 933.78],
    [20, 1586.66],
    [120, 2499.34],
    [121, 2500],
    [100_000, 2500],
  ])('after %i failed ones is %f ms', (tries, delay) => {
    expect(reconnectDelay(tries)).toBeCloseTo(delay, 2)
  })

  it('is that of the library whose protocol it is', async () => {
    const delays = await delaysOfLibrary(130)
    expect(delays).toEqual(delays.map((_, index) => Math.floor(reconnectDelay(index + 1))))
  })
})

describe('A kept connection', () => {
  it('tries again after a growing delay, and at once after a drop', () => {
    const { lines, last } = start()
    for (let tries = 1; tries <= 6; tries++) {
      const { since } = last()
      last().lost(gone)
      vi.advanceTimersToNextTimer()
      expect(last().since - since).toBe(Math.round(reconnectDelay(tries)))
    }
    last().opened()
    vi.advanceTimersByTime(2000)
    const count = lines.length
    last().lost(gone)
    vi.advanceTimersByTime(0)
    expect(lines).toHaveLength(count + 1)
  })

  it('does not call at once where it is hung up on at once', () => {
    const { last, onDown } = start()
    for (const delay of [361, 573, 722]) {
      last().opened()
      last().lost(gone)
      expect(onDown).toHaveBeenLastCalledWith({ ...gone, retryInMs: delay })
      vi.advanceTimersToNextTimer()
    }
  })

  it('pings every 15 s, and gives up after 30 s of silence', () => {
    expect([pingInterval, silenceLimit]).toEqual([15_000, 30_000])
    const { lines, last, ping, onDown } = start()
    last().opened()
    vi.advanceTimersByTime(15_000)
    expect(ping).toHaveBeenCalledTimes(1)
    last().received()
    vi.advanceTimersByTime(30_000)
    expect(ping).toHaveBeenCalledTimes(3)
    expect(onDown).not.toHaveBeenCalled()
    vi.advanceTimersByTime(15_000)
    expect(lines[0]?.isClosed).toBe(true)
    expect(onDown.mock.lastCall?.[0]).toMatchObject({
      code: 'network',
      message: 'Nothing was received for 45 s. Trying again.',
    })
  })

  it('gives an attempt up that hangs', () => {
    const { lines } = start()
    vi.advanceTimersByTime(45_000 + 400)
    expect(lines).toHaveLength(2)
    expect(lines[0]?.isClosed).toBe(true)
  })

  it('is renewed when a laptop wakes after an hour', () => {
    const { lines, last, onDown } = start()
    last().opened()
    vi.advanceTimersByTime(5000)
    // Asleep: the clock goes on, timers do not.
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(15_000)
    expect(onDown).toHaveBeenCalledOnce()
    expect(lines).toHaveLength(2)
    last().opened()
    vi.advanceTimersByTime(15_000)
    expect(onDown).toHaveBeenCalledOnce()
  })

  it('tries at once when the browser is online again', () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    const { lines, last, keeper } = start()
    for (let tries = 0; tries < 3; tries++) {
      last().lost(gone)
      if (tries < 2) vi.advanceTimersToNextTimer()
    }
    const count = lines.length
    page.dispatchEvent(new Event('online'))
    expect(lines).toHaveLength(count + 1)
    keeper.close()
    page.dispatchEvent(new Event('online'))
    expect(lines).toHaveLength(count + 1)
  })

  it('waits as long as a problem says, and for ever where it says so', () => {
    const { lines, last, onDown } = start()
    last().lost({ ...gone, retryInMs: 30_000 })
    vi.advanceTimersByTime(29_999)
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(1)
    last().lost({ ...gone, retryInMs: null })
    expect(onDown).toHaveBeenLastCalledWith({ ...gone, retryInMs: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is silent once it is closed', () => {
    const { last, onUp, onDown, keeper } = start()
    keeper.close()
    last().opened()
    last().lost(gone)
    expect([onUp.mock.calls, onDown.mock.calls, vi.getTimerCount(), last().isClosed]).toEqual([
      [],
      [],
      0,
      true,
    ])
  })
})
