import {
  dehydrate,
  fetchEmbedPreview,
  invalidate,
  selectEmbedPreview,
  selectIsEmbedPreviewFallback,
  selectResolution,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal, settle } from '../support/fakeServer'
import { siteOf } from './siteOf'

const url = 'https://example.org/a film?x=1&y=2'

describe('an embed preview', () => {
  it('is asked for by its URL, and kept', async () => {
    const { dispatch, state, log } = siteOf(() => ({ html: '<iframe></iframe>' }))
    expect(selectEmbedPreview(state(), url)).toBeUndefined()
    const preview = await dispatch(fetchEmbedPreview(url))
    expect(preview).toEqual({ html: '<iframe></iframe>' })
    expect(selectEmbedPreview(state(), url)).toBe(preview)
    expect(await dispatch(fetchEmbedPreview(url))).toBe(preview)
    expect(log).toEqual([`GET /oembed/1.0/proxy?url=${url}`])
  })

  it('has its URL encoded in the request', async () => {
    const { dispatch, seen } = siteOf(() => ({}))
    await dispatch(fetchEmbedPreview(url))
    expect(seen[0]?.request.path).toBe(`/oembed/1.0/proxy?url=${encodeURIComponent(url)}`)
  })

  it('Failed oEmbed: preview stored as false.', async () => {
    const { dispatch, state, log } = siteOf(() => refusal(404, 'oembed_invalid_url'))
    expect(await dispatch(fetchEmbedPreview(url))).toBe(false)
    expect(selectEmbedPreview(state(), url)).toBe(false)
    expect(await dispatch(fetchEmbedPreview(url))).toBe(false)
    expect(log).toHaveLength(1)
    expect(selectIsEmbedPreviewFallback(state(), url)).toBe(false)
    expect(JSON.stringify(dehydrate(state()))).toContain('"value":false')
  })

  it('is false where the answer is none', async () => {
    const { dispatch } = siteOf(() => '<html>')
    expect(await dispatch(fetchEmbedPreview(url))).toBe(false)
  })

  it('that failed is asked for again by force, and when everything was invalidated', async () => {
    let isDown = true
    const { dispatch, state, log } = siteOf(() => (isDown ? refusal(500, 'down') : { html: 'x' }))
    await dispatch(fetchEmbedPreview(url))
    await dispatch(fetchEmbedPreview(url, { force: true }))
    isDown = false
    dispatch(invalidate())
    await dispatch(fetchEmbedPreview(url))
    expect(selectEmbedPreview(state(), url)).toEqual({ html: 'x' })
    expect(log).toHaveLength(3)
  })

  it('that was aborted is not stored, and is asked for again', async () => {
    const { dispatch, state, waiting } = siteOf()
    const controller = new AbortController()
    const asked = dispatch(fetchEmbedPreview(url, { signal: controller.signal }))
    await settle()
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(selectEmbedPreview(state(), url)).toBeUndefined()
    const again = dispatch(fetchEmbedPreview(url))
    await settle()
    waiting[0]?.answer({ html: 'late' })
    expect(await again).toEqual({ html: 'late' })
  })

  it('is resolving while it is asked for', async () => {
    const { dispatch, state, waiting } = siteOf()
    const asked = dispatch(fetchEmbedPreview(url))
    await settle()
    expect(selectResolution(state(), 'fetchEmbedPreview', url).status).toBe('resolving')
    waiting[0]?.answer({})
    await asked
    expect(selectResolution(state(), 'fetchEmbedPreview', url).status).toBe('success')
  })

  it.each([
    '__proto__',
    'constructor',
    'javascript:alert(1)',
    ' ',
    'https://münchen.example/ö?ü=ß',
    `https://example.org/${'x'.repeat(10_000)}`,
    'a,b\\c)',
  ])('of %.40s is one like any other', async (strange) => {
    const { dispatch, state, seen } = siteOf(() => ({ html: strange }))
    await dispatch(fetchEmbedPreview(strange))
    await dispatch(fetchEmbedPreview(`${strange}2`))
    expect(selectEmbedPreview(state(), strange)).toEqual({ html: strange })
    expect(seen.map(({ path }) => path)).toEqual([
      `/oembed/1.0/proxy?url=${strange}`,
      `/oembed/1.0/proxy?url=${strange}2`,
    ])
  })
})

describe('a preview that is a link', () => {
  it.each([
    [`<a href="${url}">${url}</a>`, true],
    [`<a href="${url}">A film</a>`, false],
    [`<p><a href="${url}">${url}</a></p>`, false],
    [undefined, false],
  ])('is told from others: %s', async (html, isFallback) => {
    const { dispatch, state } = siteOf(() => ({ html }))
    expect(selectIsEmbedPreviewFallback(state(), url)).toBe(false)
    await dispatch(fetchEmbedPreview(url))
    expect(selectIsEmbedPreviewFallback(state(), url)).toBe(isFallback)
  })
})
