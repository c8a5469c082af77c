import {
  deleteEntityRecord,
  editEntityRecord,
  type EntityQuery,
  type Fetcher,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
} from 'copydesk'
import type { ListOptions } from 'copydesk/durable'
import { createMockSite, type MockSiteOptions } from 'copydesk/testing'
import { describe, expect, it, vi } from 'vitest'
import { only, person } from '../../support/person'
import { settle } from '../../support/fakeServer'
import { shownList } from '../../support/shownList'

/** Long before the day that the mock site has, where a later date would be that of a planned post. */
const day = (number: number) => `2023-01-${String(number).padStart(2, '0')}T10:00:00`
const posts = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    title: `Post ${i + 1}`,
    date: day(i + 1),
    ...fields,
  }))

const idsOf = (rows: readonly { readonly id: unknown }[] | null) => rows && rows.map(({ id }) => id)

/** A store whose lists are patched, on a mock site, with what was asked for since the lists were shown. */
async function patchedSite(content: MockSiteOptions, lists: boolean | ListOptions = true) {
  const site = createMockSite(content)
  const { store } = person({ site, durability: only({ lists }) })
  const shown = (query: EntityQuery, kind = 'postType', name = 'post') => shownList(store, kind, name, query)
  await store.dispatch(loadEntityConfigs('postType'))
  return {
    site,
    store,
    shown,
    save: (fields: object, name = 'post') =>
      store.dispatch(saveEntityRecord<string, string>('postType', name, fields)),
    remove: (id: number, query?: object) => store.dispatch(deleteEntityRecord('postType', 'post', id, query)),
    /** The reads of lists, after what follows from the last step. */
    async reads(): Promise<readonly string[]> {
      await settle()
      const all = site.requests.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
      site.clearRequests()
      return all
    },
  }
}

describe('lists after a write', () => {
  it('D1: show a published draft at once, each where it belongs, and none is asked for', async () => {
    const { store, shown, save, reads } = await patchedSite({
      posts: [...posts(4), { id: 9, title: 'Draft', status: 'draft', date: day(20) }],
    })
    const known: EntityQuery[] = Array.from({ length: 18 }, (_, i) => ({ author: i + 2 }))
    for (const query of known) await store.dispatch(fetchEntityRecords('postType', 'post', query))
    const drafts = await shown({ status: 'draft' })
    const published = await shown({ status: 'publish' })
    await reads()
    await save({ id: 9, status: 'publish' })
    expect(await reads()).toEqual([])
    expect([drafts.ids(), drafts.total()]).toEqual([[], 0])
    expect([published.ids(), published.total()]).toEqual([[9, 4, 3, 2, 1], 5])
    for (const query of known)
      expect(selectEntityRecords(store.getState(), 'postType', 'post', query)).toEqual([])
  })

  it('D2: ask once for the list in whose order the record is tied, and for no other', async () => {
    const { shown, save, reads } = await patchedSite({
      pages: undefined,
      posts: [
        { id: 1, type: 'page', title: 'One', menuOrder: 1 },
        { id: 2, type: 'page', title: 'Two', menuOrder: 2 },
        { id: 3, type: 'page', title: 'Draft', status: 'draft', menuOrder: 1 },
      ],
    })
    const byOrder = await shown({ orderby: 'menu_order', order: 'asc' }, 'postType', 'page')
    const byDate = await shown({}, 'postType', 'page')
    await reads()
    await save({ id: 3, status: 'publish' }, 'page')
    const asked = await reads()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('orderby=menu_order')
    expect(byOrder.total()).toBe(3)
    expect(byDate.ids()).toEqual([3, 1, 2])
  })

  it('D3: are the same objects after a save of the content, but for those by time of change', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(3) })
    const byDate = await shown({})
    const byTitle = await shown({ orderby: 'title', order: 'asc', search: '' })
    const byChange = await shown({ orderby: 'modified' })
    const others = await shown({ status: 'draft' })
    await reads()
    const before = others.records()
    await save({ id: 1, content: 'New' })
    expect(await reads()).toEqual([])
    expect(others.records()).toBe(before)
    expect(byDate.ids()).toEqual([3, 2, 1])
    expect(byTitle.ids()).toEqual([1, 2, 3])
    expect(byChange.ids()?.[0]).toBe(1)
  })

  it.each([
    ['D4: lose what goes to the trash, wherever they do not ask for it', {}],
    ['D5: lose what is deleted', { force: true }],
  ])('%s', async (title, parameters) => {
    const { shown, remove, reads } = await patchedSite({ posts: posts(5) })
    const [first, second] = [await shown({ per_page: 3 }), await shown({ per_page: 3, page: 2 })]
    const trash = await shown({ status: 'trash' })
    await reads()
    await remove(4, parameters)
    expect(await reads()).toEqual([])
    expect([first.ids(), first.total(), second.ids()]).toEqual([[5, 3, 2], 4, [1]])
    expect(trash.ids(), title).toEqual('force' in parameters ? [] : [4])
  })

  it('D4: show a page with a row less until the one that takes its place has come', async () => {
    const { site, shown, remove } = await patchedSite({ posts: posts(5) })
    const first = await shown({ per_page: 3 })
    const held = site.hold(/^GET .*per_page=3/)
    await remove(4)
    await settle()
    expect([first.ids(), first.total()]).toEqual([[5, 3], 4])
    held.release()
    await settle()
    expect(first.ids()).toEqual([5, 3, 2])
  })

  it.each([
    ['goes to the trash', {}],
    ['is deleted', { force: true }],
  ])(
    'do not count a row that only a stale stretch still shows when its record %s',
    async (title, parameters) => {
      const { store, save, remove, reads } = await patchedSite({ posts: posts(3) })
      const page = (number: number) =>
        store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2, page: number }))
      const total = () => selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', { per_page: 2 })
      await page(1)
      await page(2)
      store.dispatch(invalidate({ kind: 'postType', name: 'post' }))
      await save({ id: 1, status: 'draft' })
      const added = await save({ title: 'New', status: 'publish', date: day(20) })
      // The second page is stale, and shows the post that is a draft now.
      expect(idsOf(await page(1))).toEqual([added?.id, 3])
      expect(total()).toBe(3)
      await remove(1, parameters)
      await reads()
      expect(total()).toBe(3)
      expect(idsOf(await page(1))).toEqual([added?.id, 3])
      expect(await reads()).toEqual([])
      expect(idsOf(await page(2))).toEqual([2])
      expect(total()).toBe(3)
    },
  )

  it('are asked for again when a record leaves that two pages show, as it moved between their answers', async () => {
    const { site, store, save } = await patchedSite({ posts: posts(4) })
    const query = (page: number) => ({ per_page: 3, page })
    const page = (number: number) => store.dispatch(fetchEntityRecords('postType', 'post', query(number)))
    await page(1)
    const data = { title: 'By somebody else', status: 'publish', date: day(20) }
    const { data: added } = await site.fetcher({ path: '/wp/v2/posts', method: 'POST', data })
    expect(idsOf(await page(2))).toEqual([2, 1])
    expect(idsOf(await page(1))).toEqual([4, 3, 2])
    await save({ id: 2, status: 'draft' })
    expect(idsOf(await page(1))).toEqual([(added as { readonly id: number }).id, 4, 3])
    expect(idsOf(await page(2))).toEqual([1])
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', query(2))).toBe(4)
  })

  it('D6: ask for a list of a search whose texts have changed, and keep its rows meanwhile', async () => {
    const { site, shown, save, reads } = await patchedSite({ posts: posts(3) })
    const found = await shown({ search: 'Post' })
    await reads()
    const held = site.hold(/search=Post/)
    await save({ id: 2, title: 'Other' })
    expect(await reads()).toEqual([expect.stringContaining('search=Post')])
    expect(found.ids()).toEqual([3, 2, 1])
    held.release()
    await settle()
    expect(found.ids()).toEqual([3, 1])
    await save({ id: 1, slug: 'other' })
    expect(await reads()).toEqual([])
  })

  it('ask for a list by relevance when a date has changed, by which those come that match alike', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(3) })
    const found = await shown({ search: 'post', orderby: 'relevance' })
    await reads()
    await save({ id: 1, date: day(20) })
    expect(await reads()).toEqual(['/wp/v2/posts?context=edit&search=post&orderby=relevance'])
    expect(found.ids()).toEqual([1, 3, 2])
  })

  it('D7: are asked for after every write where nobody knows what a parameter does', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(2) })
    await shown({ lang: 'de' })
    await reads()
    await save({ id: 1, content: 'New' })
    expect(await reads()).toEqual([expect.stringContaining('lang=de')])
  })

  it('D8: shift a page that is known behind one that is not', async () => {
    const { shown, save, reads, store } = await patchedSite({
      posts: [...posts(6), { id: 9, status: 'draft', title: 'Draft', date: day(20) }],
    })
    const second = await shown({ per_page: 3, page: 2 })
    await store.dispatch(fetchEntityRecord('postType', 'post', 9))
    await reads()
    await save({ id: 9, status: 'publish', date: day(20) })
    expect(second.ids()).toEqual([3, 2])
    expect(selectEntityRecords(store.getState(), 'postType', 'post', { per_page: 3 })).toBe(null)
    expect(await reads()).toEqual([expect.stringContaining('page=2')])
    expect([second.ids(), second.total()]).toEqual([[4, 3, 2], 7])
  })

  it('D9: stay complete where all rows are known', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(3) })
    const all = await shown({ per_page: -1, orderby: 'title', order: 'asc' })
    await reads()
    await save({ title: 'Post 2b', status: 'publish' })
    expect(await reads()).toEqual([])
    expect(all.ids()).toEqual([1, 2, 4, 3])
  })

  it('D10: are asked for at most once after ten saves in one tick', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(10) })
    const odd = await shown({ lang: 'de' })
    const byDate = await shown({})
    await reads()
    await Promise.all(posts(10).map(({ id }) => save({ id, date: day(30 - id) })))
    const asked = await reads()
    expect(asked.filter((path) => path.includes('lang=de')).length).toBeLessThanOrEqual(1)
    expect(asked.filter((path) => !path.includes('lang'))).toEqual([])
    expect(byDate.ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(odd.ids()).toEqual(byDate.ids())
  })

  it('D11: keep a row that a late answer from before the save does not have', async () => {
    const { site, store, shown, save } = await patchedSite({ posts: posts(2) })
    const list = await shown({})
    const held = site.hold(/^GET .*posts\?/)
    void store.dispatch(fetchEntityRecords('postType', 'post', {}, { force: true }))
    await settle()
    const saved = save({ title: 'New', status: 'publish', date: day(9) })
    await saved
    expect(list.ids()).toEqual([3, 2, 1])
    held.release()
    await settle()
    expect(list.ids()).toEqual([3, 2, 1])
  })

  it('D12: put a term among others by its name, and ask where collations differ', async () => {
    const { store, shown, reads } = await patchedSite({
      terms: [
        { id: 5, name: 'Apples' },
        { id: 6, name: 'Cats' },
      ],
    })
    const names = await shown({ exclude: [1] }, 'taxonomy', 'category')
    await reads()
    const save = (name: string) => store.dispatch(saveEntityRecord('taxonomy', 'category', { name }))
    await save('Bees')
    expect(await reads()).toEqual([])
    expect(names.ids()).toEqual([5, 7, 6])
    await save('Äpfel')
    expect(await reads()).toHaveLength(1)
    expect(names.total()).toBe(4)
  })

  it('decide by the parents that are known what is below a term, and ask where one is not', async () => {
    const { store, shown, save, reads } = await patchedSite({
      terms: [
        { id: 5, name: 'Animals' },
        { id: 6, name: 'Insects', parent: 5 },
        { id: 7, name: 'Bees', parent: 6 },
        { id: 8, name: 'Plants' },
        { id: 20, name: 'Unknown', parent: 5 },
      ],
      posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, status: 'draft', date: day(id) })),
    })
    await store.dispatch(fetchEntityRecords('taxonomy', 'category', { include: [5, 6, 7, 8] }))
    const below = await shown({ categories: { terms: [5], include_children: true } })
    const others = await shown({ categories_exclude: { terms: [5], include_children: true } })
    await reads()
    await save({ id: 1, status: 'publish', categories: [7] })
    await save({ id: 2, status: 'publish', categories: [8] })
    expect(await reads()).toEqual([])
    expect([below.ids(), others.ids()]).toEqual([[1], [2]])
    await save({ id: 2, categories: [8, 6] })
    expect(await reads()).toEqual([])
    expect([below.ids(), others.ids()]).toEqual([[2, 1], []])
    await save({ id: 3, status: 'publish', categories: [20] })
    expect(await reads()).toHaveLength(2)
  })

  it('know the post that a file is attached to by its own field', async () => {
    const content = {
      posts: posts(2),
      media: [31, 32].map((id) => ({ id, file: `2023/01/${id}.png`, date: day(id - 20) })),
    }
    const { store, shown, reads } = await patchedSite(content)
    const attached = await shown({ parent: 1 }, 'root', 'media')
    const loose = await shown({ parent: 0, orderby: 'id' }, 'root', 'media')
    expect([attached.ids(), loose.ids()]).toEqual([[], [32, 31]])
    await reads()
    await store.dispatch(saveEntityRecord('root', 'media', { id: 31, post: 1 }))
    expect(await reads()).toEqual([])
    expect([attached.ids(), attached.total()]).toEqual([[31], 1])
    expect([loose.ids(), loose.total()]).toEqual([[32], 1])
  })

  it('go by the places given the other way round where WordPress does: terms, and users by their ids', async () => {
    const terms = ['Apples', 'Bees', 'Cats'].map((name, i) => ({ id: i + 2, name, slug: name.toLowerCase() }))
    const { store, shown, reads } = await patchedSite({ terms: terms.slice(0, 2), posts: posts(2) })
    const slugs = ['cats', 'bees', 'apples']
    const category = ['taxonomy', 'category'] as const
    await store.dispatch(loadEntityConfigs('taxonomy'))
    const down = await shown({ slug: slugs, orderby: 'include_slugs', order: 'desc' }, ...category)
    const up = await shown({ slug: slugs, orderby: 'include_slugs' }, ...category)
    const byPosts = await shown({ include: [2, 1], orderby: 'include', order: 'desc' })
    expect([down.ids(), up.ids(), byPosts.ids()]).toEqual([
      [2, 3],
      [3, 2],
      [2, 1],
    ])
    await reads()
    await store.dispatch(saveEntityRecord('taxonomy', 'category', { name: 'Cats' }))
    expect(await reads()).toEqual([])
    expect([down.ids(), up.ids()]).toEqual([
      [2, 3, 4],
      [4, 3, 2],
    ])
  })

  it('are asked for again where they are to go by places that nobody has given: WordPress orders them by something else', async () => {
    const terms = ['Apples', 'Bees'].map((name, i) => ({ id: i + 2, name, slug: name.toLowerCase() }))
    const { store, shown, reads } = await patchedSite({ terms })
    await store.dispatch(loadEntityConfigs('taxonomy'))
    await shown({ orderby: 'include' }, 'taxonomy', 'category')
    await reads()
    await store.dispatch(saveEntityRecord('taxonomy', 'category', { id: 2, name: 'Zebras' }))
    expect(await reads()).toHaveLength(1)
  })

  it('D13: count a row that stands behind the last known one', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(5) })
    const first = await shown({ per_page: 3 })
    await reads()
    await save({ title: 'Old', status: 'publish', date: '2020-01-01T00:00:00' })
    expect(await reads()).toEqual([])
    expect([first.ids(), first.total()]).toEqual([[5, 4, 3], 6])
  })

  it('D14: show each row once in a list that grows page by page', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(6) })
    const pages = [await shown({ per_page: 3 }), await shown({ per_page: 3, page: 2 })]
    await reads()
    await save({ title: 'New', status: 'publish', date: day(20) })
    expect(await reads()).toEqual([])
    expect(pages.flatMap((page) => page.ids())).toEqual([7, 6, 5, 4, 3, 2])
  })

  it('D15: do not invent a total', async () => {
    const { store, save } = await patchedSite({ posts: posts(2) })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const known = selectEntityRecord(store.getState(), 'postType', 'post', 1)
    store.dispatch(receiveEntityRecords('postType', 'post', [known as object], { author: 1 }))
    await save({ title: 'New', status: 'publish', date: day(20) })
    expect(idsOf(selectEntityRecords(store.getState(), 'postType', 'post', { author: 1 }))).toEqual([3, 1])
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', { author: 1 })).toBe(null)
  })

  it('D17: get a row only where all fields that they are shown with are known', async () => {
    const { store, shown, save, reads } = await patchedSite({ posts: posts(2) })
    const titles = await shown({ _fields: 'id,title,date' })
    const unknown = await shown({ _fields: 'id,secret', author: 1 })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await reads()
    await save({ title: 'New', status: 'publish', date: day(20) })
    const asked = await reads()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('secret')
    expect(titles.records()).toEqual([
      { id: 3, date: day(20), title: expect.objectContaining({ raw: 'New' }) as unknown },
      expect.anything(),
      expect.anything(),
    ])
    expect(unknown.total()).toBe(3)
  })

  it('D18: lose rows at once in another context, and get new ones by asking', async () => {
    const { shown, save, remove, reads } = await patchedSite({ posts: posts(3) })
    const viewed = await shown({ context: 'view' })
    await reads()
    await remove(2)
    expect(await reads()).toEqual([])
    expect(viewed.ids()).toEqual([3, 1])
    await save({ title: 'New', status: 'publish', date: day(20) })
    expect(await reads()).toHaveLength(1)
    expect(viewed.ids()).toEqual([expect.any(Number), 3, 1])
  })

  it('D18: are left in peace in another context by what they show nothing of', async () => {
    const { store, shown, save, reads } = await patchedSite({ posts: posts(3) })
    const named = await shown({ context: 'view', _fields: 'id,title' })
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    await reads()
    await save({ id: 2, content: 'Written on' })
    expect(await reads()).toEqual([])
    await save({ id: 2, title: 'Called otherwise' })
    expect(await reads()).toHaveLength(1)
    expect(named.records()?.[1]).toMatchObject({ title: { rendered: 'Called otherwise' } })
    await shown({ context: 'view' })
    await reads()
    // Once for whom it names the posts, once for whom it shows all of them.
    await save({ id: 2, content: 'Written on and on' })
    expect(await reads()).toHaveLength(2)
  })

  it('D18: are left in peace by an autosave of a draft whose text went on', async () => {
    const { site, store, shown, reads } = await patchedSite({ posts: posts(3, { status: 'draft' }) })
    await shown({ context: 'view', status: 'draft', _fields: 'id,title,status,date' })
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    await reads()
    for (const content of ['Written on', 'Written on and on']) {
      store.dispatch(editEntityRecord('postType', 'post', 2, { content }))
      await store.dispatch(saveEditedEntityRecord('postType', 'post', 2, { isAutosave: true }))
    }
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 2)?.content.raw).toBe('Written on and on')
    expect(site.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
    expect(await reads()).toEqual([])
  })

  // By L9 a list is what the site has, or stale: of a save that may be done nobody knows.
  it.each([
    ['was refused', { status: 400, code: 'refused' }, []],
    ['may be done, and are read again', { status: 500, code: 'internal' }, ['/wp/v2/posts?context=edit']],
  ])('D19: stay as they are after a save that %s', async (_, failure, asked) => {
    const { site, shown, save, reads } = await patchedSite({ posts: posts(3) })
    const list = await shown({})
    const before = list.records()
    await reads()
    site.fail(/PUT/, failure)
    await save({ id: 1, status: 'draft' })
    expect(await reads()).toEqual(asked)
    expect(list.records()).toBe(before)
  })

  it('D19: are patched by the next save where they were read after one that was refused, and asked for where it was lost', async () => {
    const { site, store, shown, save, reads } = await patchedSite({ posts: posts(4) })
    const other = await shown({ author: 2 })
    const again = async (query: EntityQuery) => {
      await store.dispatch(fetchEntityRecords('postType', 'post', query, { force: true }))
      return reads()
    }
    const first: EntityQuery = { per_page: 2 }
    site.fail('PUT /wp/v2/posts/3', { status: 400, code: 'refused' })
    await save({ id: 3, status: 'draft' })
    await again(first)
    await save({ id: 3, status: 'draft' })
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', first)).toBe(3)
    expect(await reads()).toEqual([])
    await again(first)
    site.fail('PUT /wp/v2/posts/4', { status: 500, code: 'broken' }, { done: true })
    await save({ id: 4, status: 'draft' })
    await again(first)
    await save({ id: 4, status: 'draft' })
    await store.dispatch(fetchEntityRecords('postType', 'post', first))
    expect(await reads()).toEqual(['/wp/v2/posts?context=edit&per_page=2'])
    expect(selectEntityRecords(store.getState(), 'postType', 'post', first)).toMatchObject([
      { id: 2 },
      { id: 1 },
    ])
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', first)).toBe(2)
    expect(other.ids()).toEqual([])
  })

  it('D20: are 100 of 100 rows looked at once each by a write that moves a row in all of them', async () => {
    const looks = { tests: 0, dates: 0 }
    const counted: ListOptions = {
      rules: {
        'postType/post': {
          filters: { section: { looksAt: ['slug'], test: () => Boolean(++looks.tests) } },
          orders: {},
        },
      },
    }
    const second = (number: number) =>
      `2023-01-01T10:${String(Math.floor(number / 60)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`
    const site = createMockSite({
      posts: posts(100).map((post) => ({ ...post, date: second(post.id) })),
    })
    let list: ReturnType<Fetcher> | undefined
    // All of them have the same rows, which are made once.
    const fetcher: Fetcher = async (request) => {
      if (!request.path?.startsWith('/wp/v2/posts?')) return site.fetcher(request)
      const answer = await (list ??= site.fetcher(request))
      const rows = (answer.data as Record<string, unknown>[]).map((row) => ({ ...row }))
      rows.forEach(countReads)
      return { ...answer, data: rows }
    }
    function countReads(row: Record<string, unknown>): void {
      const { date } = row
      if (date === undefined) return
      const get = () => (looks.dates++, date)
      Object.defineProperty(row, 'date', { get, enumerable: true })
    }
    const { store } = person({ store: { fetcher }, durability: only({ lists: counted }) })
    await store.dispatch(loadEntityConfigs('postType'))
    const queries = Array.from({ length: 100 }, (_, section) => ({ section, per_page: 100 }))
    for (const query of queries) await store.dispatch(fetchEntityRecords('postType', 'post', query))
    await settle()
    site.clearRequests()
    Object.assign(looks, { tests: 0, dates: 0 })
    let told = 0
    store.subscribe(() => told++)
    await store.dispatch(saveEntityRecord<string, string>('postType', 'post', { id: 50, date: second(101) }))
    await settle()
    expect(site.requests.map(({ method }) => method)).toEqual(['PUT'])
    for (const query of queries)
      expect(selectEntityRecords(store.getState(), 'postType', 'post', query)?.[0]).toMatchObject({ id: 50 })
    // Membership before and after in each list; the time of each row, whichever lists it is in.
    expect(looks.tests).toBeLessThanOrEqual(200)
    expect(looks.dates).toBeGreaterThan(0)
    expect(looks.dates).toBeLessThanOrEqual(400)
    // Once for what each step of the save means, not once a list.
    expect(told).toBeLessThan(10)
  })

  it("are asked again by their age with verify: 'stale', when the page is idle with 'idle', and never with false", async () => {
    vi.useFakeTimers()
    try {
      const drafts = { status: 'draft' as const }
      const asked: string[] = []
      for (const verify of ['stale', 'idle', false] as const) {
        const { store, shown, save, reads } = await patchedSite(
          { posts: [...posts(2), { id: 9, title: 'Draft', status: 'draft', date: day(20) }] },
          { verify },
        )
        const list = await shown(drafts)
        await reads()
        vi.advanceTimersByTime(60_000)
        await save({ id: 9, status: 'publish' })
        expect(list.ids()).toEqual([])
        const old = { staleTime: 30_000 }
        // A minute old for who wants it of half a minute, unless the patch counts as a read.
        if (verify !== 'idle') await store.dispatch(fetchEntityRecords('postType', 'post', drafts, old))
        const byAge = (await reads()).length
        await vi.advanceTimersByTimeAsync(2000)
        await store.dispatch(fetchEntityRecords('postType', 'post', drafts))
        asked.push(`${verify}: ${byAge} by age, ${(await reads()).length} when idle`)
      }
      expect(asked).toEqual([
        'stale: 1 by age, 0 when idle',
        'idle: 0 by age, 1 when idle',
        'false: 0 by age, 0 when idle',
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('D22: are all asked for as before where patching is off', async () => {
    const { shown, save, reads } = await patchedSite({ posts: posts(3) }, false)
    await shown({})
    await shown({ status: 'draft' })
    await reads()
    await save({ id: 1, content: 'New' })
    expect(await reads()).toHaveLength(2)
  })
})
