import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

const path = '/wp/v2/menu-items'

describe('menu items, templates and styles are rows of the table of posts, but no content', () => {
  it('they stay when who made them is deleted without an heir', async () => {
    const site = createMockSite({
      users: [
        { username: 'ada', role: 'administrator' },
        { username: 'bo', role: 'administrator' },
      ],
    })
    const bo = site.as('bo')
    await bo({ method: 'POST', path: '/wp/v2/templates', data: { slug: 'tides', title: 'Tides' } })
    await bo({ method: 'POST', path, data: { title: 'Sea', url: 'https://example.org/' } })
    await bo({
      method: 'POST',
      path: '/wp/v2/posts',
      data: { title: 'Gone with its author', status: 'publish' },
    })
    await site.fetcher({ method: 'DELETE', path: '/wp/v2/users/2?force=true&reassign=false' })
    const ask = async (asked: string) => (await site.fetcher({ path: asked })).data
    expect(await ask('/wp/v2/templates/tides//tides')).toMatchObject({ slug: 'tides', author: 2 })
    expect(await ask(path)).toMatchObject([{ title: { rendered: 'Sea' } }])
    expect(await ask('/wp/v2/posts')).toEqual([])
  })

  it('an address with the id of one has no preview, as that of a post has', async () => {
    const site = createMockSite({
      posts: [{ id: 5, title: 'Harbour' }],
      menus: [{ name: 'Main', items: [{ id: 9, title: 'Sea', url: 'https://example.org/' }] }],
    })
    const preview = (id: number) => site.fetcher({ path: `/oembed/1.0/proxy?url=https://site.test/?p=${id}` })
    expect((await preview(5)).data).toMatchObject({ title: 'Harbour' })
    await expect(preview(9)).rejects.toMatchObject({ code: 'oembed_invalid_url' })
  })

  it('one that is seeded among the posts has what every one of its type has', async () => {
    const site = createMockSite({ posts: [{ id: 7, type: 'nav_menu_item', title: 'Sea' }] })
    expect((await site.fetcher({ path: `${path}/7` })).data).toMatchObject({
      type: 'custom',
      parent: 0,
      url: '',
    })
  })

  it('menu items are listed by what posts are listed by', async () => {
    const { fetcher } = createMockSite({
      menus: [{ name: 'Main', items: [{ title: 'Sea', url: 'https://example.org/', description: 'Salt' }] }],
    })
    const titles = async (query: string) => (await fetcher({ path: `${path}?${query}` })).data
    expect(await titles('search=salt&before=2030-01-01T00:00:00')).toMatchObject([
      { title: { rendered: 'Sea' } },
    ])
    expect(await titles('after=2030-01-01T00:00:00')).toEqual([])
    await expect(titles('status=nonsense')).rejects.toMatchObject({ code: 'rest_invalid_param' })
  })

  it('what a list does not know changes nothing', async () => {
    const { fetcher } = createMockSite({
      posts: [{ title: 'Sea' }],
      pages: [{ title: 'About' }],
      menus: [{ name: 'Main', items: [{ title: 'Sea', url: 'https://example.org/' }] }],
    })
    const count = async (asked: string) => ((await fetcher({ path: asked })).data as object[]).length
    expect(await count('/wp/v2/posts?parent=7&menu_order=3&media_type=image')).toBe(1)
    expect(await count('/wp/v2/pages?sticky=true')).toBe(1)
    expect(await count(`${path}?parent=7&author=2`)).toBe(1)
  })

  it('a menu counts its items: one without any is left out of a list without empty ones', async () => {
    const site = createMockSite({
      menus: [{ name: 'Bare' }, { name: 'Main', items: [{ title: 'Sea', url: 'https://example.org/' }] }],
    })
    const { data } = await site.fetcher({ path: '/wp/v2/menus?hide_empty=true' })
    expect(data).toMatchObject([{ name: 'Main' }])
  })
})

describe('the revisions of a template', () => {
  it('are answered with the name of the template, and go with it', async () => {
    const { fetcher } = createMockSite()
    const template = '/wp/v2/templates/tides//page'
    const update = (content: string) => fetcher({ method: 'POST', path: template, data: { content } })
    await update('One')
    await update('Two')
    const { data: revisions } = await fetcher({ path: `${template}/revisions` })
    expect(revisions).toMatchObject([{ id: 'tides//page', slug: 'page', content: { raw: 'Two' } }])
    await fetcher({ method: 'DELETE', path: `${template}?force=true` })
    await update('Three')
    expect((await fetcher({ path: `${template}/revisions` })).data).toEqual([])
  })
})
