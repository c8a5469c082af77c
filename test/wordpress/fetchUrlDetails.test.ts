import { EntityStoreError, fetchUrlDetails, selectResolution, selectUrlDetails } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal, settle } from '../support/fakeServer'
import { siteOf } from './siteOf'

const url = 'https://example.org/page'

describe('the details of a URL', () => {
  it('are asked for once and kept', async () => {
    const { dispatch, state, seen } = siteOf(() => ({ title: 'Example' }))
    expect(selectUrlDetails(state(), url)).toBeUndefined()
    const details = await dispatch(fetchUrlDetails(url))
    expect(details).toEqual({ title: 'Example' })
    expect(await dispatch(fetchUrlDetails(url))).toBe(details)
    expect(selectUrlDetails(state(), url)).toBe(details)
    expect(seen.map(({ request }) => request.path)).toEqual([
      '/wp-block-editor/v1/url-details?url=https%3A%2F%2Fexample.org%2Fpage',
    ])
  })

  it('are one request for all who ask at the same time', async () => {
    const { dispatch, log, waiting } = siteOf()
    const both = [dispatch(fetchUrlDetails(url)), dispatch(fetchUrlDetails(url))]
    await settle()
    waiting[0]?.answer({ title: 'Example' })
    const [first, second] = await Promise.all(both)
    expect(first).toBe(second)
    expect(log).toHaveLength(1)
  })

  it('that can’t be had reject, are not kept, and are asked for again', async () => {
    let isDown = true
    const { dispatch, state, log } = siteOf(() => (isDown ? refusal(404, 'no_response') : { title: 'Up' }))
    await expect(dispatch(fetchUrlDetails(url))).rejects.toMatchObject({ code: 'no_response', status: 404 })
    expect(selectUrlDetails(state(), url)).toBeUndefined()
    expect(selectResolution(state(), 'fetchUrlDetails', url)).toMatchObject({
      status: 'error',
      error: { code: 'no_response' },
    })
    isDown = false
    expect(await dispatch(fetchUrlDetails(url))).toEqual({ title: 'Up' })
    expect(log).toHaveLength(2)
  })
})

describe('a URL that has no details', () => {
  it.each([
    '#internal-link',
    'www.example.org',
    '/path',
    '',
    '__proto__',
    'http://',
    'https://exa mple.org/',
    'http://[::1',
  ])('{url} is not a valid URL. (%s)', async (wrong) => {
    const { dispatch, log } = siteOf(() => ({}))
    const asked = dispatch(fetchUrlDetails(wrong))
    await expect(asked).rejects.toBeInstanceOf(EntityStoreError)
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_url',
      message: `${wrong} is not a valid URL.`,
    })
    expect(log).toEqual([])
  })

  it.each([
    'tel:123',
    'ftp://example.org/file',
    'mailto:a@example.org',
    'file:///etc/hosts',
    'http:example.org',
    'http:///example.org',
    'javascript:alert(1)',
    'httpx://example.org',
    'data:text/html,x',
    'view-source:http://example.org',
  ])('{url} does not have a valid protocol. URLs must be "http" based (%s)', async (wrong) => {
    const { dispatch, log } = siteOf(() => ({}))
    const asked = dispatch(fetchUrlDetails(wrong))
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_url',
      message: `${wrong} does not have a valid protocol. URLs must be "http" based`,
    })
    expect(log).toEqual([])
  })

  it.each([
    'http://example.org',
    'HTTPS://EXAMPLE.org/a b?c=d#e',
    'https://münchen.example/',
    'http://127.0.0.1:8080',
    'http://[::1]/',
    `https://example.org/${'x'.repeat(5000)}`,
  ])('is none of these: %.40s', async (right) => {
    const { dispatch, log } = siteOf(() => ({}))
    await dispatch(fetchUrlDetails(right))
    expect(log).toEqual([`GET /wp-block-editor/v1/url-details?url=${right}`])
  })

  it.each([undefined, null, 5, {}, () => 'https://example.org'])(
    'is refused before any request: %s',
    async (wrong) => {
      const { dispatch, log } = siteOf(() => ({}))
      await expect(dispatch(fetchUrlDetails(wrong as string))).rejects.toThrow('is not a valid URL.')
      expect(log).toEqual([])
    },
  )
})
