import {
  createEntityStore,
  fetchEntityRecords,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
} from 'copydesk'
import { createMockSite, type MockWordPress } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { seeds } from '../support/seeds'

interface View {
  readonly per_page: number
  readonly page?: number
  readonly offset?: number
}

/** Twelve posts, 1 the newest, of which two are sticky; and a store that asks for them with those first. */
function storeOf(sticky: readonly number[] = [4, 9], wordpress: MockWordPress = '7.1') {
  const site = createMockSite({
    wordpress,
    posts: Array.from({ length: 12 }, (_, index) => ({
      id: index + 1,
      title: `Post ${index + 1}`,
      sticky: sticky.includes(index + 1),
      date: `2024-01-${String(28 - index)}T00:00:00`,
    })),
  })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  const asked = (view: View) => ({ ...view, ignore_sticky: false })
  const idsOf = (rows: readonly { id: number }[] | null) => rows?.map(({ id }) => id) ?? null
  return {
    site,
    store,
    read: async (view: View, force = false) =>
      idsOf(await store.dispatch(fetchEntityRecords('postType', 'post', asked(view), { force }))),
    shown: (view: View) => idsOf(selectEntityRecords(store.getState(), 'postType', 'post', asked(view))),
    /** What the site answers to one request. */
    told: async (view: View) => {
      const query = new URLSearchParams(
        Object.entries(asked(view)).map(([name, value]) => [name, `${value}`]),
      )
      const { data } = await site.fetcher({ path: `/wp/v2/posts?${query}` })
      return idsOf(data as { id: number }[])
    },
    total: (view: View) => selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', asked(view)),
  }
}

describe('a list with sticky posts first', () => {
  it('shows more rows on its first page than were asked for, as the server gives them', async () => {
    const { read, shown, total } = storeOf()
    expect(await read({ per_page: 3 })).toEqual([4, 9, 1, 2, 3])
    expect(shown({ per_page: 3 })).toEqual([4, 9, 1, 2, 3])
    expect(total({ per_page: 3 })).toBe(12)
  })

  it('takes no page of another size for a part of it', async () => {
    const { read, shown } = storeOf()
    await read({ per_page: 5 })
    expect(shown({ per_page: 3 })).toBeNull()
    expect(await read({ per_page: 3 })).toEqual([4, 9, 1, 2, 3])
    expect(await read({ per_page: 3, page: 2 })).toEqual([4, 5, 6])
    expect(await read({ per_page: 6 })).toEqual([4, 9, 1, 2, 3, 5, 6])
  })

  it('has each row once where all of it is asked for', async () => {
    const { read } = storeOf()
    expect(await read({ per_page: -1 })).toEqual([4, 9, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12])
  })

  it('is as any other list on a WordPress that knows nothing of it', async () => {
    const { read, told } = storeOf([4, 9], '6.7')
    expect(await read({ per_page: 3 })).toEqual([1, 2, 3])
    expect(await told({ per_page: 3 })).toEqual([1, 2, 3])
  })
})

const view: fc.Arbitrary<View> = fc.oneof(
  fc.record({ per_page: fc.integer({ min: 1, max: 7 }), page: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ per_page: fc.integer({ min: 1, max: 7 }), offset: fc.nat(9) }),
)

describe.each(seeds(60, 20))('whatever is sticky and asked for, $seeded', ({ parameters }) => {
  it('all that is shown is what the server says', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
        fc.array(fc.record({ view, force: fc.boolean() }), { maxLength: 6 }),
        fc.array(view, { maxLength: 6 }),
        async (sticky, steps, others) => {
          const { read, shown, told } = storeOf(sticky)
          for (const { view, force } of steps) {
            expectEqual(await read(view, force), await told(view))
            for (const one of [...others, ...steps.map((step) => step.view)]) {
              const rows = shown(one)
              if (rows !== null) expectEqual(rows, await told(one))
            }
          }
        },
      ),
      parameters,
    ))
})
