import { describe, expect, it } from 'vitest'
import { onBoth } from './bothSites'

const forced = '?force=true'
// Ids of terms are small on both sides, and not the same after other tests.
const smallIds = ['id', 'href', 'Location', 'menus', 'menu']

describe('menus are the same in the mock and in the real WordPress', () => {
  it.each(['administrator', 'contributor', null] as const)('to read, for: %s', (who) =>
    onBoth(async (ask) => {
      await ask(who, 'GET', '/wp/v2/menus?include=23,24')
      await ask(who, 'GET', '/wp/v2/menus/23?context=edit')
      await ask(who, 'GET', '/wp/v2/menu-locations')
      await ask(who, 'GET', '/wp/v2/menu-items?menus=24&context=edit')
    }),
  )

  it('in the context of those that embed them', () =>
    onBoth(async (ask) => {
      await ask('administrator', 'GET', '/wp/v2/menus?include=24&_embed&context=embed')
      await ask('administrator', 'GET', '/wp/v2/menu-locations/footer?context=embed')
      await ask('editor', 'GET', '/wp/v2/menu-items?menus=24&search=sea&context=embed')
    }))

  it('where there are none', () =>
    onBoth(async (ask) => {
      await ask('administrator', 'GET', '/wp/v2/menus/2')
      await ask('administrator', 'GET', '/wp/v2/menu-locations/none')
      await ask('administrator', 'GET', '/wp/v2/menu-items/99')
      await ask('administrator', 'GET', '/wp/v2/menu-items?page=99')
      await ask('administrator', 'GET', '/wp/v2/menu-items?per_page=101&order=up')
    }))

  it('to write, with the location that another one had', () =>
    onBoth(async (ask) => {
      await ask('administrator', 'POST', '/wp/v2/menus', { name: 'x', locations: ['none'] })
      const { data } = await ask('administrator', 'POST', '/wp/v2/menus', {
        name: 'For & contracts',
        description: 'Text',
        locations: ['footer'],
        auto_add: true,
      })
      expect(data.slug).toBe('for-contracts')
      await ask('administrator', 'GET', '/wp/v2/menus/24')
      await ask('administrator', 'PUT', '/wp/v2/menus/24', { locations: ['footer'] })
      const path = `/wp/v2/menus/${data.id}`
      await ask('administrator', 'PUT', path, { name: 'Other', slug: 'ignored', auto_add: false })
      await ask('administrator', 'PUT', path, { name: 'Main menu' })
      await ask('editor', 'PUT', path, { name: 'x' })
      await ask('administrator', 'DELETE', path)
      await ask('editor', 'DELETE', path + forced)
      await ask('administrator', 'DELETE', path + forced)
    }, smallIds))

  it('with the name of another one, whose id is told', () =>
    onBoth(async (ask) => {
      const { data } = await ask('administrator', 'POST', '/wp/v2/menus', { name: 'Main menu' })
      expect(data).toMatchObject({ code: 'menu_exists', data: { term_id: 23 } })
    }))
})

describe('items of menus are the same', () => {
  it('to write', () =>
    onBoth(async (ask) => {
      const made = await ask('administrator', 'POST', '/wp/v2/menu-items', {
        ...{ title: 'A & <b>b</b>', url: 'https://example.org/', menus: 24, menu_order: 3, attr_title: 'at' },
        target: '_blank',
        classes: ['a', 'b'],
        xfn: ['me'],
        description: 'de',
      })
      const path = `/wp/v2/menu-items/${made.data.id}`
      await ask('administrator', 'PUT', path, { title: { raw: 'As an object' }, status: 'draft' })
      await ask('editor', 'GET', path)
      await ask('editor', 'PUT', path, { title: 'x' })
      await ask('administrator', 'PUT', path, { url: '', title: '' })
      await ask('administrator', 'DELETE', path)
      await ask('administrator', 'DELETE', path + forced)
      await ask('administrator', 'GET', path)
    }))

  it('that lead to pages, to terms and to what is not there, in one batch', () =>
    onBoth(async (ask) => {
      const targets = [
        { type: 'post_type', object: 'page', object_id: 108 },
        { type: 'taxonomy', object: 'category', object_id: 2, title: 'Another title' },
        { type: 'post_type', object: 'page', object_id: 990_000 },
      ]
      const path = '/wp/v2/menu-items'
      const { data } = await ask('administrator', 'POST', '/batch/v1', {
        requests: targets.map((target) => ({ path, body: { ...target, menus: 24 } })),
      })
      const made = data.responses as { body: { id: number } }[]
      await ask('administrator', 'POST', '/batch/v1', {
        requests: made.map(({ body }) => ({ path: `${path}/${body.id}${forced}`, method: 'DELETE' })),
      })
    }))

  it('where they are refused', () =>
    onBoth(async (ask) => {
      const fields = [
        {},
        { title: 'x' },
        { type: 'post_type', menus: 24 },
        { type: 'taxonomy', menus: 24 },
        { title: 'x', url: 'https://example.org/', menus: 999 },
        { title: 'x', url: 'https://example.org/', menu_order: 0, type: 'foo' },
      ]
      const { data } = await ask('administrator', 'POST', '/batch/v1', {
        requests: fields.map((body) => ({ path: '/wp/v2/menu-items', body })),
      })
      expect((data.responses as { status: number }[]).map(({ status }) => status)).toEqual(
        fields.map(() => 400),
      )
    }))
})
