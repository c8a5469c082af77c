import type { Address } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { selectResolutionByKey, selectStaleSeq } from '../../src/resolution/selectors'
import { settle } from '../support/fakeServer'
import { askStore, key } from './askStore'

afterEach(() => vi.useRealTimers())

describe('a read', () => {
  it('asks, and gives its result when the answer is in the state', async () => {
    const { fetchIt, asked, status } = askStore()
    const read = fetchIt()
    expect(status()).toBe('resolving')
    asked[0]?.answer()
    expect(await read).toBe('result')
    expect(status()).toBe('success')
  })

  it('gives the facts of its answer and its end in one notification', async () => {
    const { fetchIt, asked, store, status } = askStore()
    const read = fetchIt()
    const seen: string[] = []
    store.subscribe(() => seen.push(`${status()} ${store.getState().entities.seq}`))
    const action = {
      type: 'entities/recordsRemoved',
      kind: 'a',
      name: 'b',
      entity: 'a/b',
      keys: ['1'],
      seq: 77,
    }
    asked[0]?.answer(action)
    await read
    expect(seen).toEqual(['success 77'])
  })

  it('does not ask again for what is known', async () => {
    const { fetchIt, asked } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    expect(await fetchIt()).toBe('result')
    expect(asked).toHaveLength(1)
  })

  it('asks again when it is forced to', async () => {
    const { fetchIt, asked, status } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    const second = fetchIt({ force: true })
    expect(status()).toBe('resolving')
    asked[1]?.answer()
    await second
    expect(asked).toHaveLength(2)
  })

  it('asks again when what it knows went stale, and not when another set did', async () => {
    const { fetchIt, asked, goStale } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    goStale(['other' as Address])
    await fetchIt()
    expect(asked).toHaveLength(1)
    goStale()
    void fetchIt()
    expect(asked).toHaveLength(2)
  })

  it('asks nothing when the answer came by another way', async () => {
    const { fetchIt, asked, running, entry } = askStore({ knownSeq: () => 1 })
    expect(await fetchIt()).toBe('result')
    expect(asked).toHaveLength(0)
    expect(running()).toBe(0)
    expect(entry()).toBeUndefined()
  })

  it('asks when the answer that came by another way is stale', async () => {
    const { fetchIt, goStale, asked, store } = askStore({ knownSeq: () => 1 })
    goStale()
    expect(selectStaleSeq(store.getState(), 'tests' as Address)).toBe(1)
    void fetchIt()
    expect(asked).toHaveLength(1)
  })

  it('does not ask again after an answer that is overtaken by all of a newer one', async () => {
    let known = 0
    const { fetchIt, asked } = askStore({ isSuperseded: () => true, knownSeq: () => known })
    const read = fetchIt()
    known = 1000
    asked[0]?.answer()
    expect(await read).toBe('result')
    await fetchIt()
    expect(asked).toHaveLength(1)
  })

  it('asks once more after an answer that is overtaken now', async () => {
    let newest = 0
    const { fetchIt, asked } = askStore({ isSuperseded: (state, seq) => seq < newest })
    const first = fetchIt()
    asked[0]?.answer()
    await first
    newest = 1000
    void fetchIt()
    expect(asked).toHaveLength(2)
  })
})

describe('the age of an answer', () => {
  it.each<[number, number, boolean]>([
    [999, 1000, false],
    [1000, 1000, true],
    [0, 0, true],
    [1_000_000, Infinity, false],
  ])('of %i ms with a staleTime of %i asks again: %s', async (age, staleTime, again) => {
    vi.useFakeTimers({ now: 5000 })
    const { fetchIt, asked } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    vi.setSystemTime(5000 + age)
    void fetchIt({ staleTime })
    expect(asked).toHaveLength(again ? 2 : 1)
  })

  it('does not matter without a staleTime', async () => {
    vi.useFakeTimers({ now: 0 })
    const { fetchIt, asked } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    vi.setSystemTime(1e12)
    await fetchIt()
    expect(asked).toHaveLength(1)
  })
})

describe('equal reads at the same time', () => {
  it('share one request', async () => {
    const { fetchIt, asked } = askStore()
    const reads = [fetchIt(), fetchIt(), fetchIt({ staleTime: 0 })]
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    expect(await Promise.all(reads)).toEqual(['result', 'result', 'result'])
  })

  it('that are forced share one that is sent after they were called', async () => {
    const { fetchIt, asked, running, status } = askStore()
    const reads = [fetchIt(), fetchIt({ force: true }), fetchIt({ force: true })]
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    expect(await reads[0]).toBe('result')
    await settle()
    expect([asked.length, status()]).toEqual([2, 'resolving'])
    reads.push(fetchIt(), fetchIt({ force: true }))
    asked[1]?.answer()
    expect(await Promise.all(reads.slice(0, 4))).toEqual(['result', 'result', 'result', 'result'])
    await settle()
    expect(asked).toHaveLength(3)
    asked[2]?.answer()
    await Promise.all(reads)
    expect([asked.length, status(), running()]).toEqual([3, 'success', 0])
  })

  it('that are forced do not fail with the request that was sent before', async () => {
    const { fetchIt, asked, status } = askStore()
    const first = fetchIt()
    const forced = fetchIt({ force: true })
    asked[0]?.fail(new Error('down'))
    await expect(first).rejects.toThrow('down')
    await settle()
    asked[1]?.answer()
    expect(await forced).toBe('result')
    expect(status()).toBe('success')
  })

  it('that are forced and given up before they begin ask nothing', async () => {
    const { fetchIt, asked, status, running } = askStore()
    const controller = new AbortController()
    const first = fetchIt()
    const forced = fetchIt({ force: true, signal: controller.signal })
    controller.abort()
    await expect(forced).rejects.toThrow()
    asked[0]?.answer()
    await first
    await settle()
    expect([asked.length, status(), running()]).toEqual([1, 'success', 0])
  })

  it('share its failure', async () => {
    const { fetchIt, asked } = askStore()
    const reads = [fetchIt(), fetchIt()]
    const error = new Error('down')
    asked[0]?.fail(error)
    expect(await Promise.allSettled(reads)).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ])
  })

  it('share it when one begins while the start of the other is told', async () => {
    const { fetchIt, asked, store, status } = askStore()
    let inner: Promise<unknown> | undefined
    let isInnerDone = false
    store.subscribe(() => {
      inner ??= fetchIt().then((result) => {
        isInnerDone = true
        return result
      })
    })
    const outer = fetchIt()
    await settle()
    expect(asked).toHaveLength(1)
    expect(isInnerDone).toBe(false)
    expect(status()).toBe('resolving')
    asked[0]?.answer()
    expect(await Promise.all([outer, inner])).toEqual(['result', 'result'])
  })

  it('ask anew when one is forced while the end of the other is told', async () => {
    const { fetchIt, asked, store, status } = askStore()
    const first = fetchIt()
    let second: Promise<unknown> | undefined
    store.subscribe(() => {
      if (status() === 'success') second ??= fetchIt({ force: true })
    })
    asked[0]?.answer()
    await first
    expect(asked).toHaveLength(2)
    asked[1]?.answer()
    expect(await second).toBe('result')
    expect(status()).toBe('success')
  })
})

describe('a read that nobody waits for any more', () => {
  const abortable = () => {
    const controller = new AbortController()
    return { controller, signal: controller.signal }
  }

  it('is aborted when the last one leaves', async () => {
    const { fetchIt, asked, running, status } = askStore()
    const [one, other] = [abortable(), abortable()]
    const reads = Promise.allSettled([fetchIt({ signal: one.signal }), fetchIt({ signal: other.signal })])
    one.controller.abort()
    await settle()
    expect(asked[0]?.signal?.aborted).toBe(false)
    other.controller.abort()
    await settle()
    expect(asked[0]?.signal?.aborted).toBe(true)
    expect(running()).toBe(0)
    expect(status()).toBe('idle')
    expect((await reads).map(({ status: end }) => end)).toEqual(['rejected', 'rejected'])
  })

  it('goes on for one who waits without a signal', async () => {
    const { fetchIt, asked } = askStore()
    const { controller, signal } = abortable()
    const rest = fetchIt()
    const left = fetchIt({ signal })
    controller.abort()
    await expect(left).rejects.toBe(signal.reason)
    expect(asked[0]).toHaveProperty('signal', undefined)
    asked[0]?.answer()
    expect(await rest).toBe('result')
  })

  it('goes on for one who joins in the tick in which the last one leaves', async () => {
    const { fetchIt, asked } = askStore()
    const [one, other] = [abortable(), abortable()]
    const left = fetchIt({ signal: one.signal })
    one.controller.abort()
    const joined = fetchIt({ signal: other.signal })
    await expect(left).rejects.toBe(one.signal.reason)
    await settle()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.signal?.aborted).toBe(false)
    asked[0]?.answer()
    expect(await joined).toBe('result')
  })

  it('changes nothing with its late answer', async () => {
    const { fetchIt, asked, store, status } = askStore()
    const { controller, signal } = abortable()
    const left = fetchIt({ signal })
    controller.abort()
    await expect(left).rejects.toBe(signal.reason)
    await settle()
    const before = store.getState()
    asked[0]?.answer({
      type: 'entities/recordsRemoved',
      kind: 'a',
      name: 'b',
      entity: 'a/b',
      keys: ['1'],
      seq: 77,
    } as never)
    await settle()
    expect(store.getState()).toBe(before)
    expect(status()).toBe('idle')
  })

  it('changes nothing with its late failure, also when it is asked anew meanwhile', async () => {
    const { fetchIt, asked, store, status } = askStore()
    const { controller, signal } = abortable()
    const left = fetchIt({ signal })
    controller.abort()
    await expect(left).rejects.toBe(signal.reason)
    await settle()
    const anew = fetchIt()
    const before = store.getState()
    asked[0]?.fail(new Error('late'))
    await settle()
    expect(store.getState()).toBe(before)
    asked[1]?.answer()
    expect(await anew).toBe('result')
    expect(status()).toBe('success')
  })

  it('rejects with the reason of the abort, even where failures have a result', async () => {
    const { fetchIt } = askStore({ onError: () => 'nothing' })
    const { controller, signal } = abortable()
    const left = fetchIt({ signal })
    controller.abort('because')
    await expect(left).rejects.toBe('because')
  })

  it('is given up at once by one whose signal is aborted while its start is told', async () => {
    const { fetchIt, asked, store, running } = askStore()
    const { controller, signal } = abortable()
    store.subscribe(() => controller.abort())
    await expect(fetchIt({ signal })).rejects.toBe(signal.reason)
    await settle()
    expect(asked[0]?.signal?.aborted).toBe(true)
    expect(running()).toBe(0)
  })

  it('is not even begun with a signal that is aborted already', async () => {
    const { fetchIt, asked, running } = askStore()
    const signal = AbortSignal.abort()
    await expect(fetchIt({ signal })).rejects.toBe(signal.reason)
    expect(asked).toHaveLength(0)
    expect(running()).toBe(0)
  })

  it('leaves no listener on a signal, however it ends', async () => {
    const { fetchIt, asked } = askStore()
    const { signal } = abortable()
    const held = new Set<unknown>()
    signal.addEventListener = (type: string, listener: unknown) => void held.add(listener)
    signal.removeEventListener = (type: string, listener: unknown) => void held.delete(listener)
    const first = fetchIt({ signal })
    expect(held.size).toBe(1)
    asked[0]?.answer()
    await first
    await settle()
    expect(held.size).toBe(0)
    const second = fetchIt({ signal, force: true })
    asked[1]?.fail(new Error('down'))
    await expect(second).rejects.toThrow('down')
    await settle()
    expect(held.size).toBe(0)
  })

  it('is not disturbed by an abort after its end', async () => {
    const { fetchIt, asked, status, store } = askStore()
    const { controller, signal } = abortable()
    const read = fetchIt({ signal })
    asked[0]?.answer()
    await read
    const before = store.getState()
    controller.abort()
    await settle()
    expect(store.getState()).toBe(before)
    expect(status()).toBe('success')
    expect(asked[0]?.signal?.aborted).toBe(false)
  })

  it('leaves the next read alone when its end is what makes its caller leave', async () => {
    const { fetchIt, asked, store, status } = askStore()
    const { controller, signal } = abortable()
    const left = fetchIt({ signal })
    let next: Promise<unknown> | undefined
    store.subscribe(() => {
      if (status() !== 'success' || next) return
      next = fetchIt({ force: true })
      controller.abort()
    })
    asked[0]?.answer()
    await expect(left).rejects.toHaveProperty('name', 'AbortError')
    await settle()
    expect(status()).toBe('resolving')
    asked[1]?.answer()
    expect(await next).toBe('result')
  })

  it('has the status it had before it began', async () => {
    const { fetchIt, asked, status } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    const { controller, signal } = abortable()
    const left = fetchIt({ signal, force: true })
    controller.abort()
    await expect(left).rejects.toBe(signal.reason)
    await settle()
    expect(status()).toBe('success')
    await fetchIt()
    expect(asked).toHaveLength(2)
  })
})

describe('an answer that is overtaken on its way', () => {
  it('is asked for again, and none of its facts count', async () => {
    const { fetchIt, asked, goStale, store } = askStore()
    const read = fetchIt()
    goStale()
    asked[0]?.answer({
      type: 'entities/recordsRemoved',
      kind: 'a',
      name: 'b',
      entity: 'a/b',
      keys: ['1'],
      seq: 77,
    } as never)
    await settle()
    expect(asked).toHaveLength(2)
    expect(store.getState().entities.seq).not.toBe(77)
    asked[1]?.answer()
    expect(await read).toBe('result')
  })

  it('is asked for again when the read itself says so', async () => {
    let newest = Infinity
    const { fetchIt, asked } = askStore({ isSuperseded: (state, seq) => seq < newest })
    const read = fetchIt()
    asked[0]?.answer()
    await settle()
    newest = 0
    asked[1]?.answer()
    await read
    expect(asked).toHaveLength(2)
  })

  it('counts when it was sent after what made it stale, though it began before', async () => {
    const { fetchIt, goStale, asked } = askStore({
      ask: async ({ send }) => {
        await Promise.resolve()
        goStale()
        send()
        asked.push({} as never)
        return undefined
      },
    })
    await fetchIt()
    expect(asked).toHaveLength(1)
  })

  it('is asked for five times more at most, and then taken', async () => {
    const { fetchIt, asked, entry } = askStore({ isSuperseded: () => true })
    const read = fetchIt()
    for (let i = 0; i < 6; i++) {
      expect(asked).toHaveLength(i + 1)
      asked[i]?.answer()
      await settle()
    }
    expect(await read).toBe('result')
    expect(asked).toHaveLength(6)
    expect(entry()?.answeredSeq).toBe(asked[5]?.seq)
  })

  it('is not asked for again once nobody waits', async () => {
    const { fetchIt, asked, goStale } = askStore()
    const controller = new AbortController()
    const read = fetchIt({ signal: controller.signal })
    goStale()
    controller.abort()
    await expect(read).rejects.toThrow()
    await settle()
    asked[0]?.answer()
    await settle()
    expect(asked).toHaveLength(1)
  })
})

describe('a read that fails', () => {
  it('rejects, and its error stands in the state by identity', async () => {
    const { fetchIt, asked, store, running } = askStore()
    const read = fetchIt()
    const error = new Error('down')
    asked[0]?.fail(error)
    await expect(read).rejects.toBe(error)
    expect(selectResolutionByKey(store.getState(), key)).toEqual({ status: 'error', error })
    expect(selectResolutionByKey(store.getState(), key).error).toBe(error)
    expect(running()).toBe(0)
  })

  it('may have a result instead', async () => {
    const onError = vi.fn(() => 'nothing')
    const { fetchIt, asked, status } = askStore({ onError })
    const read = fetchIt()
    const error = new Error('down')
    asked[0]?.fail(error)
    expect(await read).toBe('nothing')
    expect(onError).toHaveBeenCalledWith(error, expect.anything())
    expect(status()).toBe('error')
  })

  it.each(['a text', null, undefined, Object.create(null)])(
    'ends also when %o was thrown',
    async (thrown) => {
      const { fetchIt, asked, status, running } = askStore()
      const read = fetchIt()
      asked[0]?.fail(thrown)
      await expect(read).rejects.toBe(thrown)
      expect(status()).toBe('error')
      expect(running()).toBe(0)
    },
  )

  it('is tried again by the next call, even when the answer came by another way, and shows its error until then', async () => {
    const { fetchIt, asked, status, entry } = askStore()
    const first = fetchIt()
    asked[0]?.fail(new Error('down'))
    await expect(first).rejects.toThrow('down')
    const second = fetchIt({}, { knownSeq: () => 1000 })
    expect(status()).toBe('resolving')
    expect(entry()?.error).toMatchObject({ message: 'down' })
    asked[1]?.answer()
    await second
    expect(status()).toBe('success')
    expect(entry()).not.toHaveProperty('error')
  })

  it('shows its error again when the next try is aborted', async () => {
    const { fetchIt, asked, store, status } = askStore()
    const error = new Error('down')
    const first = fetchIt()
    asked[0]?.fail(error)
    await expect(first).rejects.toBe(error)
    const controller = new AbortController()
    const second = fetchIt({ signal: controller.signal })
    controller.abort()
    await expect(second).rejects.toThrow()
    await settle()
    expect(status()).toBe('error')
    expect(selectResolutionByKey(store.getState(), key).error).toBe(error)
  })

  it('keeps when it was last answered', async () => {
    const { fetchIt, asked, entry } = askStore()
    const first = fetchIt()
    asked[0]?.answer()
    await first
    const answeredSeq = entry()?.answeredSeq
    const second = fetchIt({ force: true })
    asked[1]?.fail(new Error('down'))
    await expect(second).rejects.toThrow()
    expect(entry()).toMatchObject({ status: 'error', answeredSeq })
  })

  it('ends when asking throws before it waits for anything', async () => {
    const error = new Error('at once')
    const { fetchIt, status, running } = askStore({
      ask: () => {
        throw error
      },
    })
    await expect(fetchIt()).rejects.toBe(error)
    expect(status()).toBe('error')
    expect(running()).toBe(0)
  })

  it('rejects nobody unheard: a read that nobody caught is caught by the one that did', async () => {
    const unheard = vi.fn()
    process.on('unhandledRejection', unheard)
    const { fetchIt, asked } = askStore()
    const read = fetchIt()
    asked[0]?.fail(new Error('down'))
    await expect(read).rejects.toThrow('down')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unheard)
    expect(unheard).not.toHaveBeenCalled()
  })

  it.each([undefined, new AbortController().signal])(
    'has failed when something aborts it that is no signal of a caller',
    async (signal) => {
      const { fetchIt, asked, status, running } = askStore({ onError: () => 'nothing' })
      const read = fetchIt({ signal })
      asked[0]?.fail(new DOMException('Stopped.', 'AbortError'))
      expect(await read).toBe('nothing')
      expect(status()).toBe('error')
      expect(running()).toBe(0)
    },
  )
})

describe('a listener that throws', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each(['at the start of a read', 'at its end'])('%s is no failure of the read', async (when) => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { fetchIt, asked, store, running, status } = askStore()
    const listen = () =>
      store.subscribe(() => {
        throw new Error('listener')
      })
    if (when === 'at the start of a read') listen()
    const read = fetchIt()
    if (when === 'at its end') listen()
    asked[0]?.answer()
    expect(await read).toBe('result')
    expect(running()).toBe(0)
    expect(status()).toBe('success')
    expect(reported).toHaveBeenCalledWith(new Error('listener'))
  })
})

describe('facts that the state can not take', () => {
  it('fail the read instead of leaving it under way', async () => {
    const { fetchIt, asked, status, running } = askStore()
    const read = fetchIt()
    asked[0]?.answer({ type: 'store/batched', actions: null } as never)
    await expect(read).rejects.toThrow()
    expect(status()).toBe('error')
    expect(running()).toBe(0)
  })
})

describe('two stores', () => {
  it('share no read', () => {
    const [one, other] = [askStore(), askStore()]
    void one.fetchIt()
    expect(other.status()).toBe('idle')
    void other.fetchIt()
    expect([one.asked.length, other.asked.length]).toEqual([1, 1])
  })
})
