import { createRestFetcher } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeFetch, json } from './fakeFetch'

const root = 'https://example.org/wp-json/'
const save = (content: string) => ({
  path: '/wp/v2/posts/1/autosaves',
  method: 'POST',
  data: { content },
  keepalive: true,
})

describe('a request that is to go on without its page', () => {
  it('does so, and no other does', async () => {
    const { fetch, calls } = fakeFetch(json({ id: 1 }))
    const fetcher = createRestFetcher({ root, fetch })
    await fetcher(save('Hello'))
    await fetcher({ ...save('Hello'), keepalive: false })
    expect(calls.map(({ init }) => init.keepalive)).toEqual([true, undefined])
  })

  it.each([
    ['65,536 bytes', 65_536 - '{"content":""}'.length, 'x', true],
    ['one byte more', 65_537 - '{"content":""}'.length, 'x', undefined],
    ['as many characters of two bytes each', 40_000, 'é', undefined],
  ])(
    'is sent without that where it is larger than browsers allow: %s',
    async (...[, count, letter, keepalive]) => {
      const { fetch, calls } = fakeFetch(json({ id: 1 }))
      await createRestFetcher({ root, fetch })(save(letter.repeat(count)))
      expect(calls[0]?.init.keepalive).toBe(keepalive)
    },
  )

  it('shares what browsers allow with those that are under way', async () => {
    const { fetch, calls } = fakeFetch(json({ id: 1 }))
    const fetcher = createRestFetcher({ root, fetch })
    await Promise.all([fetcher(save('x'.repeat(40_000))), fetcher(save('x'.repeat(40_000)))])
    await fetcher(save('x'.repeat(40_000)))
    expect(calls.map(({ init }) => init.keepalive)).toEqual([true, undefined, true])
  })
})
