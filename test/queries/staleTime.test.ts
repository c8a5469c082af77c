import { createEntityStore, fetchEntityRecord, fetchEntityRecords } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post, reply } from '../support/fakeServer'

const rowsOf = (path: string) => {
  const query = new URLSearchParams(path.split('?')[1])
  const size = Number(query.get('per_page') ?? 10)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  const rows = Array.from({ length: 40 }, (_, i) => post(i + 1)).slice(start, start + size)
  return reply(rows, { headers: { 'X-WP-Total': '40' } })
}

function newsroom() {
  const { fetcher, log } = fakeServer(({ path }) =>
    /\/posts\/\d/.test(path) ? post(Number(/posts\/(\d+)/.exec(path)?.[1])) : rowsOf(path),
  )
  const { dispatch } = createEntityStore({ fetcher, devTools: false })
  const asked = () => log.splice(0).filter((one) => one.includes('/posts'))
  return { dispatch, asked }
}

describe('staleTime of what came with another answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    [59, 60, 0],
    [60, 60, 1],
    [60, Infinity, 0],
  ])(
    'reads a record of a list %i ms old again by a staleTime of %i: %i requests',
    async (age, staleTime, count) => {
      const { dispatch, asked } = newsroom()
      await dispatch(fetchEntityRecords('postType', 'post', { per_page: 40 }))
      asked()
      vi.setSystemTime(Date.now() + age)
      await dispatch(fetchEntityRecord('postType', 'post', 3, {}, { staleTime }))
      expect(asked()).toHaveLength(count)
    },
  )

  it('reads a page again that came as a part of a longer one', async () => {
    const { dispatch, asked } = newsroom()
    await dispatch(fetchEntityRecords('postType', 'post', { per_page: 40 }))
    asked()
    vi.setSystemTime(Date.now() + 60)
    const page = { per_page: 10, page: 2 }
    await dispatch(fetchEntityRecords('postType', 'post', page, { staleTime: 100 }))
    expect(asked()).toHaveLength(0)
    await dispatch(fetchEntityRecords('postType', 'post', page, { staleTime: 60 }))
    expect(asked()).toHaveLength(1)
    await dispatch(fetchEntityRecords('postType', 'post', page, { staleTime: 60 }))
    expect(asked()).toHaveLength(0)
  })

  it('counts from the newest answer that had the record', async () => {
    const { dispatch, asked } = newsroom()
    await dispatch(fetchEntityRecords('postType', 'post', { per_page: 40 }))
    vi.setSystemTime(Date.now() + 60)
    await dispatch(fetchEntityRecords('postType', 'post', { per_page: 5 }, { force: true }))
    asked()
    await dispatch(fetchEntityRecord('postType', 'post', 3, {}, { staleTime: 60 }))
    expect(asked()).toHaveLength(0)
    await dispatch(fetchEntityRecord('postType', 'post', 30, {}, { staleTime: 60 }))
    expect(asked()).toHaveLength(1)
  })
})
