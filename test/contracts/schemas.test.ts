import { describe, expect, it } from 'vitest'
import { notMocked } from '../../src/testing/http/notMocked'
import { type Answer, askMock, askReal, mockOfTheRealSite, onBoth } from './bothSites'
import { answerOfReal } from './recorded'

const everybody = ['administrator', 'editor', 'author', 'contributor', 'subscriber', null] as const

describe('routes and refusals of the mock are those of the real WordPress', () => {
  it.each([
    ['GET', '/wp/v2/none'],
    ['GET', '/wp/v2/posts/abc'],
    ['POST', '/wp/v2/types'],
    ['PUT', '/wp/v2/posts'],
    ['GET', '/wp/v2/types?context=hello'],
    ['GET', '/wp/v2/types/none'],
    ['GET', '/wp/v2/taxonomies/none'],
    ['GET', '/wp/v2/statuses/none'],
  ])('%s %s', async (method, path) => {
    await onBoth(async (ask) => {
      expect((await ask('editor', method, path)).status).toBeGreaterThan(399)
    })
  })

  it('for a body that is not JSON', () =>
    onBoth(async (ask) => {
      expect((await ask('editor', 'POST', '/wp/v2/posts/1009', '{broken')).status).toBe(400)
    }))
})

describe('types, taxonomies and statuses are the same', () => {
  it.each(everybody)('to edit, for: %s', (who) =>
    onBoth(async (ask) => {
      for (const path of ['types/post', 'types/page', 'statuses', 'statuses/draft']) {
        await ask(who, 'GET', `/wp/v2/${path}?context=edit`)
      }
      await ask(who, 'GET', `/wp/v2/taxonomies/category?context=edit&_fields=${taxonomyFields}`)
      await ask(who, 'OPTIONS', '/wp/v2/types?_fields=methods,namespace')
    }),
  )

  it.each(['view', 'edit', 'embed'])('in the context %s', (context) =>
    onBoth(async (ask) => {
      for (const path of ['types/book', 'types/attachment', 'types/wp_navigation', 'statuses/publish']) {
        await ask('editor', 'GET', `/wp/v2/${path}?context=${context}`)
      }
      for (const taxonomy of ['post_tag', 'nav_menu', 'wp_pattern_category']) {
        await ask(
          'editor',
          'GET',
          `/wp/v2/taxonomies/${taxonomy}?context=${context}&_fields=${taxonomyFields}`,
        )
      }
    }),
  )

  it('in the lists, where the mock has them', async () => {
    const path = '/wp/v2/types?context=view'
    const mock = await askMock(mockOfTheRealSite())(null, 'GET', path)
    const real = await answerOfReal(async () => (await askReal(null, 'GET', path)).data)
    expect(Object.keys(mock.data)).toEqual(Object.keys(real).filter((name) => !name.includes('_font_')))
    expect(real).toMatchObject(mock.data)
  })
})

describe('the mock', () => {
  it.each(notMocked)('lacks %s, and says so where WordPress answers', async (path) => {
    const isThere = await answerOfReal(async () => {
      allRoutes ??= askReal('administrator', 'GET', '/?_fields=routes')
      const { routes } = (await allRoutes).data as unknown as { routes: object }
      return Object.keys(routes).some((route) => route.startsWith(path))
    })
    expect(isThere).toBe(true)
    const { status, data } = await askMock(mockOfTheRealSite())('administrator', 'GET', path)
    expect(status).toBe(404)
    expect(data.data).toMatchObject({ mock: expect.stringContaining(`does not know GET ${path}`) as string })
  })
})

let allRoutes: Promise<Answer> | undefined
// Labels and capabilities of taxonomies are not the mock's.
const taxonomyFields = 'name,slug,description,types,hierarchical,show_cloud,rest_base,visibility,_links'
