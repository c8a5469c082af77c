import {
  fetchCurrentTheme,
  fetchEmbedPreview,
  receiveLookup,
  selectBlockPatterns,
  selectCurrentUser,
  selectDefaultTemplateId,
  selectEmbedPreview,
  selectNavigationFallbackId,
  selectRegisteredPostMeta,
  selectThemeBaseStyles,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { settle } from '../support/fakeServer'
import { siteOf } from './siteOf'

const url = 'https://example.org/'

describe('an answer put in by hand', () => {
  it('is shown at once', () => {
    const { dispatch, state, log } = siteOf()
    dispatch(receiveLookup('fetchCurrentUser', [], { id: 7, name: 'Ada' }))
    dispatch(receiveLookup('fetchEmbedPreview', [url], { html: '<p>Hello</p>' }))
    dispatch(receiveLookup('fetchDefaultTemplateId', [{ slug: 'home' }], 'tides//home'))
    dispatch(receiveLookup('fetchNavigationFallbackId', [], 12))
    dispatch(receiveLookup('fetchRegisteredPostMeta', ['post'], { a: { type: 'string' } }))
    dispatch(receiveLookup('fetchBlockPatterns', [], [{ name: 'a', title: 'A', content: '' }]))
    expect(selectCurrentUser(state())).toEqual({ id: 7, name: 'Ada' })
    expect(selectEmbedPreview(state(), url)).toEqual({ html: '<p>Hello</p>' })
    expect(selectDefaultTemplateId(state(), { slug: 'home' })).toBe('tides//home')
    expect(selectNavigationFallbackId(state())).toBe(12)
    expect(selectRegisteredPostMeta(state(), 'post')).toEqual({ a: { type: 'string' } })
    expect(selectBlockPatterns(state())).toHaveLength(1)
    expect(log).toEqual([])
  })

  it('is newer than an answer that was asked for before, and still asked for once', async () => {
    const { dispatch, state, waiting, log } = siteOf()
    const asked = dispatch(fetchEmbedPreview(url))
    await settle()
    dispatch(receiveLookup('fetchEmbedPreview', [url], { html: 'by hand' }))
    waiting[0]?.answer({ html: 'late' })
    await asked
    expect(selectEmbedPreview(state(), url)).toEqual({ html: 'by hand' })
    expect(log).toHaveLength(1)
  })

  it('of a theme is that of the active one where none is named', async () => {
    const { dispatch, state } = siteOf(() => [{ stylesheet: 'tides', status: 'active' }])
    expect(() => dispatch(receiveLookup('fetchThemeBaseStyles', [], {}))).toThrow(
      expect.objectContaining({ code: 'not_loaded' }) as Error,
    )
    await dispatch(fetchCurrentTheme())
    dispatch(receiveLookup('fetchThemeBaseStyles', [], { settings: { a: 1 } }))
    expect(selectThemeBaseStyles(state())).toEqual({ settings: { a: 1 } })
    dispatch(receiveLookup('fetchThemeBaseStyles', ['tides'], { settings: { a: 2 } }))
    expect(selectThemeBaseStyles(state())).toEqual({ settings: { a: 2 } })
  })

  it.each([
    ['no lookup', 'fetchEntityRecord', ['postType', 'post', 1]],
    ['no name', undefined, []],
    ['no list of arguments', 'fetchEmbedPreview', url],
  ])('that names %s is refused', (what, operation, args) => {
    const { dispatch, state } = siteOf()
    const before = state()
    expect(() => dispatch(receiveLookup(operation as never, args as never, {} as never))).toThrow(
      expect.objectContaining({ code: 'invalid_option' }) as Error,
    )
    expect(state()).toBe(before)
  })
})
