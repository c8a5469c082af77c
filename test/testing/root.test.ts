import { createEntityStore, createRestFetcher, fetchEntityRecord } from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { describe, expect, it } from 'vitest'

describe('A mock site with a root', () => {
  it.each(['https://example.org/wp-json/', 'https://example.org/shop/wp-json'])(
    'answers over the network what a fetcher of that root asks: %s',
    async (root) => {
      const site = createMockSite({ root, posts: [{ id: 7, title: 'Hello' }] })
      const server = setupServer(...site.handlers(http))
      server.listen({ onUnhandledRequest: 'error' })
      const store = createEntityStore({ fetcher: createRestFetcher({ root }), devTools: false })
      const post = await store.dispatch(fetchEntityRecord('postType', 'post', 7))
      server.close()
      expect(post?.title.raw).toBe('Hello')
      expect(post?.link).toContain(root.replace(/\/wp-json\/?$/, ''))
      expect(site.root).toBe(root.endsWith('/') ? root : `${root}/`)
    },
  )

  it.each(['example.org/wp-json/', 'https://example.org/', 'https://example.org/?rest_route=/'])(
    'says what a root is that it can not have: %s',
    (root) => {
      expect(() => createMockSite({ root })).toThrow(/ends in \/wp-json\//)
    },
  )

  it('fails with a status alone', async () => {
    const site = createMockSite({ posts: [{ id: 7 }] })
    site.fail('GET /wp/v2/posts/7', { status: 500 })
    const failed = site.fetcher({ path: '/wp/v2/posts/7' })
    await expect(failed).rejects.toMatchObject({ status: 500, code: 'mock_failure' })
  })
})
