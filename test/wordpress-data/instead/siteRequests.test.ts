import apiFetch from '@wordpress/api-fetch'
import {
  __experimentalFetchLinkSuggestions as fetchLinkSuggestions,
  __experimentalFetchUrlData as fetchUrlData,
  fetchBlockPatterns,
} from 'copydesk/wordpress-data'
import { beforeEach, describe, expect, it } from 'vitest'

const asked: { readonly path?: string; readonly method?: string }[] = []
let answer: (path: string) => unknown = () => []

beforeEach(() => {
  asked.length = 0
  apiFetch.setFetchHandler(async (options) => {
    asked.push(options)
    await Promise.resolve()
    return answer(options.path ?? '') as never
  })
})

describe('fetchLinkSuggestions', () => {
  it('asks four sources, and gives the best titles first', async () => {
    answer = (path) =>
      path.includes('type=post&') || path.endsWith('type=post')
        ? [
            { id: 1, title: 'Newspaper', url: '/1', type: 'post', subtype: 'page' },
            { id: 2, title: 'News &amp; more', url: '/2', type: 'post', subtype: 'post' },
          ]
        : []
    expect(await fetchLinkSuggestions('news')).toEqual([
      { id: 2, title: 'News & more', url: '/2', type: 'post', kind: 'post-type' },
      { id: 1, title: 'Newspaper', url: '/1', type: 'page', kind: 'post-type' },
    ])
    expect(asked).toHaveLength(4)
  })

  it('leaves post formats out where the settings of the editor say so', async () => {
    answer = () => []
    await fetchLinkSuggestions('news', { perPage: 5 }, { disablePostFormats: true })
    expect(asked.map(({ path }) => path).filter((path) => path?.includes('post-format'))).toEqual([])
    expect(asked[0]?.path).toContain('per_page=5')
  })
})

describe('fetchUrlData', () => {
  it('asks once for each address, also at once, and again after a failure', async () => {
    answer = () => ({ title: 'A page' })
    const url = 'https://example.org/once'
    expect(await Promise.all([fetchUrlData(url), fetchUrlData(url)])).toEqual([
      { title: 'A page' },
      { title: 'A page' },
    ])
    expect(asked).toHaveLength(1)
    answer = () => {
      throw new Error('Broken.')
    }
    const other = 'https://example.org/broken'
    await expect(fetchUrlData(other)).rejects.toThrow('Broken.')
    answer = () => ({ title: 'Mended' })
    expect(await fetchUrlData(other, { method: 'GET' })).toEqual({ title: 'Mended' })
  })

  it.each([
    ['#internal', 'is not a valid URL.'],
    ['mailto:a@b.org', 'does not have a valid protocol.'],
  ])('refuses %s with a text, and asks nothing', async (url, reason) => {
    await expect(fetchUrlData(url)).rejects.toEqual(expect.stringContaining(reason))
    expect(asked).toEqual([])
  })
})

it('fetchBlockPatterns gives the fields of patterns in camel case, and an empty list for no answer', async () => {
  answer = () => [{ name: 'a', block_types: ['core/query'] }]
  expect(await fetchBlockPatterns()).toEqual([{ name: 'a', blockTypes: ['core/query'] }])
  answer = () => null
  expect(await fetchBlockPatterns()).toEqual([])
})
