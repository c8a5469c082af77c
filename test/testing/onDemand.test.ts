import { createRestFetcher } from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it, vi } from 'vitest'

const path = '/wp/v2/posts/7'
const posts = [{ id: 7, title: 'Hello' }]
const put = (data: object, headers?: Record<string, string>) => ({
  path,
  method: 'PUT',
  data,
  ...(headers && { headers }),
})

describe('a request that fails when the site has done its work', () => {
  it.each([
    ['offline', { code: 'fetch_error', status: 0 }],
    ['html', { code: 'invalid_json', status: 200 }],
    [
      { status: 500, code: 'internal_server_error' },
      { code: 'internal_server_error', status: 500 },
    ],
  ] as const)('%j', async (failure, error) => {
    const { fetcher, fail, requests } = createMockSite({ posts })
    fail('PUT /wp/v2/posts/7', failure, { done: true })
    await expect(fetcher(put({ title: 'Changed' }))).rejects.toMatchObject(error)
    expect((await fetcher({ path })).data).toMatchObject({ title: { rendered: 'Changed' } })
    expect(requests[0]?.status).toBe(error.status)
  })

  it('as often as is asked', async () => {
    const { fetcher, fail } = createMockSite({ posts })
    fail(/^PUT/, 'offline', { times: 2, done: true })
    for (const title of ['One', 'Two']) await expect(fetcher(put({ title }))).rejects.toThrow()
    expect((await fetcher(put({ content: 'Text' }))).data).toMatchObject({ title: { raw: 'Two' } })
  })
})

describe('a write that fails in a batch', () => {
  it('is the one that was meant by its text; the others are done', async () => {
    const { fetcher, fail } = createMockSite({ posts: [...posts, { id: 8, title: 'Other' }] })
    fail('PUT /wp/v2/posts/7', { status: 403, code: 'rest_cannot_edit' })
    const requests = [7, 8].map((id) => ({
      path: `/wp/v2/posts/${id}`,
      method: 'PUT',
      body: { title: 'Changed' },
    }))
    const send = async () => (await fetcher({ path: '/batch/v1', method: 'POST', data: { requests } })).data
    expect(await send()).toMatchObject({
      responses: [{ status: 403, body: { code: 'rest_cannot_edit' } }, { status: 200 }],
    })
    expect((await fetcher({ path })).data).toMatchObject({ title: { rendered: 'Hello' } })
    expect(await send()).toMatchObject({ responses: [{ status: 200 }, { status: 200 }] })
  })
})

describe('a site with durable.php', () => {
  it('keeps nothing for a write that was refused', async () => {
    const { fetcher } = createMockSite({ durable: true })
    const data = { username: 'editor', email: 'bo@example.org', password: 'secret' }
    const make = () =>
      fetcher({ method: 'POST', path: '/wp/v2/users', data, headers: { 'Idempotency-Key': 'k' } })
    await expect(make()).rejects.toMatchObject({ code: 'existing_user_login' })
    await fetcher({ method: 'DELETE', path: '/wp/v2/users/2?force=true&reassign=1' })
    expect((await make()).status).toBe(201)
  })

  it('does a write again whose key is older than 35 days, and answers a younger one as before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { fetcher } = createMockSite({ durable: true })
      const send = async () => {
        const headers = { 'Idempotency-Key': 'key' }
        const { data } = await fetcher({
          path: '/wp/v2/posts',
          method: 'POST',
          data: { title: 'A' },
          headers,
        })
        return (data as { id: number }).id
      }
      const first = await send()
      vi.setSystemTime(Date.now() + 34 * 86_400_000)
      expect(await send()).toBe(first)
      vi.setSystemTime(Date.now() + 2 * 86_400_000)
      expect(await send()).not.toBe(first)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the current user', () => {
  it('is another one after another sign-in, for what has the fetcher already too', async () => {
    const { fetcher, signIn, requests } = createMockSite({ posts, currentUser: 'administrator' })
    await fetcher({ path })
    signIn('editor')
    await fetcher({ path })
    signIn(null)
    await expect(fetcher(put({ title: 'x' }))).rejects.toMatchObject({
      code: 'rest_cannot_edit',
      status: 401,
    })
    expect(requests.map(({ user }) => user)).toEqual(['administrator', 'editor', null])
  })

  it('is not one that nobody knows', () => {
    expect(() => createMockSite().signIn('nobody')).toThrow('The mock site has no user nobody.')
  })
})

describe('the clock', () => {
  it('stands still, so that writes fall into one second, and goes on', async () => {
    const { fetcher, stopClock } = createMockSite({ posts })
    const times: unknown[] = []
    const write = async (title: string) => {
      times.push(((await fetcher(put({ title }))).data as { modified: string }).modified)
    }
    await write('One')
    const goOn = stopClock()
    await write('Two')
    await write('Three')
    goOn()
    await write('Four')
    expect(times).toEqual(['01', '01', '01', '02'].map((second) => `2024-01-01T00:00:${second}`))
  })
})

describe('rows that the order of a list does not tell apart', () => {
  const content = {
    posts: Array.from({ length: 12 }, (_, index) => ({ id: index + 1, title: `Post ${index % 3}` })),
  }
  const read = async (site: ReturnType<typeof createMockSite>) => {
    const { data } = await site.fetcher({
      path: '/wp/v2/posts?orderby=title&order=asc&per_page=12&context=edit',
    })
    return data as { id: number; title: { raw: string } }[]
  }

  it('come in the order in which they were made', async () => {
    const site = createMockSite(content)
    expect((await read(site)).slice(0, 4).map(({ id }) => id)).toEqual([1, 4, 7, 10])
  })

  it('come in other orders where they are to, the same on each run, and never against the order', async () => {
    const orders = new Set<string>()
    for (const run of [1, 2]) {
      const site = createMockSite(content)
      const stop = site.shuffleTies(5)
      const seen = []
      for (let count = 0; count < 5; count++) {
        const rows = await read(site)
        expect(
          rows.map(({ title }) => title.raw),
          `run ${run}`,
        ).toEqual([0, 1, 2].flatMap((title) => Array.from({ length: 4 }, () => `Post ${title}`)))
        seen.push(rows.map(({ id }) => id).join())
      }
      expect(new Set(seen).size).toBeGreaterThan(1)
      orders.add(seen.join(' '))
      stop()
      expect((await read(site))[0]?.id).toBe(1)
    }
    expect(orders.size).toBe(1)
  })
})

describe('preconditions', () => {
  it('are not there, as on WordPress', async () => {
    const { fetcher } = createMockSite({ posts })
    expect((await fetcher({ path })).headers.get('ETag')).toBeNull()
    await expect(fetcher(put({ title: 'x' }, { 'If-Match': '"old"' }))).resolves.toMatchObject({
      status: 200,
    })
  })

  it('let a write through that knows the record as it is, and no other', async () => {
    const { fetcher, as } = createMockSite({ posts, preconditions: true })
    const { headers } = await fetcher({ path })
    const tag = headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"\w+"$/)
    expect((await as(null)({ path })).headers.get('ETag')).toBe(tag)

    const saved = await fetcher(put({ title: 'Mine' }, { 'If-Match': tag }))
    const next = saved.headers.get('ETag') ?? ''
    expect(next).not.toBe(tag)
    const refused = fetcher(put({ title: 'Theirs' }, { 'If-Match': tag }))
    await expect(refused).rejects.toMatchObject({ status: 412, code: 'rest_precondition_failed' })
    expect((await fetcher({ path })).data).toMatchObject({ title: { rendered: 'Mine' } })
    await expect(fetcher(put({ title: 'Again' }, { 'If-Match': next }))).resolves.toMatchObject({
      status: 200,
    })
    await expect(fetcher(put({ title: 'Any' }, { 'If-Match': '*' }))).resolves.toMatchObject({ status: 200 })
  })

  it('come over the network as well, with the tag of what was made', async () => {
    const site = createMockSite({ posts, preconditions: true })
    const fetch = ((input: RequestInfo, init?: RequestInit) =>
      site.respond(new Request(input, init))) as typeof globalThis.fetch
    const fetcher = createRestFetcher({ root: site.root, fetch, retry: false })
    const made = await fetcher({ path: '/wp/v2/posts', method: 'POST', data: { title: 'New' } })
    const { id } = made.data as { id: number }
    expect(made.headers.get('ETag')).toBe((await fetcher({ path: `/wp/v2/posts/${id}` })).headers.get('ETag'))
  })
})

describe('a draft', () => {
  const site = () => createMockSite({ posts: [{ id: 7, title: 'Hello', status: 'draft' }] })

  it('has the date of its last save, until it is published', async () => {
    const { fetcher } = site()
    const dates: unknown[] = []
    for (const data of [{ title: 'One' }, { title: 'Two' }, { status: 'publish' }, { title: 'Three' }]) {
      dates.push(((await fetcher(put(data))).data as { date: string }).date.slice(-2))
    }
    expect(dates).toEqual(['01', '02', '03', '03'])
  })

  it('keeps a date that somebody gave it', async () => {
    const { fetcher } = site()
    const date = '2023-05-05T05:05:05'
    await fetcher(put({ date }))
    expect((await fetcher(put({ title: 'One' }))).data).toMatchObject({ date })
    expect((await fetcher(put({ date: null, title: 'Two' }))).data).not.toMatchObject({ date })
  })

  it('keeps a slug of its own, and gets one from its title where it is taken away and published', async () => {
    const { fetcher } = site()
    expect((await fetcher(put({ slug: 'marker' }))).data).toMatchObject({ slug: 'marker' })
    expect((await fetcher(put({ slug: '', title: 'High Water' }))).data).toMatchObject({ slug: '' })
    expect((await fetcher(put({ status: 'publish' }))).data).toMatchObject({ slug: 'high-water' })
    expect((await fetcher(put({ slug: '', title: 'Low Water' }))).data).toMatchObject({ slug: 'low-water' })
  })
})

describe('an excerpt that nobody wrote', () => {
  it('has the first words, without lists and pictures, and a dash for a hyphen that stands alone', async () => {
    const content = [
      '<!-- wp:paragraph --><p>High water - at noon</p><!-- /wp:paragraph -->',
      '<!-- wp:list --><ul><!-- wp:list-item --><li>Low</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
      '<!-- wp:image {"id":4} --><figure><figcaption>A quay</figcaption></figure><!-- /wp:image -->',
      '<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>Said</p><!-- /wp:paragraph --></blockquote><!-- /wp:quote -->',
    ].join('\n')
    const { fetcher } = createMockSite({ posts: [{ id: 7, title: 'Tides', content }] })
    const { data } = await fetcher({ path })
    expect(data).toMatchObject({ excerpt: { rendered: '<p>High water &#8211; at noon Said</p>\n' } })
  })
})
