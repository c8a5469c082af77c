import type { MockAppearance } from 'copydesk/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ask, askMock, askReal, mockOfTheRealSite, onBoth } from './bothSites'
import { readRealTheme } from './realTheme'

let looks: MockAppearance = {}
let theme = ''
beforeAll(async () => {
  looks = await readRealTheme()
  theme = looks.themes?.[0]?.stylesheet ?? ''
})

const everybody = ['administrator', 'contributor', null] as const
const forced = '?force=true'
// The mock site has words of its own for what each kind of template is for.
const texts = ['default_template_types.description', 'default_template_part_areas.description']
const same = (story: (ask: Ask) => Promise<unknown>, but: readonly string[] = []) => onBoth(story, but, looks)

describe('the theme is the same in the mock and in the real WordPress', () => {
  it.each(everybody)('for: %s', (who) =>
    same(async (ask) => {
      await ask(who, 'GET', '/wp/v2/themes?status=active')
      await ask(who, 'GET', '/wp/v2/themes/none')
      await ask(who, 'GET', `/wp/v2/global-styles/themes/${theme}?context=view`)
      await ask(who, 'GET', `/wp/v2/global-styles/themes/${theme}/variations?context=view`)
      await ask(who, 'GET', '/wp/v2/block-patterns/patterns?_fields=name,title,categories')
      await ask(who, 'GET', '/wp/v2/block-patterns/categories')
    }, texts),
  )

  it('with statuses that it is not asked for', () =>
    same(async (ask) => {
      await ask('administrator', 'GET', '/wp/v2/themes?status=inactive')
      await ask('administrator', 'GET', '/wp/v2/themes?status=up')
      await ask('administrator', 'GET', '/wp/v2/global-styles')
    }))
})

describe('the user’s styles are the same', () => {
  // How often they were changed before is not.
  const counts = ['count', 'X-WP-Total', 'X-WP-TotalPages']

  const pathOf = async (ask: Ask) => {
    const { data } = await ask('administrator', 'GET', '/wp/v2/themes?status=active&_fields=_links')
    const [row] = Object.values(data) as unknown as { _links: Record<string, [{ href: string }]> }[]
    const [, path = ''] = row?._links['wp:user-global-styles']?.[0].href.split('/wp-json') ?? []
    return path
  }
  const none = { styles: {}, settings: {}, title: 'Custom Styles' }

  it('to read, and where they are refused', () =>
    same(async (ask) => {
      const path = await pathOf(ask)
      await ask('administrator', 'PUT', path, none)
      for (const context of ['view', 'embed']) await ask('administrator', 'GET', `${path}?context=${context}`)
      for (const who of ['editor', 'author', 'contributor', 'subscriber'] as const)
        await ask(who, 'GET', path)
      await ask('editor', 'PUT', path, { styles: {} })
      await ask(null, 'GET', `${path}/revisions`)
      await ask('administrator', 'GET', '/wp/v2/global-styles/99/revisions')
      await ask('administrator', 'DELETE', path)
    }, counts))

  it('to write, with a revision for each change', () =>
    same(async (ask) => {
      const path = await pathOf(ask)
      await ask('administrator', 'PUT', path, { styles: { color: { background: '#fff' } }, title: 'Mine' })
      await ask('administrator', 'PUT', path, { settings: { color: { custom: false } }, styles: { evil: 1 } })
      await ask('administrator', 'PUT', path, { styles: { css: '<b>' } })
      await ask('administrator', 'PUT', path, { styles: 'x' })
      const revisions = await ask('administrator', 'GET', `${path}/revisions?per_page=2`)
      const [latest] = Object.values(revisions.data) as unknown as { id: number }[]
      await ask('administrator', 'GET', `${path}/revisions/${latest?.id}?context=edit`)
      await ask('administrator', 'GET', `${path}/revisions/99`)
      await ask('administrator', 'GET', `${path}/revisions?page=999`)
      await ask('administrator', 'PUT', path, none)
    }, counts))
})

describe.each(['templates', 'template-parts'])('%s are the same', (base) => {
  const path = `/wp/v2/${base}`
  const one = () => `${path}/${theme}//${base === 'templates' ? 'single' : 'footer'}`

  it.each(everybody)('to read, for: %s', (who) =>
    same(async (ask) => {
      await ask(who, 'GET', `${one()}?context=edit`)
      await ask(who, 'GET', `${one()}/revisions`)
      if (who !== 'administrator') return
      await ask(who, 'GET', `${one()}?context=embed`)
      await ask(who, 'GET', `${path}/none//none`)
      await ask(who, 'GET', `${path}/none//none/revisions`)
    }),
  )

  it('where they are refused', () =>
    same(async (ask) => {
      await ask('administrator', 'POST', path, {})
      await ask('administrator', 'POST', path, { slug: 'nothing-in-it' })
      await ask('administrator', 'DELETE', `${one()}${forced}`)
      await ask('editor', 'PUT', one(), { content: 'x' })
    }))

  it('to make, to change and to delete, with revisions and safety copies', () =>
    same(async (ask) => {
      const made = await ask('administrator', 'POST', path, {
        slug: 'For Contracts!',
        title: 'Made',
        content: '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph -->',
        area: 'header',
      })
      expect(made.data.id).toBe(`${theme}//for-contracts`)
      const address = `${path}/${made.data.id}`
      await ask('administrator', 'PUT', address, { content: 'B', description: 'De', area: 'footer' })
      await ask('administrator', 'PUT', address, { title: 'Other' })
      const { data } = await ask('administrator', 'GET', `${address}/revisions?context=edit&per_page=1`)
      const [latest] = Object.values(data) as unknown as { wp_id: number }[]
      await ask('administrator', 'GET', `${address}/revisions/${latest?.wp_id}?context=embed`)
      await ask('administrator', 'POST', `${address}/autosaves`, { content: 'C' })
      await ask('administrator', 'GET', `${address}/autosaves`)
      await ask('administrator', 'GET', `${address}/revisions?_fields=wp_id,title`)
      await ask('administrator', 'DELETE', `${address}/revisions/${latest?.wp_id}${forced}`)
      await ask('administrator', 'GET', `${address}?context=edit`)
      await ask('administrator', 'DELETE', address)
      await ask('administrator', 'GET', address)
    }))

  it('to change one of the theme, until it is as the theme has it', () =>
    same(async (ask) => {
      await ask('administrator', 'PUT', one(), { content: '<p>S</p>' })
      await ask('administrator', 'PUT', one(), { content: { raw: '<p>T</p>' } })
      await ask('administrator', 'GET', `${one()}/revisions`)
      await ask('administrator', 'DELETE', `${one()}${forced}`)
      expect((await ask('administrator', 'GET', one())).data).toMatchObject({ source: 'theme', wp_id: 0 })
    }))
})

describe('the template for a slug is the same', () => {
  it('for each', () =>
    same(async (ask) => {
      for (const slug of ['page-about', 'front-page', 'single-book-x', 'category-x', 'zzz']) {
        await ask('editor', 'GET', `/wp/v2/templates/lookup?slug=${slug}&_fields=id`)
      }
      await ask('editor', 'GET', '/wp/v2/templates/lookup?slug=zzz&is_custom=true&_fields=id')
      await ask(null, 'GET', '/wp/v2/templates/lookup?slug=page')
    }))
})

describe('the list of templates', () => {
  it.each(['templates', 'template-parts'])('has the same %s of the theme', async (base) => {
    const path = `/wp/v2/${base}?_fields=id,slug,title,source,is_custom,area,has_theme_file,author_text`
    const rowsOf = async (ask: Ask) =>
      (
        Object.values((await ask('administrator', 'GET', path)).data) as unknown as { source: string }[]
      ).filter(({ source }) => source === 'theme')
    expect(await rowsOf(askMock(mockOfTheRealSite(looks)))).toEqual(await rowsOf(askReal))
  })
})
