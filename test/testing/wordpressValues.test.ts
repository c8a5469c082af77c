import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

describe('what the mock site has where nobody has said anything', () => {
  it('is of the type of each registered meta field, and can be sent back as it was read', async () => {
    const meta = {
      text: {},
      count: { type: 'integer' },
      share: { type: 'number' },
      shown: { type: 'boolean' },
      list: { type: 'array' },
      table: { type: 'object' },
      size: { type: 'integer', default: 3 },
    } as const
    const { fetcher } = createMockSite({ posts: [{ id: 1, title: 'Post' }], postMeta: { post: meta } })
    const empty = { text: '', count: 0, share: 0, shown: false, list: [], table: [], size: 3 }
    const { data } = await fetcher({ path: '/wp/v2/posts/1?_fields=meta' })
    expect(data).toMatchObject({ meta: empty })
    const path = '/wp/v2/posts/1'
    const sent = await fetcher({ method: 'PUT', path, data: { meta: { ...empty, count: 1 } } })
    expect(sent.data).toMatchObject({ meta: { ...empty, count: 1 } })
    const schema = await fetcher({ method: 'OPTIONS', path: '/wp/v2/posts' })
    expect(schema.data).toMatchObject({
      schema: { properties: { meta: { properties: { count: { default: 0 }, shown: { default: false } } } } },
    })
  })
})

describe.each([
  ['pages', { pages: [1, 2, 3].map((id) => ({ id, title: `Page ${id}`, parent: id - 1 })) }],
  [
    'categories',
    { terms: [2, 3, 4].map((id) => ({ id, name: `Term ${id}`, parent: id === 2 ? 0 : id - 1 })) },
  ],
])('%s of the mock site', (route, content) => {
  it('are never above themselves: they come to the top, as on WordPress', async () => {
    const { fetcher } = createMockSite(content)
    const path = `/wp/v2/${route}`
    const ids = ((await fetcher({ path: `${path}?orderby=id&order=asc` })).data as { id: number }[])
      .map(({ id }) => id)
      .slice(-3)
    const [top, , lowest] = ids
    for (const parent of [top, lowest]) {
      const { data } = await fetcher({ method: 'PUT', path: `${path}/${top}`, data: { parent } })
      expect(data).toMatchObject({ parent: 0 })
    }
    const { data } = await fetcher({ method: 'PUT', path: `${path}/${lowest}`, data: { parent: top } })
    expect(data).toMatchObject({ parent: top })
  })
})
