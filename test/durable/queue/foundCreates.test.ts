import { saveEntityRecord, uploadMedia, type Fetcher, type FetchRequest, type RecordData } from 'copydesk'
import { createEntityRecord, selectCurrentId } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { until } from '../../support/until'

/** What a cache has, or is given then. */
function remembered<Value>(cache: Map<string, Value>, key: string, ask: () => Value): Value {
  const known = cache.get(key) ?? ask()
  cache.set(key, known)
  return known
}

const titled = async (office: Office, title: string) =>
  (await postsOf(office)).filter((post) => post.title === title)

const asBen = ({ site }: Office, data: object) =>
  site.as('ben')({ path: '/wp/v2/posts', method: 'POST', data })

/** Until the queue is empty, or waits for somebody. */
const decided = ({ queue }: Tab) => queue.whenEmpty().catch(() => undefined)

/** A network before which a cache or a plugin answers some requests, which leave by `ask`. */
function answering(
  office: Office,
  answer: (request: FetchRequest, ask: Fetcher) => ReturnType<Fetcher>,
): Fetcher {
  return (request) => answer(request, (one) => office.fetcher(one))
}

describe('A new post whose answer was lost', () => {
  it('before anything was done, is not taken for the one of the same title that a colleague has made', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline')
    const draft = tab.draft({ title: 'Meeting notes' })
    await tab.save(draft)
    await asBen(office, { title: 'Meeting notes' })
    tab.queue.resume()
    await decided(tab)
    expect(await titled(office, 'Meeting notes')).toHaveLength(2)
    const id = selectCurrentId(tab.getState(), 'postType', 'post', draft) ?? 0
    expect(tab.shown(id)).toMatchObject({ author: 1 })
    expect([tab.queue.entries(), tab.troubles]).toEqual([[], []])
  })

  it('is asked about where nobody says who has made the one of its title', async () => {
    const office = openOffice()
    const withoutAuthors = answering(office, async (request, ask) => {
      const answer = await ask(request)
      if (!Array.isArray(answer.data)) return answer
      const rows = (answer.data as RecordData[]).map(({ author, ...row }) => row)
      return { ...answer, data: rows }
    })
    const tab = await openTab({ ...office, fetcher: withoutAuthors })
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline')
    await tab.save(tab.draft({ title: 'Meeting notes' }))
    await asBen(office, { title: 'Meeting notes' })
    tab.queue.resume()
    await decided(tab)
    expect(tab.queue.entries()).toMatchObject([{ state: 'uncertain' }])
    expect(await titled(office, 'Meeting notes')).toHaveLength(1)
  })

  it.each([
    { title: 'Tom & Jerry', status: 'publish' },
    { title: 'x < y' },
    { title: '', content: 'Salt & pepper' },
  ])('is found where the site has cleaned it: %o', async (fields) => {
    const office = openOffice()
    const cleaned = (value: unknown) =>
      typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : value
    const cleaning = answering(office, (request, ask) => {
      if (!request.data) return ask(request)
      const data = Object.entries(request.data).map(([field, value]) => [field, cleaned(value)])
      return ask({ ...request, data: Object.fromEntries(data) as RecordData })
    })
    const tab = await openTab({ ...office, fetcher: cleaning })
    await tab.load(11)
    const before = (await postsOf(office)).length
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.dispatch(saveEntityRecord('postType', 'post', fields))
    tab.queue.resume()
    await decided(tab)
    expect([(await postsOf(office)).length, tab.queue.entries(), tab.troubles]).toEqual([before + 1, [], []])
  })

  it('is not made once more where a colleague has changed its title since: it is asked about', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    const fields = { title: 'Meeting notes', status: 'publish' as const }
    await tab.dispatch(saveEntityRecord('postType', 'post', fields))
    const [made] = (await postsOf(office)).filter(({ title }) => title === 'Meeting notes')
    const { data } = await office.site.fetcher({ path: `/wp/v2/posts?slug=${made?.slug}&_fields=id` })
    const [{ id }] = data as [{ id: number }]
    await office.site.as('ben')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { title: 'Minutes' } })
    tab.queue.resume()
    await decided(tab)
    expect(await titled(office, 'Meeting notes')).toEqual([])
    expect(tab.queue.entries()).toMatchObject([{ state: 'uncertain' }])
  })

  it.each(['ada', 'ben'])('is asked about where %s has rewritten all of the draft elsewhere', async (who) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.save(tab.draft({ title: 'Notes', content: 'First words' }))
    const { data } = await office.site.as('ben')({
      path: '/wp/v2/posts?status=draft&_fields=id&context=edit',
    })
    const [{ id }] = data as [{ id: number }]
    await office.site.as(who)({
      ...{ path: `/wp/v2/posts/${id}`, method: 'PUT' },
      data: { title: 'Minutes', content: 'Other words' },
    })
    tab.queue.resume()
    await decided(tab)
    expect(tab.queue.entries()).toMatchObject([{ what: 'create', state: 'uncertain' }])
    expect(await titled(office, 'Notes')).toEqual([])
  })

  it('that was not made is made without a question beside what this person has written since', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline')
    await tab.save(tab.draft({ title: 'Notes', content: 'First words' }))
    // Elsewhere, in one go, and here, in several.
    await office.site.as('ada')({ path: '/wp/v2/posts', method: 'POST', data: { title: 'On the phone' } })
    const other = await tab.dispatch(saveEntityRecord('postType', 'post', { title: 'Here' }))
    await tab.dispatch(saveEntityRecord('postType', 'post', { id: other?.id ?? 0, content: 'More' }))
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect(await titled(office, 'Notes')).toHaveLength(1)
  })

  it.each([0, 19, 20, 25, 130])('is found behind %i that others have made since', async (count) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.dispatch(saveEntityRecord('postType', 'post', { title: 'Once', status: 'publish' }))
    for (let at = 0; at < count; at++) await asBen(office, { title: `Ben ${at}`, status: 'publish' })
    tab.queue.resume()
    await decided(tab)
    expect([tab.queue.entries(), tab.troubles]).toEqual([[], []])
    const path = '/wp/v2/posts?context=edit&search=Once&status=any'
    expect((await office.site.as('ada')({ path })).data).toHaveLength(1)
  })

  it('is found where the host has answered before what is asked then', async () => {
    const office = openOffice()
    const cache = new Map<string, ReturnType<Fetcher>>()
    const cached = answering(office, (request, ask) => {
      const { path = '', method = 'GET' } = request
      if (method !== 'GET') return ask(request)
      return remembered(cache, path, () => ask(request))
    })
    const tab = await openTab({ ...office, fetcher: cached })
    await tab.load(11)
    for (const title of ['First', 'Second']) {
      tab.queue.pause()
      office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
      await tab.dispatch(saveEntityRecord('postType', 'post', { title, status: 'publish' }))
      tab.queue.resume()
      await decided(tab)
    }
    expect([tab.queue.entries(), tab.troubles]).toEqual([[], []])
    expect(await titled(office, 'Second')).toHaveLength(1)
  })

  it('is asked about where the list does not reach back to it', async () => {
    const office = openOffice()
    const short = answering(office, async (request, ask) => {
      // A site that has so many new posts that no page of them is the last.
      if (!request.path?.includes('orderby=id')) return ask(request)
      const [, size = '0'] = /per_page=(\d+)/.exec(request.path) ?? []
      const [, offset = '0'] = /offset=(\d+)/.exec(request.path) ?? []
      const row = (at: number) => ({
        id: 1_000_000 - Number(offset) - at,
        author: 2,
        title: { raw: 'Other' },
      })
      const data = Array.from({ length: Number(size) }, (_, at) => row(at))
      return { data, status: 200, headers: new Headers() }
    })
    const tab = await openTab({ ...office, fetcher: short })
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.dispatch(saveEntityRecord('postType', 'post', { title: 'Once', status: 'publish' }))
    await decided(tab)
    expect(tab.queue.entries()).toMatchObject([{ state: 'uncertain' }])
    expect(await titled(office, 'Once')).toHaveLength(1)
  })

  it('is not the earlier one of the same words that this person has made elsewhere', async () => {
    const office = openOffice()
    const dated = answering(office, async (request, ask) => {
      const answer = await ask(request)
      return { ...answer, headers: new Headers({ Date: 'Fri, 05 Jan 2024 12:00:00 GMT' }) }
    })
    const before = { title: 'Daily notes', date_gmt: '2024-01-01T12:00:00' }
    await office.site.as('ada')({ path: '/wp/v2/posts', method: 'POST', data: before })
    const tab = await openTab({ ...office, fetcher: dated })
    office.site.fail('POST /wp/v2/posts', 'offline')
    await tab.dispatch(saveEntityRecord('postType', 'post', { title: 'Daily notes' }))
    await decided(tab)
    expect(await titled(office, 'Daily notes')).toHaveLength(2)
  })

  it('of a type that does not tell of authors, is found by a slug of its own, also by the next page', async () => {
    for (const dies of [false, true]) {
      const office = openOffice()
      const page = office.storage.tab()
      const tab = await openTab(office, { page })
      await tab.load(11)
      const held = office.site.hold('POST /wp/v2/blocks')
      office.site.fail('POST /wp/v2/blocks', 'offline', { done: true })
      const draft = tab.dispatch(
        createEntityRecord<string, string>('postType', 'wp_block', {
          title: 'Bees',
          content: 'Text',
          status: 'publish',
        }),
      )
      await tab.durability.flush()
      const saving = tab.saveAll()
      await until(() => held.waiting.length > 0)
      if (dies) page.kill()
      held.end()
      const next = dies ? await openTab(office, { page: page.reload() }) : tab
      if (dies) await next.load()
      await (dies ? next.saveAll() : saving)
      await next.queue.whenEmpty()
      const { data } = await office.site.as('ada')({ path: '/wp/v2/blocks?search=Bees&status=any' })
      expect(data).toMatchObject([{ slug: 'bees' }])
      expect(selectCurrentId(next.getState(), 'postType', 'wp_block', draft)).toBe(
        (data as RecordData[])[0]?.id,
      )
      expect(next.troubles).toEqual([])
    }
  })
})

describe('A file whose answer was lost', () => {
  it('is not taken for the one of the same name that a colleague has uploaded', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/media', 'offline')
    await tab.dispatch(uploadMedia(new File(['a picture'], 'image.png', { type: 'image/png' })))
    const body = new FormData()
    body.append('file', new File(['another'], 'image.png', { type: 'image/png' }))
    await office.site.as('ben')({ path: '/wp/v2/media', method: 'POST', body })
    tab.queue.resume()
    await decided(tab)
    const { data } = await office.site.as('ada')({ path: '/wp/v2/media' })
    expect((data as RecordData[]).map(({ author }) => author)).toEqual([1, 2])
    expect(tab.queue.entries()).toEqual([])
  })
})

describe('A new post of the queue on a site, or behind a cache, that does not look at the slug of a list', () => {
  /** What was asked by slug is answered with other rows. */
  async function misled(rows: (marker: string) => readonly RecordData[]) {
    const office = openOffice()
    const fetcher = answering(office, async (request, ask) => {
      const [, marker] = /slug=(c-[0-9a-f]+)/.exec(request.path ?? '') ?? []
      if (marker === undefined) return ask(request)
      return { data: rows(marker), status: 200, headers: new Headers() }
    })
    const tab = await openTab({ ...office, fetcher }, { queue: 'always' })
    await tab.load(11)
    office.site.fail('POST /wp/v2/posts', 'offline')
    await tab.save(tab.draft({ title: 'Mine', content: 'my words', status: 'publish' }))
    await decided(tab)
    return { office, tab }
  }

  it.each<[string, (marker: string) => readonly RecordData[]]>([
    ["somebody's published post", () => [{ id: 12, slug: 'post-12', status: 'publish' }]],
    [
      'somebody’s post beside its own',
      (slug) => [
        { id: 12, slug: 'post-12' },
        { id: 13, slug },
      ],
    ],
    [
      'its own without an id',
      (slug) => [
        { slug, status: 'draft' },
        { id: 13, slug: `${slug}__trashed` },
      ],
    ],
  ])('is asked about and writes to none of them: %s', async (_, rows) => {
    const { office, tab } = await misled(rows)
    expect(tab.queue.entries()).toMatchObject([{ what: 'create', state: 'uncertain' }])
    expect(office.writes().map((line) => line.split(' {')[0])).toEqual(['POST /wp/v2/posts'])
  })

  it.each<[string, (marker: string) => readonly RecordData[]]>([
    ['published by now', (slug) => [{ id: 12, slug, status: 'publish' }]],
    ['of another slug', () => [{ id: 12, slug: 'post-12', status: 'draft' }]],
    ['of a slug that begins like it', (slug) => [{ id: 12, slug: `${slug}-2`, status: 'draft' }]],
    [
      'without an id',
      (slug) => [
        { slug, status: 'draft' },
        { id: 12, slug: 'post-12', status: 'draft' },
      ],
    ],
  ])('deletes nothing as its twin that is %s', async (_, rows) => {
    const office = openOffice()
    let isMade = false
    const fetcher = answering(office, async (request, ask) => {
      const [, marker] = /slug=(c-[0-9a-f]+)/.exec(request.path ?? '') ?? []
      if (request.method === 'PUT') isMade = true
      if (marker === undefined) return ask(request)
      const isLookUp = request.path?.includes('__trashed')
      return { data: isLookUp ? [] : rows(marker), status: 200, headers: new Headers() }
    })
    const tab = await openTab({ ...office, fetcher }, { queue: 'always' })
    await tab.load(11)
    // Sent twice, so that it looks for twins at once; and once, so that it looks in the end.
    for (const fails of [true, false]) {
      if (fails) office.site.fail('POST /wp/v2/posts', 'offline')
      await tab.save(tab.draft({ title: `Mine ${fails}`, status: 'publish' }))
      await tab.queue.whenEmpty()
    }
    await tab.save(tab.draft({ title: 'Last' }))
    await tab.queue.whenEmpty()
    expect(isMade).toBe(true)
    expect(office.writes().filter((line) => line.startsWith('DELETE'))).toEqual([])
    expect((await postsOf(office)).map(({ title }) => title)).toContain('Post 12')
  })
})

describe('A create that a proxy sends twice', () => {
  it.each(['post', 'file'])('leaves one %s behind', async (what) => {
    const office = openOffice()
    const twice = answering(office, async (request, ask) => {
      if (request.method === 'POST' && /^\/wp\/v2\/(posts|media)/.test(request.path ?? '')) await ask(request)
      return ask(request)
    })
    const tab = await openTab({ ...office, fetcher: twice }, { queue: 'always' })
    await tab.load(11)
    if (what === 'post') tab.draft({ title: 'Sent twice', status: 'publish' })
    else tab.upload('twice.png')
    await tab.saveAll()
    await tab.queue.whenEmpty()
    await until(() => office.writes().some((line) => line.startsWith('DELETE')))
    const path = what === 'post' ? '/wp/v2/posts?status=any&search=Sent twice' : '/wp/v2/media'
    const rows = (await office.site.as('ada')({ path })).data as RecordData[]
    expect(rows.map(({ slug }) => slug)).toEqual([what === 'post' ? 'sent-twice' : 'twice'])
  })
})

describe('A new record on a site with durable.php', () => {
  it('is sent with a key in any case, and known by it', async () => {
    const office = openOffice({ durable: true })
    const keys: (string | undefined)[] = []
    const watched = answering(office, (request, ask) => {
      if (request.method === 'POST')
        keys.push((request.headers as Record<string, string>)?.['Idempotency-Key'])
      return ask(request)
    })
    const tab = await openTab({ ...office, fetcher: watched })
    await tab.load(11)
    // The first one that the page makes; one whose answer is lost; and one after that, with many of others between.
    for (const done of [undefined, true, false, undefined]) {
      if (done !== undefined) office.site.fail('POST /wp/v2/posts', 'offline', { done })
      await tab.dispatch(saveEntityRecord('postType', 'post', { title: 'Keyed', status: 'publish' }))
      await tab.queue.whenEmpty()
      for (let at = 0; at < 25; at++) await asBen(office, { title: `Ben ${at}` })
    }
    await tab.dispatch(saveEntityRecord('taxonomy', 'category', { name: 'Bees' }))
    await tab.dispatch(saveEntityRecord('root', 'comment', { post: 11, content: 'Bees' }))
    expect(keys).toHaveLength(8)
    expect(keys.every((key) => /^[0-9a-f]{16}$/.test(key ?? ''))).toBe(true)
    expect(new Set(keys).size).toBe(6)
    const { data } = await office.site.as('ada')({ path: '/wp/v2/posts?search=Keyed&status=any' })
    expect(data).toHaveLength(4)
    expect(tab.troubles).toEqual([])
  })

  it('that was made by a page which died before the answer, is known by its key to the next page', async () => {
    const office = openOffice({ durable: true })
    const page = office.storage.tab()
    const tab = await openTab(office, { page })
    await tab.load(11)
    const draft = tab.draft({ title: 'Keyed' })
    await tab.durability.flush()
    const held = office.site.hold('POST /wp/v2/posts')
    void tab.save(draft)
    await until(() => held.waiting.length > 0)
    page.kill()
    held.end()
    for (let at = 0; at < 25; at++) await asBen(office, { title: `Ben ${at}` })
    await office.site.as('ada')({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Keyed' } })
    office.site.clearRequests()
    const next = await openTab(office, { page: page.reload() })
    await next.load(11)
    await next.save(draft)
    await next.queue.whenEmpty()
    expect(office.writes().map((line) => line.split(' {')[0])).toEqual(['POST /wp/v2/posts'])
    const { data } = await office.site.as('ada')({ path: '/wp/v2/posts?search=Keyed&status=any' })
    expect(data).toHaveLength(2)
    expect(selectCurrentId(next.getState(), 'postType', 'post', draft)).toBe(14)
  })
})
