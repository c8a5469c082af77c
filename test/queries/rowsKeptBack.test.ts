import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createEntityStore,
  fetchEntityRecords,
  invalidate,
  loadEntityConfigs,
  removeEntityRecords,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
} from 'copydesk'
import { expectEqual } from '../support/expectEqual'
import { fakeServer, post, reply, type Rule } from '../support/fakeServer'
import { seeds } from '../support/seeds'

/** Every patched WordPress counts the rows of a list that the user may not edit, and leaves them out. */
function siteHiding(all: readonly number[], isHidden: (id: number) => boolean) {
  const site = { all, isHidden }
  const rowsOf = (start: number, size: number) =>
    site.all.slice(start, start + size).filter((id) => !site.isHidden(id))
  const rule: Rule = ({ path }) => {
    if (!path.startsWith('/wp/v2/posts?')) return undefined
    const query = new URLSearchParams(path.split('?')[1])
    const size = Number(query.get('per_page') ?? 10)
    const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size)
    return reply(
      rowsOf(start, size).map((id) => post(id)),
      {
        headers: {
          'X-WP-Total': `${site.all.length}`,
          'X-WP-TotalPages': `${Math.ceil(site.all.length / size)}`,
        },
      },
    )
  }
  return { site, rule, rowsOf }
}

type View = {
  readonly per_page: number
  readonly page?: number
  readonly offset?: number
}

async function storeOf(rule: Rule) {
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
  const read = async (query: View, force = false) => {
    const rows = await store.dispatch(fetchEntityRecords('postType', 'post', query, { force }))
    return rows?.map(({ id }) => id) ?? null
  }
  const shown = (query: View) =>
    selectEntityRecords(store.getState(), 'postType', 'post', query)?.map(({ id }) => id) ?? null
  return { server, store, read, shown }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const isEven = (id: number) => id % 2 === 0

describe('a list from which the server keeps rows back', () => {
  it('a second page of another size is asked for, and is no part of the first one', async () => {
    const { rule } = siteHiding(upTo(20), (id) => id > 3)
    const { server, read } = await storeOf(rule)
    expect(await read({ per_page: 4 })).toEqual([1, 2, 3])
    expect(await read({ per_page: 2, page: 2 })).toEqual([3])
    expect(server.log).toHaveLength(2)
  })

  it('a first page of another size is asked for', async () => {
    const { rule } = siteHiding(upTo(20), isEven)
    const { server, read } = await storeOf(rule)
    expect(await read({ per_page: 4 })).toEqual([1, 3])
    expect(await read({ per_page: 2 })).toEqual([1])
    expect(await read({ per_page: 4 })).toEqual([1, 3])
    expect(server.log).toHaveLength(2)
  })

  it('all of it, read at once, answers all of it and no page', async () => {
    const { rule } = siteHiding(upTo(12), isEven)
    const { server, store, read } = await storeOf(rule)
    expect(await read({ per_page: -1 })).toEqual([1, 3, 5, 7, 9, 11])
    expect(await read({ per_page: 2, page: 3 })).toEqual([5])
    expect(await read({ per_page: 5, page: 2 })).toEqual([7, 9])
    expect(await read({ per_page: -1 })).toEqual([1, 3, 5, 7, 9, 11])
    expect(server.log).toHaveLength(3)
    const totals = (query: View) => [
      selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', query),
      selectEntityRecordsTotalPages(store.getState(), 'postType', 'post', query),
    ]
    expect(totals({ per_page: 2 })).toEqual([12, 6])
    expect(totals({ per_page: -1 })).toEqual([12, 1])
  })

  it('a last page that is short only because the list ends answers pages of every size', async () => {
    const { rule } = siteHiding(upTo(5), () => false)
    const { server, read } = await storeOf(rule)
    expect(await read({ per_page: 4, page: 2 })).toEqual([5])
    expect(await read({ per_page: 2, page: 3 })).toEqual([5])
    expect(server.log).toHaveLength(1)
  })

  it('a page of which nothing may be seen is empty', async () => {
    const { rule } = siteHiding(upTo(8), (id) => id > 4)
    const { server, read } = await storeOf(rule)
    expect(await read({ per_page: 4, page: 2 })).toEqual([])
    expect(await read({ per_page: 4, page: 2 })).toEqual([])
    expect(server.log).toHaveLength(1)
  })

  it('pages one after the other make up the longer list that they are', async () => {
    const { rule } = siteHiding(upTo(7), isEven)
    const { server, read } = await storeOf(rule)
    for (const page of [1, 2, 3, 4]) await read({ per_page: 2, page })
    expect(await read({ per_page: 4 })).toEqual([1, 3])
    expect(await read({ per_page: -1 })).toEqual([1, 3, 5, 7])
    expect(server.log).toHaveLength(4)
  })

  it('two sizes of page stay side by side: neither makes the other unknown', async () => {
    const { rule } = siteHiding(upTo(20), isEven)
    const { server, read, shown } = await storeOf(rule)
    await read({ per_page: 6 })
    await read({ per_page: 4, page: 2 })
    await read({ per_page: -1 })
    expect(shown({ per_page: 6 })).toEqual([1, 3, 5])
    expect(shown({ per_page: 4, page: 2 })).toEqual([5, 7])
    expect(server.log).toHaveLength(3)
  })

  it('rows that may be seen again are shown by the newer answer', async () => {
    const { rule, site } = siteHiding(upTo(6), isEven)
    const { server, read, shown } = await storeOf(rule)
    await read({ per_page: 4 })
    site.isHidden = () => false
    await read({ per_page: -1 })
    expect(shown({ per_page: 4 })).toEqual([1, 2, 3, 4])
    expect(await read({ per_page: 2, page: 2 })).toEqual([3, 4])
    expect(server.log).toHaveLength(2)
  })

  it('shows each page without a row that is gone, and asks for it again', async () => {
    const { rule, site } = siteHiding(upTo(12), isEven)
    const { server, store, read, shown } = await storeOf(rule)
    await read({ per_page: 4 })
    await read({ per_page: 4, page: 2 })
    site.all = site.all.filter((id) => id !== 1)
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect([shown({ per_page: 4 }), shown({ per_page: 4, page: 2 })]).toEqual([[3], [5, 7]])
    expect(await read({ per_page: 4, page: 2 })).toEqual([7, 9])
    expect(await read({ per_page: 4 })).toEqual([3, 5])
    expect(server.log).toHaveLength(4)
  })

  it('shows the pages around it moved up when a row of the short page is gone', async () => {
    const { rule } = siteHiding(upTo(12), (id) => id === 4)
    const { store, read, shown } = await storeOf(rule)
    for (const page of [1, 2, 3]) await read({ per_page: 2, page })
    store.dispatch(removeEntityRecords('postType', 'post', 3))
    const pages = [1, 2, 3].map((page) => shown({ per_page: 2, page }))
    expect(pages).toEqual([[1, 2], [], [6]])
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', {})).toBe(11)
  })

  it('shows the short page as it was when a row of a page before it is gone', async () => {
    const { rule } = siteHiding(upTo(12), (id) => id === 4)
    const { store, read, shown } = await storeOf(rule)
    for (const page of [1, 2]) await read({ per_page: 2, page })
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect([1, 2].map((page) => shown({ per_page: 2, page }))).toEqual([[2], [3]])
  })

  it('keeps a whole list on screen while it is read again page by page', async () => {
    const { rule } = siteHiding(upTo(250), (id) => id % 10 === 0)
    const { store, read, shown } = await storeOf(rule)
    await read({ per_page: -1 })
    const seen = new Set<number | undefined>()
    store.subscribe(() => seen.add(shown({ per_page: -1 })?.length))
    const options = { intermediateResults: true, force: true }
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }, options))
    expect([...seen]).toEqual([225])
  })

  it('shows whole pages as they arrive, and with the first short one all of them as one list', async () => {
    const { rule } = siteHiding(upTo(250), (id) => id > 100 && id % 10 === 0)
    const { store, shown } = await storeOf(rule)
    const seen: (number | undefined)[] = []
    store.subscribe(() => seen.push(shown({ per_page: -1 })?.length))
    await store.dispatch(
      fetchEntityRecords('postType', 'post', { per_page: -1 }, { intermediateResults: true }),
    )
    expect([...new Set(seen)]).toEqual([undefined, 100, 190, 235])
    expect(shown({ per_page: 10, page: 12 })).toBeNull()
  })

  it('shows the rows of a whole list as they arrive, and then no page of them', async () => {
    const { rule } = siteHiding(upTo(250), (id) => id % 10 === 0)
    const { server, store, read, shown } = await storeOf(rule)
    const seen: (number | undefined)[] = []
    store.subscribe(() => seen.push(shown({ per_page: -1 })?.length))
    await store.dispatch(
      fetchEntityRecords('postType', 'post', { per_page: -1 }, { intermediateResults: true }),
    )
    expect([...new Set(seen)]).toEqual([undefined, 90, 180, 225])
    expect(shown({ per_page: 10 })).toBeNull()
    expect(await read({ per_page: 10, page: 2 })).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19])
    expect(server.log).toHaveLength(4)
  })

  it('invalidated lists are asked for again, and stay on screen meanwhile', async () => {
    const { rule } = siteHiding(upTo(12), isEven)
    const { server, store, read, shown } = await storeOf(rule)
    await read({ per_page: 4 })
    store.dispatch(invalidate({ kind: 'postType', name: 'post' }))
    expect(shown({ per_page: 4 })).toEqual([1, 3])
    await read({ per_page: 4 })
    expect(server.log).toHaveLength(2)
  })
})

const view: fc.Arbitrary<View> = fc.oneof(
  fc.record({ per_page: fc.integer({ min: 1, max: 7 }), page: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ per_page: fc.integer({ min: 1, max: 7 }), offset: fc.nat(14) }),
  fc.constant({ per_page: -1 }),
)

describe.each(seeds(300, 100))('whatever is kept back and asked for, $seeded', ({ parameters }) => {
  it('all that is known is what the server says of it, and what was read is known', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 14 }),
        fc.array(fc.nat(14)),
        fc.array(fc.record({ view, force: fc.boolean() }), { maxLength: 12 }),
        fc.array(view, { minLength: 5, maxLength: 20 }),
        async (count, hidden, steps, others) => {
          const { rule, rowsOf } = siteHiding(upTo(count), (id) => hidden.includes(id))
          const { store, server, read, shown } = await storeOf(rule)
          const answerTo = ({ per_page: size, page = 1, offset }: View) =>
            size === -1 ? rowsOf(0, count) : rowsOf(offset ?? (page - 1) * size, size)
          const known: View[] = []
          for (const { view, force } of steps) {
            expectEqual(await read(view, force), answerTo(view))
            // Behind the end there is nothing to know.
            if (view.per_page === -1 || (view.offset ?? ((view.page ?? 1) - 1) * view.per_page) < count)
              known.push(view)
            for (const one of known) expectEqual(shown(one), answerTo(one))
            for (const one of others) {
              const rows = shown(one)
              if (rows !== null) expectEqual(rows, answerTo(one))
            }
            expectEqual(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', view), count)
          }
          const asked = server.log.length
          for (const view of known) await read(view)
          expectEqual(server.log.length, asked)
        },
      ),
      parameters,
    ))
})
