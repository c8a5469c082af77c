import {
  defineEntity,
  fetchEntityRecords,
  RestError,
  saveEditedEntityRecord,
  selectEntityRecord,
  type Fetcher,
  type RecordData,
} from 'copydesk'
import { createEntityRecord, selectCurrentId } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOffice, openTab, postsOf, until, type Office, type Tab } from './office'

/** What was written, without the bodies. */
const lines = (office: Office) => office.writes().map((write) => write.split(' {')[0])

/** Until the queue has nothing more to do by itself, without waiting between tries. */
async function settled(tab: Tab): Promise<void> {
  for (;;) {
    await until(() => tab.queue.entries().every(({ state }) => state !== 'sending'))
    const left = tab.queue
      .entries()
      .filter(({ state, nextAt }) => state === 'waiting' || nextAt !== undefined)
    if (left.length === 0) return
    await tab.queue.retry()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

afterEach(() => vi.useRealTimers())

async function count({ site }: Office, path: string): Promise<number> {
  const { data } = await site.as('ada')({ path })
  return (data as unknown[]).length
}

describe('a create whose answer was lost', () => {
  it('before it came to the queue, is the one recent record that has all that was sent', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    const draft = tab.draft({ title: 'Answer lost', content: 'Text', categories: [1] })
    await tab.save(draft)
    await tab.queue.whenEmpty()
    expect(lines(office)).toEqual(['POST /wp/v2/posts'])
    const id = selectCurrentId(tab.getState(), 'postType', 'post', draft) as number
    expect(tab.shown(id)).toMatchObject({ title: 'Answer lost', content: 'Text' })
  })

  it('before it came to the queue, is asked about where two have it', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    await office.site.as('ada')({
      path: '/wp/v2/posts',
      method: 'POST',
      data: { title: 'Answer lost', content: 'Text' },
    })
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.save(tab.draft({ title: 'Answer lost', content: 'Text' }))
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([{ what: 'create', state: 'uncertain' }])
    expect(lines(office).slice(1)).toEqual(['POST /wp/v2/posts'])
  })

  it.each([
    ['by nobody before it is tried again', 'offline'],
    ['by a list that was read before it is tried again', 'offline'],
    ['by a list that was read before somebody saves it again', { status: 500, code: 'down' }],
  ] as const)('is not made a second time where the record was seen %s', async (seen, failure) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', failure, { done: true })
    const draft = tab.draft({ title: 'Seen since', content: 'Text' })
    await tab.save(draft)
    if (seen.includes('list')) {
      const everything = { status: 'any' } as const
      const rows = await tab.dispatch(fetchEntityRecords('postType', 'post', everything))
      expect(rows?.map(({ title }) => (title as { raw: string }).raw)).toContain('Seen since')
    }
    if (typeof failure === 'object') await tab.save(draft)
    expect(tab.queue.entries()).toMatchObject([{ what: 'create', state: 'uncertain' }])
    tab.queue.resume()
    const settled = tab.queue.whenEmpty()
    // What is known by now may have been there before: that is for a person to say.
    if (typeof failure === 'object') await expect(settled).rejects.toMatchObject({ code: 'queue_held' })
    else await settled
    expect((await postsOf(office)).filter(({ title }) => title === 'Seen since')).toHaveLength(1)
    const [entry] = tab.queue.entries()
    if (entry) await tab.queue.settle(entry.id, { exists: 14 })
    await tab.queue.whenEmpty()
    expect(selectCurrentId(tab.getState(), 'postType', 'post', draft)).toBe(14)
  })

  it('is sent again where what is like it was there before', async () => {
    const office = openOffice()
    const page = office.storage.tab()
    const tab = await openTab(office, { page })
    const original = { title: 'Original', content: 'Text' }
    await office.site.as('ada')({ path: '/wp/v2/posts/12', method: 'PUT', data: original })
    await tab.load(12)
    office.site.fail('POST /wp/v2/posts', 'offline')
    await tab.save(tab.draft(original))
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Original')).toHaveLength(2)
    // Nor is that taken for the copy by a page that knows neither.
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline')
    const copy = tab.draft(original)
    await tab.save(copy)
    page.kill()
    const next = await openTab(office, { page: page.reload() })
    await next.queue.retry()
    await next.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Original')).toHaveLength(3)
    expect(selectCurrentId(next.getState(), 'postType', 'post', copy)).toBeGreaterThan(14)
  })

  it.each([
    ['publish', '', 'never-there'],
    ['publish', 'wanted', 'wanted'],
    ['draft', '', ''],
    ['draft', 'wanted', 'wanted'],
  ])(
    'before it came to the queue, and was never done, is sent as %s with its own slug, %j',
    async (status, slug, made) => {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      office.site.fail('POST /wp/v2/posts', 'offline')
      await tab.save(tab.draft({ title: 'Never there', status, ...(slug && { slug }) }))
      await tab.queue.whenEmpty()
      const posts = (await postsOf(office)).filter(({ title }) => title === 'Never there')
      expect(posts).toEqual([{ title: 'Never there', status, slug: made }])
    },
  )

  it('before it came to the queue, and that was a file that was never there, is uploaded with the slug of its name', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.site.fail('POST /wp/v2/media', 'offline')
    tab.upload('harbour.png')
    await tab.saveAll()
    await tab.queue.whenEmpty()
    const { data } = await office.site.as('ada')({ path: '/wp/v2/media?_fields=slug' })
    expect(data).toEqual([{ slug: 'harbour' }])
  })

  it.each<[string, string, string, RecordData, string]>([
    ['taxonomy', 'category', '/wp/v2/categories', { name: 'Bees' }, '/wp/v2/categories?search=Bees'],
    ['root', 'menu', '/wp/v2/menus', { name: 'Bees' }, '/wp/v2/menus?search=Bees'],
    [
      'root',
      'comment',
      '/wp/v2/comments',
      { post: 11, content: 'Bees' },
      '/wp/v2/comments?search=Bees&status=all',
    ],
    [
      'root',
      'menuItem',
      '/wp/v2/menu-items',
      { title: 'Bees', url: 'https://bees.example/' },
      '/wp/v2/menu-items?search=Bees',
    ],
    [
      'postType',
      'wp_template',
      '/wp/v2/templates',
      { slug: 'bees', content: 'Text', title: 'Bees' },
      '/wp/v2/templates',
    ],
    [
      'postType',
      'wp_block',
      '/wp/v2/blocks',
      { title: 'Bees', content: 'Text' },
      '/wp/v2/blocks?search=Bees&status=any',
    ],
  ])('of (%s, %s) makes one record, and asks nobody', async (kind, name, path, fields, search) => {
    for (const isDone of [true, false]) {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      const before = await count(office, search)
      office.goOffline()
      const draft = tab.dispatch(createEntityRecord<string, string>(kind, name, fields))
      expect((await tab.saveAll()).failed).toEqual([])
      expect(tab.queue.entries()).toMatchObject([{ what: 'create', kind, name }])
      office.site.fail(`POST ${path}`, 'offline', { done: isDone })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      await settled(tab)
      expect([tab.queue.entries(), tab.troubles.filter(({ code }) => code !== 'adopted')]).toEqual([[], []])
      expect((await count(office, search)) - before, isDone ? 'done before' : 'not done before').toBe(1)
      const id = selectCurrentId(tab.getState(), kind, name, draft)
      expect(selectEntityRecord<string, string>(tab.getState(), kind, name, id ?? 0)).toBeDefined()
    }
  })

  it('of an entity of your own is looked for where its probe says, and else asked about', async () => {
    for (const isProbed of [true, false]) {
      const office = openOffice()
      const books: RecordData[] = []
      const asked: string[] = []
      let isLost = true
      const shop: Fetcher = (request) => {
        const { path = '', method = 'GET', data: sent } = request
        if (!path.startsWith('/shop/')) return office.fetcher(request)
        asked.push(`${method} ${path}`)
        const headers = new Headers()
        if (method === 'GET') {
          const data = path.endsWith('/1') ? books[0] : [...books]
          return Promise.resolve({ data, status: 200, headers })
        }
        books.push({ id: books.length + 1, ...(sent as RecordData) })
        if (!isLost) return Promise.resolve({ data: books.at(-1), status: 201, headers })
        isLost = false
        return Promise.reject(new RestError({ code: 'fetch_error', message: 'The answer was lost.' }))
      }
      const book = defineEntity({
        kind: 'shop',
        name: 'book',
        baseURL: '/shop/v1/books',
        hasNumericIds: true,
        ...(isProbed && { probe: ({ title }: RecordData) => ({ title, newest: 20 }) }),
      })
      const tab = await openTab({ ...office, fetcher: shop }, { entities: [book] })
      const draft = tab.dispatch(createEntityRecord<string, string>('shop', 'book', { title: 'Bees' }))
      await tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'book', draft))
      if (isProbed) await tab.queue.whenEmpty()
      else await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
      expect(asked).toEqual(
        isProbed
          ? ['POST /shop/v1/books', 'GET /shop/v1/books?title=Bees&newest=20', 'GET /shop/v1/books/1']
          : ['POST /shop/v1/books'],
      )
      if (isProbed) continue
      await tab.queue.settle(tab.queue.entries()[0]?.id ?? '', 'sendAgain')
      await tab.queue.whenEmpty()
      expect(books).toHaveLength(2)
    }
  })
})

describe('a create on a site with durable.php', () => {
  it('is one request with a key, and the same again where its answer was lost', async () => {
    for (const done of [true, false]) {
      const office = openOffice({ durable: true })
      const tab = await openTab(office)
      await tab.load(11)
      office.goOffline()
      const sent: (string | undefined)[] = []
      const draft = tab.draft({ title: 'Once', status: 'publish' })
      await tab.saveAll()
      office.site.fail('POST /wp/v2/posts', 'offline', { done })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      sent.push(tab.queue.entries()[0]?.id)
      await settled(tab)
      expect(lines(office)).toEqual(['POST /wp/v2/posts', 'POST /wp/v2/posts'])
      expect((await postsOf(office)).filter(({ title }) => title === 'Once')).toEqual([
        { title: 'Once', status: 'publish', slug: 'once' },
      ])
      expect(selectCurrentId(tab.getState(), 'postType', 'post', draft)).toBeGreaterThan(0)
    }
  })

  it.each([
    ['that the site still knows', 20, true],
    ['that the site has forgotten', 40, true],
    ['that the site never had', 40, false],
  ])('E4: is made once by a key %s', async (_, days, done) => {
    const office = openOffice({ durable: true })
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    const draft = tab.draft({ title: 'Once', content: 'Text' })
    await tab.saveAll()
    const heal = office.site.fail('POST /wp/v2/posts', 'offline', { done, times: 9 })
    office.goOnline()
    await until(() => tab.queue.entries()[0]?.state === 'uncertain')
    office.goOffline()
    heal()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + days * 86_400_000)
    office.goOnline()
    while (tab.queue.entries().length > 0) {
      if (tab.queue.status().state !== 'sending') await tab.queue.retry()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect((await postsOf(office)).filter(({ title }) => title === 'Once')).toHaveLength(1)
    expect(selectCurrentId(tab.getState(), 'postType', 'post', draft)).toBeGreaterThan(0)
    const isAsked = office.site.requests.some(({ path }) => path === '/copydesk-durable/v1/about')
    expect(isAsked).toBe(true)
  })

  it('of a term, a comment or a menu item is exact as well', async () => {
    const office = openOffice({ durable: true })
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.term('Bees')
    tab.dispatch(createEntityRecord<string, string>('root', 'comment', { post: 11, content: 'Bees' }))
    tab.dispatch(
      createEntityRecord<string, string>('root', 'menuItem', { title: 'Bees', url: 'https://bees.example/' }),
    )
    await tab.saveAll()
    for (const path of ['categories', 'comments', 'menu-items'])
      office.site.fail(`POST /wp/v2/${path}`, 'html', { done: true })
    office.goOnline()
    await settled(tab)
    expect(lines(office)).toEqual(
      ['categories', 'categories', 'comments', 'comments', 'menu-items', 'menu-items'].map(
        (path) => `POST /wp/v2/${path}`,
      ),
    )
    for (const path of ['categories', 'comments', 'menu-items'])
      expect(await count(office, `/wp/v2/${path}?search=Bees`), path).toBe(1)
    expect(tab.troubles).toEqual([])
  })

  it('that was sent before it came to the queue is known by its key, once the site is known to take one', async () => {
    const office = openOffice({ durable: true })
    const tab = await openTab(office)
    await tab.load(11)
    // A save that is checked tells what the site can do.
    tab.edit(11, { title: 'Checked' })
    await tab.save(11)
    // Another that is like it would be asked about without a key.
    await office.site.as('ada')({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Twin' } })
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.save(tab.draft({ title: 'Twin' }))
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Twin')).toHaveLength(2)
    expect(tab.queue.entries()).toEqual([])
  })

  it('waits while its first try is under way, and is looked for where that has died', async () => {
    const office = openOffice({ durable: true })
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.draft({ title: 'Twice' })
    await tab.saveAll()
    const refuse = (code: string) => office.site.fail('POST /wp/v2/posts', { status: 409, code })
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    office.goOnline()
    await until(() => tab.queue.entries()[0]?.state === 'uncertain')
    refuse('rest_idempotency_running')
    await tab.queue.retry()
    await until(() => tab.queue.entries()[0]?.attempts === 2 && tab.queue.entries()[0]?.state === 'uncertain')
    refuse('rest_idempotency_unknown')
    await settled(tab)
    expect((await postsOf(office)).filter(({ title }) => title === 'Twice')).toHaveLength(1)
    expect([tab.queue.entries(), tab.troubles]).toEqual([[], []])
  })

  it('asks for the index once, and never where nothing is to be made', async () => {
    const office = openOffice({ durable: true })
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    for (const title of ['One', 'Two', 'Three']) await tab.save(tab.draft({ title }))
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.site.requests.filter(({ path }) => path.startsWith('/?'))).toHaveLength(1)
  })
})
