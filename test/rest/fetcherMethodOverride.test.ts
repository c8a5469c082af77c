import { createRestFetcher } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeFetch, json, rejectionOf } from './fakeFetch'

const root = 'https://example.org/?rest_route=/'

/** What nginx answers, by itself, to whatever it takes for a file. */
const refusedByNginx = () => new Response('<h1>405 Not Allowed</h1>', { status: 405 })

/** A site whose plain permalinks stand behind nginx: PUT and DELETE do not come to WordPress. */
function behindNginx(answer: () => Response = () => json({ id: 1 })) {
  const { fetch, calls } = fakeFetch(({ method }) =>
    method === 'POST' || method === 'GET' ? answer() : refusedByNginx(),
  )
  return {
    fetch,
    sent: () => calls.map(({ method, headers }) => [method, headers.get('X-HTTP-Method-Override')]),
  }
}

describe('a write that the web server refuses for its method', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('is sent as POST, and so are all after it: %s', async (method) => {
    const { fetch, sent } = behindNginx()
    const fetcher = createRestFetcher({ root, fetch })
    const data = method === 'DELETE' ? undefined : { title: 'New' }
    expect((await fetcher({ path: '/wp/v2/posts/1', method, data })).data).toEqual({ id: 1 })
    await fetcher({ path: '/wp/v2/posts/2', method: 'PUT', data: {} })
    await fetcher({ path: '/wp/v2/posts' })
    expect(sent()).toEqual([
      [method, null],
      ['POST', method],
      ['POST', 'PUT'],
      ['GET', null],
    ])
  })

  it('at the same time as others is done like them', async () => {
    const { fetch, sent } = behindNginx()
    const fetcher = createRestFetcher({ root, fetch })
    const save = (id: number) => fetcher({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: {} })
    await Promise.all([save(1), save(2)])
    expect(sent().slice(2)).toEqual([
      ['POST', 'PUT'],
      ['POST', 'PUT'],
    ])
  })

  it('and as POST too has failed, and the next one is sent once', async () => {
    const { fetch, calls } = fakeFetch(refusedByNginx)
    const fetcher = createRestFetcher({ root, fetch })
    const save = () => rejectionOf(fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: {} }))
    expect(await save()).toMatchObject({ status: 405, code: 'invalid_json' })
    expect(await save()).toMatchObject({ status: 405 })
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'POST', 'PUT'])
  })

  it('is what the server said where that is JSON, where methodOverride is false, and elsewhere than at the root', async () => {
    const json405 = fakeFetch(() => json({ code: 'rest_no_route', message: 'No.' }, 405))
    const put = { path: '/wp/v2/posts/1', method: 'PUT', data: {} }
    await rejectionOf(createRestFetcher({ root, fetch: json405.fetch })(put))
    expect(json405.calls).toHaveLength(1)
    const never = behindNginx()
    await rejectionOf(createRestFetcher({ root, fetch: never.fetch, methodOverride: false })(put))
    const elsewhere = { url: 'https://elsewhere.org/notes/1', method: 'PUT', data: {} }
    await rejectionOf(createRestFetcher({ root, fetch: never.fetch })(elsewhere))
    expect(never.sent().map(([method]) => method)).toEqual(['PUT', 'PUT'])
  })

  it('keeps what WordPress says to the second try', async () => {
    const { fetch, sent } = behindNginx(() => json({ code: 'rest_cannot_edit', message: 'No.' }, 403))
    const fetcher = createRestFetcher({ root, fetch })
    const save = () => rejectionOf(fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: {} }))
    expect(await save()).toMatchObject({ code: 'rest_cannot_edit' })
    await save()
    expect(sent().map(([method]) => method)).toEqual(['PUT', 'POST', 'POST'])
  })
})
