import {
  editEntityRecord,
  fetchEntityRecord,
  fetchHomePage,
  fetchPostsPageId,
  fetchTemplateId,
  invalidate,
  receiveEntityRecords,
  saveEntityRecord,
  selectHomePage,
  selectPostsPageId,
  selectTemplateId,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal, settle, type Rule } from '../support/fakeServer'
import { siteOf } from './siteOf'

/** What a site says of itself and of its posts. */
interface Site {
  /** What everybody may know. */
  readonly base?: object
  /** The settings, or how they are refused. */
  readonly settings?: object
  /** Slugs of the theme's templates. */
  readonly templates?: readonly string[]
  readonly posts?: Readonly<Record<string, object>>
}

/** Falls back to more general slugs as WordPress does. */
function ruleOf({
  base = {},
  settings = refusal(403, 'rest_forbidden'),
  templates = [],
  posts = {},
}: Site): Rule {
  return ({ path, method, data }) => {
    const slug = /lookup\?slug=(.*)/.exec(path)?.[1]
    if (slug !== undefined) {
      const wanted = [slug, slug.replace(/-.*/, ''), slug === 'front-page' ? 'home' : '', 'index']
      const found = wanted.find((one) => templates.includes(one))
      return found === undefined
        ? {}
        : { id: `theme//${found}`, slug: found, type: 'wp_template', content: { raw: '' } }
    }
    if (path.startsWith('/?')) return base
    if (path === '/wp/v2/settings') {
      return method === 'OPTIONS' ? {} : method === 'POST' ? { ...settings, ...(data as object) } : settings
    }
    const post = posts[path.replace(/\?.*/, '')]
    return post ?? refusal(404, 'rest_post_invalid_id')
  }
}

const at = (site: Site) => siteOf(ruleOf(site))
const postsInFront = { show_on_front: 'posts', page_on_front: 0, page_for_posts: 0 }
const pageInFront = { show_on_front: 'page', page_on_front: 5, page_for_posts: 6 }

describe('the home page', () => {
  it('is the page that is set for it', async () => {
    const { dispatch, state, sent } = at({ base: pageInFront })
    expect(selectHomePage(state())).toBeNull()
    expect(await dispatch(fetchHomePage())).toEqual({ postType: 'page', postId: '5' })
    expect(selectHomePage(state())).toEqual({ postType: 'page', postId: '5' })
    expect(sent()).toEqual([expect.stringMatching(/^GET \/\?_fields=description,/)])
  })

  it.each([
    ['posts are shown', postsInFront],
    ['no page is set', { show_on_front: 'page', page_on_front: 0 }],
    ["no page is set, in the words '0'", { show_on_front: 'page', page_on_front: '0' }],
    ['a page was set before', { show_on_front: 'posts', page_on_front: 5 }],
  ])('is the default template for the front page where %s', async (what, base) => {
    const { dispatch, state, sent } = at({ base, templates: ['home', 'index'] })
    const home = { postType: 'wp_template', postId: 'theme//home' }
    expect(await dispatch(fetchHomePage())).toEqual(home)
    expect(selectHomePage(state())).toEqual(home)
    expect(sent()[1]).toBe('GET /wp/v2/templates/lookup?slug=front-page')
  })

  it('is an empty object where the site has no template', async () => {
    const { dispatch, state } = at({ base: postsInFront })
    expect(await dispatch(fetchHomePage())).toEqual({})
    expect(selectHomePage(state())).toEqual({})
  })

  it('is the same object while it does not change', async () => {
    const { dispatch, state } = at({ base: postsInFront, templates: ['home'] })
    const home = await dispatch(fetchHomePage())
    dispatch(receiveEntityRecords('postType', 'page', { id: 77 }))
    expect(selectHomePage(state())).toBe(home)
  })

  it('is null while the template is not known', async () => {
    const { dispatch, state } = at({ base: postsInFront })
    await dispatch(fetchEntityRecord('root', '__unstableBase'))
    expect(selectHomePage(state())).toBeNull()
  })

  it('asks nothing when it is known', async () => {
    const { dispatch, log } = at({ base: postsInFront, templates: ['home'] })
    await dispatch(fetchHomePage())
    const before = log.length
    await dispatch(fetchHomePage())
    await dispatch(fetchPostsPageId())
    expect(log).toHaveLength(before)
  })

  it('comes from the settings where an older server does not tell everybody', async () => {
    const { dispatch, state, sent } = at({ base: { name: 'Old' }, settings: pageInFront })
    expect(await dispatch(fetchHomePage())).toEqual({ postType: 'page', postId: '5' })
    expect(selectPostsPageId(state())).toBe('6')
    expect(sent().slice(1)).toEqual(['OPTIONS /wp/v2/settings', 'GET /wp/v2/settings'])
  })

  it('shows posts to those to whom an older server refuses the settings', async () => {
    const { dispatch, state } = at({ base: { name: 'Old' }, templates: ['home'] })
    const home = { postType: 'wp_template', postId: 'theme//home' }
    expect(await dispatch(fetchHomePage())).toEqual(home)
    expect(selectHomePage(state())).toEqual(home)
  })

  it('asks for refused settings again only when it is forced or went stale', async () => {
    const { dispatch, sent } = at({ base: { name: 'Old' }, templates: ['home'] })
    await dispatch(fetchHomePage())
    const count = () => sent().filter((line) => line === 'GET /wp/v2/settings').length
    await dispatch(fetchHomePage())
    await dispatch(fetchPostsPageId())
    expect(count()).toBe(1)
    await dispatch(fetchHomePage({ force: true }))
    expect(count()).toBe(2)
    dispatch(invalidate())
    await dispatch(fetchPostsPageId())
    expect(count()).toBe(3)
  })

  it('rejects where the settings of an older server fail otherwise', async () => {
    const { dispatch } = at({ base: { name: 'Old' }, settings: refusal(500, 'down') })
    await expect(dispatch(fetchHomePage())).rejects.toMatchObject({ code: 'down' })
  })

  it('changes when another page is saved as the front', async () => {
    const { dispatch, state } = at({ base: pageInFront, settings: pageInFront })
    await dispatch(fetchHomePage())
    await dispatch(saveEntityRecord('root', 'site', { page_on_front: 9 }))
    expect(selectHomePage(state())).toEqual({ postType: 'page', postId: '9' })
    expect(await dispatch(fetchHomePage())).toEqual({ postType: 'page', postId: '9' })
  })

  it('is read again where it was told, when that went stale', async () => {
    const site = { base: pageInFront, settings: pageInFront }
    const { dispatch, state } = siteOf((request) => ruleOf(site)(request))
    await dispatch(fetchEntityRecord('root', 'site'))
    await dispatch(fetchHomePage())
    site.base = site.settings = { ...pageInFront, page_on_front: 8 }
    dispatch(invalidate({ kind: 'root' }))
    expect(await dispatch(fetchHomePage())).toEqual({ postType: 'page', postId: '8' })
    expect(selectHomePage(state())).toEqual({ postType: 'page', postId: '8' })
  })

  it('can be given up', async () => {
    const { dispatch, state } = siteOf()
    const controller = new AbortController()
    const asked = dispatch(fetchHomePage({ signal: controller.signal }))
    await settle()
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(selectHomePage(state())).toBeNull()
  })
})

describe('the posts page', () => {
  it.each([
    ['the page that is set', pageInFront, '6'],
    ['none where the front shows posts', { ...postsInFront, page_for_posts: 6 }, null],
    ['none where no page is set', { ...pageInFront, page_for_posts: 0 }, null],
    ["none where '0' is set", { ...pageInFront, page_for_posts: '0' }, null],
  ])('is %s', async (what, base, id) => {
    const { dispatch, state } = at({ base })
    expect(selectPostsPageId(state())).toBeNull()
    expect(await dispatch(fetchPostsPageId())).toBe(id)
    expect(selectPostsPageId(state())).toBe(id)
  })
})

const templates = ['front-page', 'home', 'index', 'page', 'page-about', 'single', 'single-book-emma', 'wide']
const posts = {
  '/wp/v2/pages/5': { id: 5, slug: 'start', template: '' },
  '/wp/v2/pages/6': { id: 6, slug: 'news', template: 'wide' },
  '/wp/v2/pages/7': { id: 7, slug: 'about', template: '' },
  '/wp/v2/pages/8': { id: 8, slug: 'wide-one', template: 'wide' },
  '/wp/v2/pages/9': { id: 9, slug: '', template: '' },
  '/wp/v2/posts/5': { id: 5, slug: 'five', template: '' },
  '/wp/v2/posts/6': { id: 6, slug: '', template: 'gone.php' },
  '/library/v1/books/1': { id: 1, slug: 'emma', template: '' },
  '/library/v1/books/2': { id: 2, slug: 'persuasion' },
}

describe('the template of a post', () => {
  it.each([
    ['the front page is front-page', 'page', 5, 'front-page'],
    ['the posts page is home, whatever it was given', 'page', 6, 'home'],
    ['a page with a template of its own slug is that', 'page', 7, 'page-about'],
    ['a page that was given a template is that', 'page', 8, 'wide'],
    ['a page without a slug is page', 'page', 9, 'page'],
    ['a post with the id of the front page is no page', 'post', 5, 'single'],
    ['a post with a template that the site lacks is single', 'post', 6, 'single'],
    ['a book with a template of its own is that', 'book', 1, 'single-book-emma'],
    ['any other book is single', 'book', '2', 'single'],
  ])('for %s', async (what, type, id, slug) => {
    const { dispatch, state } = at({ base: pageInFront, templates, posts })
    expect(selectTemplateId(state(), type, id)).toBeNull()
    expect(await dispatch(fetchTemplateId(type, id))).toBe(`theme//${slug}`)
    expect(selectTemplateId(state(), type, id)).toBe(`theme//${slug}`)
  })

  it.each([
    ['page', 7, 'page-about'],
    ['page', 9, 'page'],
    ['post', 5, 'single-post-five'],
    ['post', 6, 'single-post'],
    ['book', 2, 'single-book-persuasion'],
  ])('of %s %s is asked for by the slug %s at last', async (type, id, slug) => {
    const { dispatch, sent } = at({ base: pageInFront, templates, posts })
    await dispatch(fetchTemplateId(type, id))
    expect(sent().at(-1)).toBe(`GET /wp/v2/templates/lookup?slug=${slug}`)
  })

  it('of the front page is the page’s own where the site has no front-page template', async () => {
    const { dispatch } = at({ base: pageInFront, templates: ['home', 'page'], posts })
    expect(await dispatch(fetchTemplateId('page', 5))).toBe('theme//page')
  })

  it('follows what was edited of the post', async () => {
    const { dispatch, state } = at({ base: pageInFront, templates, posts })
    await dispatch(fetchTemplateId('page', 8))
    await dispatch(fetchTemplateId('page', 7))
    dispatch(editEntityRecord('postType', 'page', 7, { template: 'wide' }))
    expect(selectTemplateId(state(), 'page', 7)).toBe('theme//wide')
    dispatch(editEntityRecord('postType', 'page', 7, { template: '', slug: 'other' }))
    expect(selectTemplateId(state(), 'page', 7)).toBeNull()
    expect(await dispatch(fetchTemplateId('page', 7))).toBe('theme//page')
  })

  it("is '' where the site has no template at all", async () => {
    const { dispatch, state } = at({ base: postsInFront, posts })
    expect(await dispatch(fetchTemplateId('post', 5))).toBe('')
    expect(selectTemplateId(state(), 'post', 5)).toBe('')
  })

  it.each(['nobody', '__proto__'])('of the type %s is null, and asks for no template', async (type) => {
    const { dispatch, state, sent } = at({ base: pageInFront, templates, posts })
    expect(await dispatch(fetchTemplateId(type, 1))).toBeNull()
    expect(selectTemplateId(state(), type, 1)).toBeNull()
    expect(sent()).toHaveLength(1)
  })

  it('of a post that is not there rejects', async () => {
    const { dispatch, state } = at({ base: pageInFront, templates })
    await expect(dispatch(fetchTemplateId('post', 404))).rejects.toMatchObject({ status: 404 })
    expect(selectTemplateId(state(), 'post', 404)).toBeNull()
  })

  it('is read at once with the site and the post, and known afterwards without a request', async () => {
    const { dispatch, waiting, sent } = siteOf()
    const asked = dispatch(fetchTemplateId('post', 5))
    await settle()
    expect(waiting.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/\?_fields/),
      '/wp/v2/posts/5?context=edit',
    ])
    for (const request of [...waiting])
      request.answer(request.path.startsWith('/?') ? postsInFront : { id: 5 })
    await settle()
    waiting[0]?.answer({ id: 'theme//single-post' })
    expect(await asked).toBe('theme//single-post')
    const before = sent().length
    await dispatch(fetchTemplateId('post', 5))
    expect(sent()).toHaveLength(before)
  })
})
