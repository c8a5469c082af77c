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
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { turn, until } from '../../support/until'

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
    await turn()
  }
}

afterEach(() => vi.useRealTimers())

it.each(['offline', 'always'] as const)(
  'A draft whose save is answered with another post stays a draft, and is looked for and made, queue: %s',
  async (queue) => {
    const plain = openOffice()
    let isOther = true
    const fetcher: Fetcher = async (request) => {
      if (!isOther || request.method !== 'POST' || request.path !== '/wp/v2/posts')
        return plain.fetcher(request)
      isOther = false
      return { ...(await plain.fetcher({ path: '/wp/v2/posts/12?context=edit' })), status: 201 }
    }
    const office = { ...plain, fetcher }
    const tab = await openTab(office, { queue })
    await tab.load(12)
    const draft = tab.draft({ title: 'Mine', content: 'An hour', status: 'publish' })
    await tab.save(draft)
    if (queue === 'offline') {
      expect(tab.shown(draft)).toMatchObject({ title: 'Mine', content: 'An hour' })
      await tab.save(draft)
    }
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).map(({ title }) => title)).toEqual([
      'Post 11',
      'Post 12',
      'Post 13',
      'Mine',
    ])
    expect(tab.shown(12)).toMatchObject({ title: 'Post 12' })
  },
)

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
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Seen since')).toHaveLength(1)
    expect(tab.troubles).toEqual([])
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

  it('of a menu item, which tells of nobody who has made it, is asked about where the same is there', async () => {
    for (const isDone of [true, false]) {
      const office = openOffice()
      const tab = await openTab(office)
      office.goOffline()
      const item = { title: 'Bees', url: 'https://bees.example/' }
      tab.dispatch(createEntityRecord<string, string>('root', 'menuItem', item))
      await tab.saveAll()
      office.site.fail('POST /wp/v2/menu-items', 'offline', { done: isDone })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      await settled(tab)
      expect(tab.queue.entries().map(({ state }) => state)).toEqual(isDone ? ['uncertain'] : [])
      expect(await count(office, '/wp/v2/menu-items?search=Bees')).toBe(1)
    }
  })
})

/** A shop with a server of its own, which says when it has made a book or not, and takes ids of its clients or not. */
function openShop(office: Office) {
  const books: RecordData[] = []
  const asked: string[] = []
  const losses: { done: boolean }[] = []
  const headers = new Headers({ Date: new Date().toUTCString() })
  const lost = () => new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
  const fetcher: Fetcher = (request) => {
    const { path = '', method = 'GET', data: sent } = request
    if (!path.startsWith('/shop/')) return office.fetcher(request)
    asked.push(`${method} ${path}`)
    const wanted = /books\/([^?]+)/.exec(path)?.[1]
    if (method === 'GET') {
      const found = books.find(({ id }) => String(id) === wanted)
      if (wanted && !found)
        return Promise.reject(new RestError({ code: 'not_found', message: 'Not found.', status: 404 }))
      return Promise.resolve({ data: wanted ? found : [...books], status: 200, headers })
    }
    const loss = losses.shift()
    if (loss && !loss.done) return Promise.reject(lost())
    const book = { id: books.length + 1, createdAt: new Date().toISOString(), ...(sent as RecordData) }
    if (books.some(({ id }) => id === book.id)) {
      return Promise.reject(new RestError({ code: 'conflict', message: 'It is there.', status: 409 }))
    }
    books.push(book)
    return loss ? Promise.reject(lost()) : Promise.resolve({ data: book, status: 201, headers })
  }
  return { books, asked, losses, fetcher }
}

/** Until the queue is empty, or waits for somebody. */
const decided = ({ queue }: Tab) => queue.whenEmpty().catch(() => undefined)

const bookEntity = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books', hasNumericIds: true } as const
const probe = ({ title }: RecordData) => ({ title, newest: 20 })

describe('a create on a server that is no WordPress, whose answer was lost', () => {
  it.each([
    ['that does not say when, and has it', bookEntity, true, 'uncertain'],
    ['with a probe, and has it', { ...bookEntity, probe }, true, 'uncertain'],
    ['with a probe, and does not have it', { ...bookEntity, probe }, false, 'done'],
    [
      'with a probe that says when it was made, and has it',
      { ...bookEntity, probe, createdField: 'createdAt' },
      true,
      'done',
    ],
    [
      'with a probe that says when it was made, and does not have it',
      { ...bookEntity, probe, createdField: 'createdAt' },
      false,
      'done',
    ],
    ['that takes ids, and has it', { ...bookEntity, newId: () => 77 }, true, 'done'],
    ['that takes ids, and does not have it', { ...bookEntity, newId: () => 77 }, false, 'done'],
  ])('%s, is never made twice', async (_, config, done, end) => {
    const office = openOffice()
    const shop = openShop(office)
    const tab = await openTab({ ...office, fetcher: shop.fetcher }, { entities: [defineEntity(config)] })
    shop.losses.push({ done })
    const draft = tab.dispatch(createEntityRecord<string, string>('shop', 'book', { title: 'Bees' }))
    await tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'book', draft))
    await decided(tab)
    expect(tab.queue.entries().map(({ state }) => state)).toEqual(end === 'done' ? [] : ['uncertain'])
    expect(shop.books).toMatchObject([{ title: 'Bees' }])
    if (end === 'done') {
      expect(selectCurrentId(tab.getState(), 'shop', 'book', draft)).toBe(shop.books[0]?.id)
      return
    }
    await tab.queue.settle(tab.queue.entries()[0]?.id ?? '', { exists: 1 })
    await tab.queue.whenEmpty()
    expect(selectCurrentId(tab.getState(), 'shop', 'book', draft)).toBe(1)
  })

  it.each([
    ['is asked about', { ...bookEntity, probe }, 'uncertain', 1],
    ['is made', { ...bookEntity, probe, createdField: 'createdAt' }, 'done', 2],
    ['is made', { ...bookEntity, probe, newId: () => 77 }, 'done', 2],
  ])('and whose request never arrived, where somebody has made the same before, %s', async (...given) => {
    const [, config, end, count] = given
    const office = openOffice()
    const shop = openShop(office)
    shop.books.push({ id: 1, title: 'Bees', createdAt: new Date(Date.now() - 3_600_000).toISOString() })
    const tab = await openTab({ ...office, fetcher: shop.fetcher }, { entities: [defineEntity(config)] })
    shop.losses.push({ done: false })
    const draft = tab.dispatch(createEntityRecord<string, string>('shop', 'book', { title: 'Bees' }))
    await tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'book', draft))
    await decided(tab)
    expect(tab.queue.entries().map(({ state }) => state)).toEqual(end === 'done' ? [] : ['uncertain'])
    expect(shop.books).toHaveLength(count)
    if (end === 'done') expect(selectCurrentId(tab.getState(), 'shop', 'book', draft)).not.toBe(1)
  })

  it('with ids of the client, whose second request a proxy has sent, is the one that is there', async () => {
    const office = openOffice()
    const shop = openShop(office)
    const twice: Fetcher = async (request) => {
      if (request.method !== 'POST' || !request.path?.startsWith('/shop/')) return shop.fetcher(request)
      await shop.fetcher(request)
      return shop.fetcher(request)
    }
    const entities = [defineEntity({ ...bookEntity, newId: () => 77 })]
    const tab = await openTab({ ...office, fetcher: twice }, { entities })
    const draft = tab.dispatch(createEntityRecord<string, string>('shop', 'book', { title: 'Bees' }))
    await tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'book', draft))
    expect(shop.books).toEqual([expect.objectContaining({ id: 77, title: 'Bees' })])
    expect(selectCurrentId(tab.getState(), 'shop', 'book', draft)).toBe(77)
  })

  it('is no doubt where the connection was refused', async () => {
    const office = openOffice()
    const shop = openShop(office)
    let isRefused = true
    const refusing: Fetcher = (request) => {
      if (!isRefused || request.method !== 'POST') return shop.fetcher(request)
      isRefused = false
      const cause = new TypeError('fetch failed', {
        cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
      })
      return Promise.reject(new RestError({ code: 'fetch_error', message: 'It was not answered.', cause }))
    }
    const tab = await openTab({ ...office, fetcher: refusing }, { entities: [defineEntity(bookEntity)] })
    const draft = tab.dispatch(createEntityRecord<string, string>('shop', 'book', { title: 'Bees' }))
    await tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'book', draft))
    expect(tab.queue.entries()).toMatchObject([{ what: 'create', state: 'waiting' }])
    await decided(tab)
    expect([shop.books.length, tab.queue.entries()]).toEqual([1, []])
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
      await turn()
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
