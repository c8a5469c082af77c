// @vitest-environment happy-dom
import { createRestFetcher, type UploadProgress } from 'copydesk'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'
const server = setupServer(
  http.post(`${root}wp/v2/media`, async ({ request }) =>
    HttpResponse.json(
      { body: await request.text(), nonce: request.headers.get('x-wp-nonce') },
      { status: 201, headers: { 'X-Custom': 'yes' } },
    ),
  ),
  http.post(`${root}broken`, () => HttpResponse.error()),
)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

describe('an upload with progress through a real XMLHttpRequest', () => {
  it('gives the answer with its headers, after telling of its progress', async () => {
    const told: UploadProgress[] = []
    const answer = await createRestFetcher({ root, nonce: 'n' })({
      path: '/wp/v2/media',
      method: 'POST',
      body: 'content',
      onProgress: (progress) => told.push(progress),
    })
    expect(answer.data).toEqual({ body: 'content', nonce: 'n' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-custom')).toBe('yes')
    expect(told.at(-1)).toMatchObject({ loaded: 7 })
  })

  it('rejects with fetch_error when the network fails', async () => {
    const fetcher = createRestFetcher({ root })
    const request = { path: '/broken', method: 'POST', body: 'x', onProgress: () => {} }
    expect(await rejectionOf(fetcher(request))).toMatchObject({ code: 'fetch_error', status: 0 })
  })
})
