import { createEntityStore, createRestFetcher, fetchEntityRecords } from 'copydesk'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

describe('the fetcher over the real fetch', () => {
  it('reads a record and its headers', async () => {
    server.use(
      http.get(`${root}wp/v2/posts/1`, ({ request }) =>
        HttpResponse.json(
          { id: 1, context: new URL(request.url).searchParams.get('context') },
          { headers: { Allow: 'GET, POST' } },
        ),
      ),
    )
    const answer = await createRestFetcher({ root })({ path: '/wp/v2/posts/1?context=edit' })
    expect(answer.data).toEqual({ id: 1, context: 'edit' })
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })

  it('reads through plain permalinks', async () => {
    server.use(
      http.get('https://example.org/index.php', ({ request }) =>
        HttpResponse.json(Object.fromEntries(new URL(request.url).searchParams)),
      ),
    )
    const fetcher = createRestFetcher({ root: 'https://example.org/index.php?rest_route=/' })
    const { data } = await fetcher({ path: '/wp/v2/templates/theme//a%20b?context=edit' })
    expect(data).toEqual({ rest_route: '/wp/v2/templates/theme//a b', context: 'edit' })
  })

  it('writes JSON with an application password', async () => {
    server.use(
      http.put(`${root}wp/v2/posts/1`, async ({ request }) =>
        HttpResponse.json({
          received: await request.json(),
          type: request.headers.get('content-type'),
          login: atob(request.headers.get('authorization')?.slice(6) ?? ''),
        }),
      ),
    )
    const fetcher = createRestFetcher({ root, authorization: { username: 'anna', password: 'ab cd' } })
    const { data } = await fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'New' } })
    expect(data).toEqual({ received: { title: 'New' }, type: 'application/json', login: 'anna:ab cd' })
  })

  it('uploads a form with its boundary', async () => {
    server.use(
      http.post(`${root}wp/v2/media`, ({ request }) =>
        HttpResponse.json({ type: request.headers.get('content-type') }, { status: 201 }),
      ),
    )
    const body = new FormData()
    body.append('file', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
    const { data } = await createRestFetcher({ root })({ path: '/wp/v2/media', method: 'POST', body })
    expect(data).toMatchObject({ type: expect.stringMatching(/^multipart\/form-data; boundary=/) })
  })

  it('takes 204 for null', async () => {
    server.use(http.delete(`${root}wp/v2/posts/1`, () => new HttpResponse(null, { status: 204 })))
    const answer = await createRestFetcher({ root })({ path: '/wp/v2/posts/1', method: 'DELETE' })
    expect(answer).toMatchObject({ status: 204, data: null })
  })

  it('takes the headers of HEAD without a body', async () => {
    server.use(http.head(`${root}wp/v2/posts`, () => new HttpResponse(null, { headers: { Allow: 'GET' } })))
    const answer = await createRestFetcher({ root })({ path: '/wp/v2/posts', method: 'HEAD' })
    expect(answer.data).toBeNull()
    expect(answer.headers.get('Allow')).toBe('GET')
  })

  it('rejects with fetch_error when the network fails', async () => {
    server.use(http.get(`${root}wp/v2/posts`, () => HttpResponse.error()))
    const fetcher = createRestFetcher({ root, retry: { retries: 1, baseDelay: 1 } })
    expect(await rejectionOf(fetcher({ path: '/wp/v2/posts' }))).toMatchObject({ code: 'fetch_error' })
  })

  it('rejects with the AbortError of the signal', async () => {
    const controller = new AbortController()
    server.use(
      http.get(`${root}wp/v2/posts`, () => {
        controller.abort()
        return new Promise<never>(() => {})
      }),
    )
    const { signal } = controller
    const error = await rejectionOf(createRestFetcher({ root })({ path: '/wp/v2/posts', signal }))
    expect(error).toBe(signal.reason)
  })

  it('refreshes its nonce from the site', async () => {
    server.use(
      http.get('https://example.org/wp-admin/admin-ajax.php', () => HttpResponse.text('fresh12345')),
      http.get(`${root}wp/v2/posts`, ({ request }) =>
        request.headers.get('x-wp-nonce') === 'fresh12345'
          ? HttpResponse.json([])
          : HttpResponse.json({ code: 'rest_cookie_invalid_nonce', message: 'No.' }, { status: 403 }),
      ),
    )
    const nonce = { initial: 'old', refresh: '/wp-admin/admin-ajax.php?action=rest-nonce' }
    expect((await createRestFetcher({ root, nonce })({ path: '/wp/v2/posts' })).data).toEqual([])
  })

  it('pages through a whole list', async () => {
    const ids = Array.from({ length: 230 }, (what, index) => index + 1)
    server.use(
      http.get(`${root}wp/v2/posts`, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
        return HttpResponse.json(
          ids.slice((page - 1) * 100, page * 100).map((id) => ({ id })),
          {
            headers: { 'X-WP-Total': '230', 'X-WP-TotalPages': '3' },
          },
        )
      }),
    )
    const store = createEntityStore({
      fetcher: createRestFetcher({ root }),
      entities: [{ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts', supportsPagination: true }],
      devTools: false,
    })
    const list = await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }))
    expect(list?.map(({ id }) => id)).toEqual(ids)
  })
})
