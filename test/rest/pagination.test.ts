import { EntityStoreError, type FetchResponse, RestError } from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fetchAllPages, type FetchAllPagesOptions } from '../../src/rest/fetchAllPages'
import { readTotals, rowsOf } from '../../src/rest/pagination'
import { rejectionOf } from './fakeFetch'

function page(rows: unknown, totalPages?: number | string, totalItems?: number | string): FetchResponse {
  const headers = new Headers()
  if (totalPages !== undefined) headers.set('x-wp-totalpages', String(totalPages))
  if (totalItems !== undefined) headers.set('x-wp-total', String(totalItems))
  return { status: 200, headers, data: rows }
}

/** All rows of a list whose pages are given as responses. */
async function fetchAll({
  fetchPage,
  ...rest
}: Omit<Partial<FetchAllPagesOptions>, 'fetchPage'> & {
  fetchPage: (page: number) => Promise<FetchResponse>
}) {
  const { rows } = await fetchAllPages({
    pageSize: 100,
    ...rest,
    fetchPage: async (number) => {
      const response = await fetchPage(number)
      return { rows: rowsOf(response.data), ...readTotals(response.headers) }
    },
  })
  return rows
}

/** A page, unless it is one that nobody should have asked for: a test ends there instead of going on for ever. */
function boundedPage(number: number, most: number, answer: FetchResponse): FetchResponse {
  if (number > most) throw new Error(`Page ${number} was asked for.`)
  return answer
}

/** Pages that are answered by hand. */
function heldPages() {
  const waiting = new Map<number, { resolve(response: FetchResponse): void; reject(error: unknown): void }>()
  const asked: number[] = []
  const fetchPage = (number: number) =>
    new Promise<FetchResponse>((resolve, reject) => {
      asked.push(number)
      waiting.set(number, { resolve, reject })
    })
  async function settle() {
    for (let seq = 0; seq < 10; seq++) await Promise.resolve()
  }
  return {
    asked,
    fetchPage,
    async answer(number: number, response: FetchResponse) {
      waiting.get(number)?.resolve(response)
      await settle()
    },
    async fail(number: number, error: unknown) {
      waiting.get(number)?.reject(error)
      await settle()
    },
  }
}

describe('readTotals', () => {
  it.each([
    ['12', '2', { totalItems: 12, totalPages: 2 }],
    ['0', '0', { totalItems: 0, totalPages: 0 }],
    [undefined, undefined, { totalItems: null, totalPages: null }],
    ['', ' 3 ', { totalItems: null, totalPages: 3 }],
    ['many', '1.5', { totalItems: null, totalPages: null }],
    ['-1', 'NaN', { totalItems: null, totalPages: null }],
  ])('reads %j items and %j pages', (items, pages, totals) => {
    expect(readTotals(page([], pages, items).headers)).toEqual(totals)
  })
})

describe('rowsOf', () => {
  it('gives an array itself', () => {
    const rows = [1, 2]
    expect(rowsOf(rows)).toBe(rows)
  })

  it('gives the values of an object keyed by slug', () => {
    expect(rowsOf({ post: { slug: 'post' }, page: { slug: 'page' } })).toEqual([
      { slug: 'post' },
      { slug: 'page' },
    ])
  })

  it.each([
    [null, 'null'],
    ['<html>', '"<html>"'],
    [7, '7'],
    [true, 'true'],
  ])('refuses %j', async (body, shown) => {
    const error = await rejectionOf((async () => rowsOf(body))())
    expect(error).toBeInstanceOf(EntityStoreError)
    expect(error).toMatchObject({ code: 'invalid_response' })
    expect(String(error)).toContain(shown)
  })
})

describe('fetchAllPages', () => {
  it('takes an answer without totals that fills no page for the only one', async () => {
    const fetchPage = vi.fn(async () => page([1, 2]))
    expect(await fetchAll({ fetchPage })).toEqual([1, 2])
    expect(fetchPage.mock.calls).toEqual([[1]])
  })

  it.each([
    ['one that is not full', [5]],
    ['an empty one', []],
  ])('goes on without totals, page by page, up to %s', async (name, last) => {
    const pages = [[1, 2], [3, 4], last]
    const fetchPage = vi.fn(async (number: number) => page(pages[number - 1] ?? []))
    expect(await fetchAll({ fetchPage, pageSize: 2 })).toEqual([1, 2, 3, 4, ...last])
    expect(fetchPage.mock.calls).toEqual([[1], [2], [3]])
  })

  it('ends without totals where the server knows no pages and gives the same again', async () => {
    const fetchPage = vi.fn(async () => page([1, 2]))
    expect(await fetchAll({ fetchPage, pageSize: 2 })).toEqual([1, 2])
    expect(fetchPage.mock.calls).toEqual([[1], [2]])
  })

  it('gives up without totals where there is no end', async () => {
    const fetchPage = vi.fn(async (number: number) => boundedPage(number, 1100, page([number, -number])))
    expect(await rejectionOf(fetchAll({ fetchPage, pageSize: 2 }))).toMatchObject({
      code: 'invalid_response',
    })
    expect(fetchPage).toHaveBeenCalledTimes(1000)
  })

  it('gives an empty list one page', async () => {
    const onPage = vi.fn()
    const result = await fetchAll({ fetchPage: async () => page([], 0, 0), onPage })
    expect(onPage).toHaveBeenCalledWith({ rows: [], totalItems: 0, positions: 100 })
    expect(result).toEqual([])
  })

  it('fetches the first page alone, then four at a time', async () => {
    const { fetchPage, asked, answer } = heldPages()
    const result = fetchAll({ fetchPage })
    expect(asked).toEqual([1])
    await answer(1, page(['a'], 7, 7))
    expect(asked).toEqual([1, 2, 3, 4, 5])
    await answer(3, page(['c'], 7, 7))
    expect(asked).toEqual([1, 2, 3, 4, 5, 6])
    for (const number of [6, 5, 4, 2, 7]) await answer(number, page([`row ${number}`], 7, 7))
    expect(await result).toEqual(['a', 'row 2', 'c', 'row 4', 'row 5', 'row 6', 'row 7'])
  })

  it('fetches one after another with concurrency 1', async () => {
    const { fetchPage, asked, answer } = heldPages()
    const result = fetchAll({ fetchPage, concurrency: 1 })
    for (const number of [1, 2, 3]) {
      expect(asked).toEqual([1, 2, 3].slice(0, number))
      await answer(number, page([number], 3, 3))
    }
    expect(await result).toEqual([1, 2, 3])
  })

  it('reports pages in their order, whatever order they come in', async () => {
    const received: unknown[] = []
    const { fetchPage, answer } = heldPages()
    const result = fetchAll({
      fetchPage,
      onPage: ({ rows, ...rest }) => received.push({ rows: [...rows], ...rest }),
    })
    await answer(1, page(['a'], 3, 250))
    expect(received).toEqual([{ rows: ['a'], totalItems: 250, positions: 100 }])
    await answer(3, page(['c'], 3, 250))
    expect(received).toHaveLength(1)
    await answer(2, page(['b'], 3, 250))
    expect(await result).toEqual(['a', 'b', 'c'])
    expect(received.slice(1)).toEqual([
      { rows: ['a', 'b'], totalItems: 250, positions: 200 },
      { rows: ['a', 'b', 'c'], totalItems: 250, positions: 300 },
    ])
  })

  it('goes on while the list grows', async () => {
    const fetchPage = async (number: number) => page([number], number < 5 ? number + 1 : 5, number)
    expect(await fetchAll({ fetchPage })).toEqual([1, 2, 3, 4, 5])
  })

  it('counts positions by the rows a page that the server gives, where it gives fewer than were asked for', async () => {
    const positions: number[] = []
    const fetchPage = async (number: number) => page([number, -number], 3, 6)
    await fetchAll({ fetchPage, onPage: (soFar) => positions.push(soFar.positions) })
    expect(positions).toEqual([2, 4, 6])
  })

  it('ends with an error where the server raises its page count for ever', async () => {
    const fetchPage = vi.fn(async (number: number) =>
      boundedPage(number, 200, page([number], number + 1, number)),
    )
    const error = await rejectionOf(fetchAll({ fetchPage, concurrency: 1 }))
    expect(error).toMatchObject({ code: 'invalid_response' })
    expect(String(error)).toContain('grew beyond 102 pages')
  })

  it.each([
    ['empty pages', () => []],
    ['the same page again and again', () => [1, 2]],
  ])('ends with an error where the server counts a billion pages and gives %s', async (name, rows) => {
    const fetchPage = async (number: number) => boundedPage(number, 2000, page(rows(), '1000000000'))
    const error = await rejectionOf(fetchAll({ fetchPage }))
    expect(error).toMatchObject({ code: 'invalid_response' })
    expect(String(error)).toContain('though the server counts 1000000000 pages')
  })

  it('reads on behind a hundred pages that the user may not see', async () => {
    const fetchPage = async (number: number) => page(number % 150 === 1 ? [number] : [], 301, 30_100)
    expect(await fetchAll({ fetchPage })).toEqual([1, 151, 301])
  })

  it('takes pages of hundreds of thousands of rows', async () => {
    const rows = Array.from({ length: 300_000 }, (none, i) => i)
    expect(await fetchAll({ fetchPage: async () => page(rows, 2, 600_000) })).toHaveLength(600_000)
  })

  it('stops early when the list shrinks', async () => {
    const fetchPage = vi.fn(async (number: number) => page([number], number === 1 ? 4 : 2))
    expect(await fetchAll({ fetchPage, concurrency: 1 })).toEqual([1, 2])
    expect(fetchPage.mock.calls).toEqual([[1], [2]])
  })

  it('keeps the page count when a later page has no totals', async () => {
    const fetchPage = async (number: number) => (number === 1 ? page([1], 3, 3) : page([number]))
    expect(await fetchAll({ fetchPage })).toEqual([1, 2, 3])
  })

  it('rejects with what a page failed with, and starts and reports no other', async () => {
    const onPage = vi.fn()
    const { fetchPage, asked, answer, fail } = heldPages()
    const rejection = rejectionOf(fetchAll({ fetchPage, concurrency: 2, onPage }))
    await answer(1, page(['a'], 9, 9))
    expect(asked).toEqual([1, 2, 3])
    const failure = new RestError({ code: 'x', message: 'X', status: 500 })
    await fail(3, failure)
    await answer(2, page(['b'], 9, 9))
    expect(await rejection).toBe(failure)
    expect(asked).toEqual([1, 2, 3])
    expect(onPage).toHaveBeenCalledTimes(1)
  })

  it('rejects when a page is no list', async () => {
    const fetchPage = async (number: number) => page(number === 2 ? null : [number], 3, 3)
    expect(await rejectionOf(fetchAll({ fetchPage }))).toMatchObject({ code: 'invalid_response' })
  })

  it('gives every row once and in order, for any length and concurrency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer(), { maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        fc.scheduler(),
        async (pages, concurrency, scheduler) => {
          let running = 0
          let most = 0
          const fetchPage = async (number: number) => {
            most = Math.max(most, ++running)
            await scheduler.schedule(Promise.resolve())
            running--
            return page(pages[number - 1], pages.length)
          }
          const result = fetchAll({ fetchPage, concurrency })
          await scheduler.waitFor(result)
          expect(await result).toEqual(pages.flat())
          expect(most).toBeLessThanOrEqual(concurrency)
        },
      ),
    )
  })
})
