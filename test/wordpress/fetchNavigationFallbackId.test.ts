import {
  createEntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchNavigationFallbackId,
  selectEntityRecord,
  selectHasEntityRecord,
  selectNavigationFallbackId,
  selectResolution,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal, type Rule } from '../support/fakeServer'
import { siteOf } from './siteOf'

const path = '/wp-block-editor/v1/navigation-fallback?_embed=true'
const embedded = {
  id: 8380,
  type: 'wp_navigation',
  title: { raw: 'Main menu', rendered: 'Main menu' },
  content: { raw: '<!-- wp:page-list /-->', rendered: '' },
}
const whole = { ...embedded, modified: '2026-01-01T00:00:00', title: { raw: 'Old', rendered: 'Old' } }
const menu = ['postType', 'wp_navigation', 8380] as const

const rule: Rule = (request) => {
  if (request.path === path) return { id: 8380, _embedded: { self: [embedded] } }
  return request.path.startsWith('/wp/v2/navigation/8380') ? whole : []
}

describe('the navigation fallback', () => {
  it('is an id, kept after one request', async () => {
    const { dispatch, state, sent } = siteOf(rule)
    expect(selectNavigationFallbackId(state())).toBeNull()
    expect(await dispatch(fetchNavigationFallbackId())).toBe(8380)
    expect(selectNavigationFallbackId(state())).toBe(8380)
    expect(await dispatch(fetchNavigationFallbackId())).toBe(8380)
    expect(sent()).toEqual([`GET ${path}`])
  })

  it('brings its menu as a record on a store that knew no post type, and reading that sends nothing', async () => {
    const { dispatch, state, sent } = siteOf(rule)
    await dispatch(fetchNavigationFallbackId())
    expect(selectEntityRecord(state(), ...menu)).toEqual(embedded)
    expect(selectResolution(state(), 'fetchEntityRecord', ...menu).status).toBe('success')
    expect(await dispatch(fetchEntityRecord(...menu))).toEqual(embedded)
    expect(sent()).toEqual([`GET ${path}`])
  })

  it('tells id and menu in one notification', async () => {
    const { dispatch, store } = siteOf(rule)
    const seen = new Set<string>()
    store.subscribe(() => {
      const has = selectHasEntityRecord(store.getState(), ...menu)
      seen.add(`${selectNavigationFallbackId(store.getState())} ${has}`)
    })
    await dispatch(fetchNavigationFallbackId())
    expect([...seen]).toEqual(['null false', '8380 true'])
  })

  it('makes the lists of menus stale when the menu was not there before', async () => {
    const { dispatch, log } = siteOf(rule)
    await dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    await dispatch(fetchNavigationFallbackId())
    const before = log.length
    await dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    expect(log).toHaveLength(before + 1)
  })

  it('leaves the lists as they are when the menu was there, and what it does not tell of it', async () => {
    const { dispatch, state, log } = siteOf(rule)
    await dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    await dispatch(fetchEntityRecord(...menu))
    await dispatch(fetchNavigationFallbackId())
    const before = log.length
    await dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    expect(log).toHaveLength(before)
    expect(selectEntityRecord(state(), ...menu)).toEqual({ ...whole, title: embedded.title })
  })

  it.each([
    ['no embedded record', { id: 8380 }],
    ['one that can’t be edited', { id: 8380, _embedded: { self: [{ ...embedded, content: undefined }] } }],
    ['one without an id', { id: 8380, _embedded: { self: [{ ...embedded, id: undefined }] } }],
    ['null for it', { id: 8380, _embedded: { self: null } }],
  ])('is only an id with %s', async (what, answer) => {
    const { dispatch, state } = siteOf(() => answer)
    expect(await dispatch(fetchNavigationFallbackId())).toBe(8380)
    expect(selectHasEntityRecord(state(), ...menu)).toBe(false)
  })

  it('is only an id where the types can’t be loaded', async () => {
    const { fetcher } = siteOf(rule)
    const store = createEntityStore({
      devTools: false,
      fetcher: (request) =>
        request.path?.includes('/types') ? Promise.reject(refusal(500, 'down')) : fetcher(request),
    })
    expect(await store.dispatch(fetchNavigationFallbackId())).toBe(8380)
    expect(selectHasEntityRecord(store.getState(), ...menu)).toBe(false)
  })

  it('is null where the server has none', async () => {
    const { dispatch, state, log } = siteOf(() => ({}))
    expect(await dispatch(fetchNavigationFallbackId())).toBeNull()
    expect(await dispatch(fetchNavigationFallbackId())).toBeNull()
    expect(selectNavigationFallbackId(state())).toBeNull()
    expect(log).toHaveLength(2)
  })

  it('rejects for those who can’t make menus, and asks again', async () => {
    const { dispatch, state, sent } = siteOf(() => refusal(403, 'rest_cannot_create'))
    await expect(dispatch(fetchNavigationFallbackId())).rejects.toMatchObject({ status: 403 })
    await expect(dispatch(fetchNavigationFallbackId())).rejects.toMatchObject({ status: 403 })
    expect(selectNavigationFallbackId(state())).toBeNull()
    expect(sent()).toHaveLength(2)
  })
})
