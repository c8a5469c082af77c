import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  RestError,
  saveEditedEntityRecord,
  selectCanUser,
  selectEditedEntityRecord,
  selectSaveError,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passes } from '../support/until'

const hello = { id: 7, title: 'Hello', content: 'Text' }
const path = '/wp/v2/posts/7?context=edit'

describe('a mock site', () => {
  it('keeps what a store saves', async () => {
    const site = createMockSite({ posts: [hello] })
    const { dispatch, getState } = createEntityStore({ fetcher: site.fetcher, devTools: false })
    await dispatch(fetchEntityRecord('postType', 'post', 7))
    expect(selectCanUser(getState(), 'update', { kind: 'postType', name: 'post', id: 7 })).toBe(true)
    dispatch(editEntityRecord('postType', 'post', 7, { title: 'Changed' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', 7))

    const other = createEntityStore({ fetcher: site.fetcher, devTools: false })
    const post = await other.dispatch(fetchEntityRecord('postType', 'post', 7))
    expect(post?.title).toEqual({ raw: 'Changed', rendered: 'Changed' })
  })

  it('answers the same on every run, dates and ids included', async () => {
    const run = async () => {
      const { fetcher } = createMockSite({ posts: [hello] })
      await fetcher({ path: '/wp/v2/posts', method: 'POST', data: { title: 'New', status: 'publish' } })
      return (await fetcher({ path: '/wp/v2/posts?context=edit' })).data
    }
    expect(await run()).toEqual(await run())
  })

  it('takes the excerpt of a page, which WordPress does though pages do not support one', async () => {
    const ask = createMockSite().as('editor')
    const data = { title: 'Harbour', status: 'draft' }
    const page = (await ask({ path: '/wp/v2/pages', method: 'POST', data })).data as { id: number }
    const path = `/wp/v2/pages/${page.id}`
    const answer = await ask({ path, method: 'PUT', data: { excerpt: 'Short' } })
    expect(answer.data).toMatchObject({ excerpt: { raw: 'Short' } })
    const revisions = await ask({ path: `${path}/revisions?context=edit` })
    expect(revisions.data).toMatchObject([{ excerpt: { raw: 'Short' } }])
  })

  it('reads the terms of a taxonomy of its own in the notations that WordPress takes', async () => {
    const { fetcher } = createMockSite({
      postTypes: { book: { name: 'Books', restBase: 'books', taxonomies: ['genre'] } },
      taxonomies: {
        genre: {
          name: 'Genres',
          restBase: 'genres',
          hierarchical: false,
          types: ['book'],
          manage: 'manage_categories',
          assign: 'edit_posts',
        },
      },
      terms: [
        { id: 5, name: 'Crime', taxonomy: 'genre' },
        { id: 6, name: 'Sea', taxonomy: 'genre' },
      ],
    })
    const data = { title: 'Tides', genres: '5,6' }
    expect((await fetcher({ method: 'POST', path: '/wp/v2/books', data })).data).toMatchObject({
      genres: [5, 6],
    })
  })

  it('shares nothing with another one', async () => {
    const content = { posts: [hello] }
    const one = createMockSite(content)
    const other = createMockSite(content)
    await one.fetcher({
      path,
      method: 'PUT',
      data: { title: 'Changed', categories: [], meta: { footnotes: 'x' } },
    })
    const { data } = await other.fetcher({ path })
    expect(data).toMatchObject({ title: { raw: 'Hello' }, categories: [1], meta: { footnotes: '' } })
  })

  it('lets each user do what the role allows', async () => {
    const site = createMockSite({ posts: [hello] })
    const refused = site.as('contributor')({ path, method: 'PUT', data: { title: 'x' } })
    await expect(refused).rejects.toMatchObject({ code: 'rest_cannot_edit', status: 403 })
    await expect(site.as(null)({ path })).rejects.toMatchObject({ status: 401 })
    expect((await site.as('editor')({ path })).headers.get('allow')).toBe('GET, POST, PUT, PATCH, DELETE')
  })

  it('refuses to be asked as somebody that it does not know', () => {
    expect(() => createMockSite().as('nobody')).toThrow('The mock site has no user nobody. Name it in users.')
    expect(() => createMockSite({ posts: [{ author: 'nobody' }] })).toThrow('has no user nobody')
    expect(() => createMockSite({ posts: [{ type: 'none' }] })).toThrow('has no post type none')
  })

  it('says of a route that it does not have that it is its gap', async () => {
    const { fetcher } = createMockSite()
    const error = await fetcher({ path: '/wp/v2/font-families/1' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RestError)
    expect(error).toMatchObject({
      code: 'rest_no_route',
      data: {
        mock: 'The mock site does not know GET /wp/v2/font-families/1, though a real site does. Answer it yourself.',
      },
    })
  })

  it('makes auto-drafts, which REST can not', async () => {
    const site = createMockSite()
    const id = site.addAutoDraft({ author: 'author' })
    const draft = { path: `/wp/v2/posts/${id}?context=edit` }
    expect((await site.as('author')(draft)).data).toMatchObject({ status: 'auto-draft', author: 3 })
  })

  it('does nothing for a request that was aborted before it was sent', async () => {
    const site = createMockSite()
    const signal = AbortSignal.abort()
    const data = { title: 'x' }
    await expect(site.fetcher({ path: '/wp/v2/posts', method: 'POST', data, signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(site.requests).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString'])('takes %s for nothing special', async (name) => {
    const { fetcher } = createMockSite({ posts: [hello] })
    for (const place of ['types', 'taxonomies', 'statuses']) {
      await expect(fetcher({ path: `/wp/v2/${place}/${name}` })).rejects.toMatchObject({ status: 404 })
    }
    const data = JSON.parse(`{ "meta": { "${name}": 1 }, "${name}": 1 }`) as object
    const { data: saved } = await fetcher({ path, method: 'PUT', data })
    expect(saved).toMatchObject({ meta: { footnotes: '' } })
    expect(Object.hasOwn(saved as object, name)).toBe(false)
  })
})

describe('the log of a mock site', () => {
  it('has each request with its user, its body and its status', async () => {
    const site = createMockSite({ posts: [hello] })
    await site.as('editor')({ path: '/wp/v2/posts?search=a%20b' })
    await site
      .as(null)({ path, method: 'PUT', data: { title: 'x' } })
      .catch(() => undefined)
    expect(site.requests).toEqual([
      { method: 'GET', path: '/wp/v2/posts?search=a b', user: 'editor', body: {}, status: 200 },
      { method: 'PUT', path, user: null, body: { title: 'x' }, status: 401 },
    ])
    site.clearRequests()
    expect(site.requests).toEqual([])
  })
})

describe('on demand', () => {
  it('a request fails once, and the site has done nothing', async () => {
    const site = createMockSite({ posts: [hello] })
    const { dispatch, getState } = createEntityStore({ fetcher: site.fetcher, devTools: false })
    await dispatch(fetchEntityRecord('postType', 'post', 7))
    dispatch(editEntityRecord('postType', 'post', 7, { title: 'Changed' }))
    site.fail('PUT /wp/v2/posts/7', { status: 503, code: 'busy', message: 'Try again.' })
    await dispatch(saveEditedEntityRecord('postType', 'post', 7))
    expect(selectSaveError(getState(), 'postType', 'post', 7)).toMatchObject({ code: 'busy', status: 503 })
    expect(selectEditedEntityRecord(getState(), 'postType', 'post', 7)?.title).toBe('Changed')
    expect((await site.fetcher({ path })).data).toMatchObject({ title: { raw: 'Hello' } })

    await dispatch(saveEditedEntityRecord('postType', 'post', 7))
    expect((await site.fetcher({ path })).data).toMatchObject({ title: { raw: 'Changed' } })
  })

  it.each([
    ['offline', { code: 'fetch_error', status: 0 }],
    ['html', { code: 'invalid_json', status: 200 }],
  ] as const)('a request fails by %s', async (failure, error) => {
    const site = createMockSite({ posts: [hello] })
    site.fail(/posts/, failure, 2)
    await expect(site.fetcher({ path })).rejects.toMatchObject(error)
    await expect(site.fetcher({ path })).rejects.toMatchObject(error)
    await expect(site.fetcher({ path })).resolves.toMatchObject({ status: 200 })
  })

  it('a failure ends early', async () => {
    const site = createMockSite({ posts: [hello] })
    site.fail(({ user }) => user === 'administrator', 'offline', 9)()
    await expect(site.fetcher({ path })).resolves.toMatchObject({ status: 200 })
  })

  it('held answers come in the order of the test', async () => {
    const site = createMockSite({ posts: [hello] })
    const held = site.hold('PUT /wp/v2/posts/7')
    const order: string[] = []
    const save = async (title: string) => {
      await site.fetcher({ path, method: 'PUT', data: { title } })
      order.push(title)
    }
    const saves = [save('First'), save('Second')]
    await passes(() => expect(held.waiting).toHaveLength(2))
    held.release(1)
    await saves[1]
    held.release()
    await saves[0]
    expect(order).toEqual(['Second', 'First'])
    expect(() => held.release()).toThrow('No answer waits at place 0: 0 are held.')
    held.end()
    await save('Third')
    expect(order).toEqual(['Second', 'First', 'Third'])
  })

  it('a held answer says what the site said when it was asked', async () => {
    const site = createMockSite({ posts: [hello] })
    const held = site.hold(/^GET/)
    const read = site.fetcher({ path })
    await site.fetcher({ path, method: 'PUT', data: { title: 'Later' } })
    held.end()
    expect((await read).data).toMatchObject({ title: { raw: 'Hello' } })
  })
})

describe('an answer that comes later', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('comes after its milliseconds', async () => {
    const site = createMockSite({ posts: [hello] })
    const stop = site.delay(/posts/, 1000)
    const answered = vi.fn()
    const request = site.fetcher({ path }).then(answered)
    await vi.advanceTimersByTimeAsync(999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await request
    expect(answered).toHaveBeenCalledOnce()
    stop()
    await expect(site.fetcher({ path })).resolves.toMatchObject({ status: 200 })
  })
})

describe('an address of another site', () => {
  it.each(['https://elsewhere.test/wp-json/wp/v2/posts/7', 'https://site.test/about'])(
    'is not answered: %s',
    async (url) => {
      const site = createMockSite({ posts: [{ id: 7 }] })
      const message = `The mock site at ${site.root} can not answer ${url}. Give a path of it.`
      await expect(site.respond(new Request(url, { method: 'PUT', body: '{}' }))).rejects.toThrow(message)
      await expect(site.fetcher({ url })).rejects.toThrow(message)
      expect(site.requests).toEqual([])
    },
  )
})

describe('through msw', () => {
  const site = createMockSite({ posts: [hello] })
  const server = setupServer(...site.handlers(http))
  beforeEach(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.close())

  it('the same site answers fetch', async () => {
    const fetcher = createRestFetcher({ root: site.root, retry: false })
    const store = createEntityStore({ fetcher, devTools: false })
    const posts = await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 5 }))
    expect(posts?.map(({ title }) => title.raw)).toEqual(['Hello'])
    await fetcher({ path, method: 'PUT', data: { title: 'By fetch' } })
    expect((await site.fetcher({ path })).data).toMatchObject({ title: { raw: 'By fetch' } })
  })

  it('somebody else signs in by a username', async () => {
    const authorization = { username: 'subscriber', password: 'any' }
    const fetcher = createRestFetcher({ root: site.root, authorization, retry: false })
    await expect(fetcher({ path, method: 'PUT', data: {} })).rejects.toMatchObject({
      code: 'rest_cannot_edit',
    })
  })

  it('failures fail as those of a network do', async () => {
    const fetcher = createRestFetcher({ root: site.root, retry: false })
    site.fail(/posts/, 'offline')
    await expect(fetcher({ path })).rejects.toMatchObject({ code: 'fetch_error', status: 0 })
    site.fail(/posts/, 'html')
    await expect(fetcher({ path })).rejects.toMatchObject({ code: 'invalid_json' })
  })
})

describe('ids', () => {
  it('are given once: what is made after a deletion is not the record that was deleted', async () => {
    const site = createMockSite({ terms: [{ id: 40, name: 'Seeded' }], posts: [{ id: 1 }] })
    const admin = site.as('administrator')
    const ids = async (base: string, data: Record<string, unknown>, more = '') => {
      const made: number[] = []
      for (let round = 0; round < 2; round++) {
        const answer = await admin({ path: `/wp/v2/${base}`, method: 'POST', data })
        const { id } = answer.data as { id: number }
        made.push(id)
        await admin({ path: `/wp/v2/${base}/${id}?force=true${more}`, method: 'DELETE' })
      }
      return made
    }
    await admin({ path: '/wp/v2/categories/40?force=true', method: 'DELETE' })
    expect(await ids('categories', { name: 'a' })).toEqual([41, 42])
    expect(await ids('tags', { name: 'b' })).toEqual([43, 44])
    const [user, nextUser] = await ids(
      'users',
      { username: 'c', email: 'c@x.org', password: 'p' },
      '&reassign=1',
    )
    expect(nextUser).toBe((user ?? 0) + 1)
    const [comment, nextComment] = await ids('comments', { post: 1, content: 'd' })
    expect(nextComment).toBe((comment ?? 0) + 1)
  })
})
