import {
  createEntityStore,
  fetchCurrentTheme,
  fetchEmbedPreview,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchGlobalStylesId,
  fetchNavigationFallbackId,
  fetchUrlDetails,
  selectCanUser,
} from 'copydesk'
import { createMockSite, type MockSiteOptions } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

const film = 'https://example.org/film'

function storeOf(content: MockSiteOptions) {
  const site = createMockSite(content)
  return { site, ...createEntityStore({ fetcher: site.fetcher, devTools: false }) }
}

describe('a mock site looks as it is told', () => {
  it('with menus, whose entries lead to pages and to addresses', async () => {
    const { dispatch } = storeOf({
      pages: [{ id: 8, title: 'About' }],
      menus: [{ name: 'Main', location: 'primary', items: [{ objectId: 8 }, { title: 'Tides', url: film }] }],
    })
    const items = await dispatch(fetchEntityRecords('root', 'menuItem'))
    expect(items?.map(({ title, url }) => [title.raw, url])).toEqual([
      ['About', 'https://site.test/about/'],
      ['Tides', film],
    ])
    expect(await dispatch(fetchEntityRecord('root', 'menuLocation', 'primary'))).toMatchObject({ menu: 2 })
  })

  it('with widgets in their sidebars, and inactive ones', async () => {
    const { dispatch } = storeOf({
      widgets: [{ sidebar: 'sidebar-1', instance: { content: '<p>Tides</p>' } }, { idBase: 'text' }],
    })
    const widgets = await dispatch(fetchEntityRecords('root', 'widget'))
    expect(widgets?.map(({ id, sidebar }) => [id, sidebar])).toEqual([
      ['text-2', 'wp_inactive_widgets'],
      ['block-2', 'sidebar-1'],
    ])
    expect(widgets?.[1]?.rendered).toBe('<li id="block-2" class="widget widget_block"><p>Tides</p></li>')
  })

  it('with a theme and the user’s styles', async () => {
    const { dispatch } = storeOf({
      themes: [{ stylesheet: 'low', name: 'Low Quay' }],
      globalStyles: { id: 40 },
    })
    expect(await dispatch(fetchCurrentTheme())).toMatchObject({ stylesheet: 'low', status: 'active' })
    expect(await dispatch(fetchGlobalStylesId())).toBe(40)
  })

  it('with previews and details of other sites', async () => {
    const { dispatch } = storeOf({
      embeds: { [film]: { type: 'video', html: '<video></video>' } },
      urlDetails: { [film]: { title: 'A film' } },
    })
    expect(await dispatch(fetchEmbedPreview(film))).toMatchObject({ type: 'video' })
    expect(await dispatch(fetchUrlDetails(film))).toMatchObject({ title: 'A film', icon: '' })
    await expect(dispatch(fetchUrlDetails('https://example.org/none'))).rejects.toMatchObject({
      code: 'no_response',
      status: 404,
    })
  })

  it('with a navigation that is made of the menu, once', async () => {
    const { dispatch, site } = storeOf({
      menus: [{ name: 'Main', items: [{ title: 'Tides', url: film }] }],
    })
    const id = await dispatch(fetchNavigationFallbackId())
    expect(await dispatch(fetchEntityRecord('postType', 'wp_navigation', id ?? 0))).toMatchObject({
      content: { raw: `<!-- wp:navigation-link {"label":"Tides","url":"${film}"} /-->` },
    })
    const { data } = await site.fetcher({ path: '/wp-block-editor/v1/navigation-fallback' })
    expect(data).toMatchObject({ id })
  })

  it('with plugins that can be installed', async () => {
    const { site } = storeOf({ plugins: [{ plugin: 'tides/tides', isInstalled: false }] })
    const install = (slug: string) => site.fetcher({ path: '/wp/v2/plugins', method: 'POST', data: { slug } })
    expect((await site.fetcher({ path: '/wp/v2/plugins' })).data).toEqual([])
    expect(await install('tides')).toMatchObject({ status: 201, data: { plugin: 'tides/tides' } })
    await expect(install('none')).rejects.toMatchObject({ code: 'plugins_api_failed' })
  })

  it('without what it was not told of', () => {
    const menus = [{ name: 'Main', location: 'top' }]
    expect(() => createMockSite({ menus })).toThrow('has no menu location top. Name it in menuLocations.')
    const widgets = [{ sidebar: 'none' }]
    expect(() => createMockSite({ widgets })).toThrow('has no sidebar none. Name it in sidebars.')
  })
})

describe('link hints', () => {
  const posts = [
    { id: 7, title: 'Mine', author: 'author' },
    { id: 9, title: 'Another’s' },
  ]
  const asked = { kind: 'postType', name: 'post', id: 7 } as const

  it('tell for each row of a list what the user may do, as since WordPress 6.7', async () => {
    const { dispatch, getState, site } = storeOf({ posts, currentUser: 'author' })
    await dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    expect(selectCanUser(getState(), 'update', asked)).toBe(true)
    expect(selectCanUser(getState(), 'update', { ...asked, id: 9 })).toBe(false)
    expect(site.requests.map(({ method }) => method)).not.toContain('OPTIONS')
  })

  it.each([
    ['on an older WordPress', { wordpress: '6.6' }],
    ['where they are switched off', { linkHints: false }],
  ] as const)('are not there %s', async (_, options) => {
    const { dispatch, getState } = storeOf({ posts, ...options })
    await dispatch(fetchEntityRecords('postType', 'post'))
    expect(selectCanUser(getState(), 'update', asked)).toBeUndefined()
  })
})
