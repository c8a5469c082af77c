import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchHomePage,
  fetchPostsPageId,
  fetchTemplateId,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  selectHomePage,
  selectPostsPageId,
  selectTemplateId,
} from 'copydesk'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asUser, asVisitor, rawFetch } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const theme = 'twentytwentyfour'
let front = 0
let news = 0

/** Sets what the front shows, past any store, until the test has finished. */
async function setFront(settings: object): Promise<void> {
  putFrontBack()
  await writeSettings(settings)
}

/** Has the front show posts again when the test has finished. */
function putFrontBack(): void {
  onTestFinished(() => writeSettings({ show_on_front: 'posts', page_on_front: 0, page_for_posts: 0 }))
}

async function writeSettings(settings: object): Promise<void> {
  await rawFetch('administrator', '/wp-json/wp/v2/settings', {
    method: 'POST',
    body: JSON.stringify(settings),
  })
}

beforeAll(async () => {
  const pages = (await (
    await rawFetch('administrator', '/wp-json/wp/v2/pages?slug[]=home&slug[]=about-us&_fields=id,slug')
  ).json()) as { id: number; slug: string }[]
  front = pages.find(({ slug }) => slug === 'home')?.id ?? 0
  news = pages.find(({ slug }) => slug === 'about-us')?.id ?? 0
})

describe('The home page of a real site', () => {
  it('is the template for it, while the front shows posts', async () => {
    const { dispatch, state, sent } = storeWith(asUser('administrator'))
    const home = { postType: 'wp_template', postId: `${theme}//home` }
    expect(await dispatch(fetchHomePage())).toEqual(home)
    expect(selectHomePage(state())).toEqual(home)
    expect(await dispatch(fetchPostsPageId())).toBeNull()
    expect(sent.at(-1)).toBe('GET /wp/v2/templates/lookup?slug=front-page')
    const before = sent.length
    await dispatch(fetchHomePage())
    expect(sent).toHaveLength(before)
  })

  it('is the page that the settings name, as is the posts page', async () => {
    await setFront({ show_on_front: 'page', page_on_front: front, page_for_posts: news })
    const { dispatch, state } = storeWith(asUser('administrator'))
    const home = { postType: 'page', postId: String(front) }
    expect(await dispatch(fetchHomePage())).toEqual(home)
    expect(selectHomePage(state())).toEqual(home)
    expect(await dispatch(fetchPostsPageId())).toBe(String(news))
    expect(selectPostsPageId(state())).toBe(String(news))
  })

  it('follows what is saved', async () => {
    putFrontBack()
    const { dispatch, state } = storeWith(asUser('administrator'))
    await dispatch(fetchHomePage())
    await dispatch(
      saveEntityRecord(
        'root',
        'site',
        { show_on_front: 'page', page_on_front: front },
        { throwOnError: true },
      ),
    )
    expect(selectHomePage(state())).toEqual({ postType: 'page', postId: String(front) })
    expect(await dispatch(fetchHomePage())).toEqual({ postType: 'page', postId: String(front) })
  })

  it('is told to an editor as far as the server tells: posts, where it refuses the settings', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    const home = { postType: 'wp_template', postId: `${theme}//home` }
    expect(await dispatch(fetchHomePage())).toEqual(home)
    expect(selectHomePage(state())).toEqual(home)
  })

  it('rejects for a visitor, whom the server tells neither settings nor templates', async () => {
    const { dispatch, state } = storeWith(asVisitor())
    await expect(dispatch(fetchHomePage())).rejects.toMatchObject({ status: 401 })
    expect(selectHomePage(state())).toBeNull()
  })
})

describe('The template of a post of a real site', () => {
  it.each([
    ['page', 'pages', 'page'],
    ['post', 'posts', 'single'],
    ['book', 'books', 'single'],
  ])('is that of its family for a %s', async (type, base, slug) => {
    const [one] = (await (
      await rawFetch('administrator', `/wp-json/wp/v2/${base}?per_page=1&_fields=id,slug`)
    ).json()) as {
      id: number
      slug: string
    }[]
    const { dispatch, state, sent } = storeWith(asUser('editor'))
    expect(await dispatch(fetchTemplateId(type, one?.id ?? 0))).toBe(`${theme}//${slug}`)
    expect(selectTemplateId(state(), type, one?.id ?? 0)).toBe(`${theme}//${slug}`)
    const family = type === 'page' ? 'page' : `single-${type}`
    expect(sent.at(-1)).toBe(`GET /wp/v2/templates/lookup?slug=${family}-${one?.slug}`)
  })

  it('is the one that a page was given, saved or not', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchTemplateId('page', news))).toBe(`${theme}//page`)
    dispatch(editEntityRecord('postType', 'page', news, { template: 'page-no-title' }))
    expect(selectTemplateId(state(), 'page', news)).toBeNull()
    expect(await dispatch(fetchTemplateId('page', news))).toBe(`${theme}//page-no-title`)
    expect(selectTemplateId(state(), 'page', news)).toBe(`${theme}//page-no-title`)
  })

  it('is home for the posts page, and the page’s own for a front page without a template for that', async () => {
    await setFront({ show_on_front: 'page', page_on_front: front, page_for_posts: news })
    const { dispatch } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchTemplateId('page', news))).toBe(`${theme}//home`)
    expect(await dispatch(fetchTemplateId('page', front))).toBe(`${theme}//page`)
  })

  it('is front-page for the front page as soon as somebody saves such a template', async () => {
    await setFront({ show_on_front: 'page', page_on_front: front })
    const { dispatch } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchTemplateId('page', front))).toBe(`${theme}//page`)
    const made = {
      slug: 'front-page',
      title: 'Front',
      content: '<!-- wp:post-content /-->',
      status: 'publish',
    }
    await dispatch(saveEntityRecord('postType', 'wp_template', made as object, { throwOnError: true }))
    expect(await dispatch(fetchTemplateId('page', front))).toBe(`${theme}//front-page`)
    await dispatch(
      deleteEntityRecord(
        'postType',
        'wp_template',
        `${theme}//front-page`,
        { force: true },
        { throwOnError: true },
      ),
    )
    expect(await dispatch(fetchTemplateId('page', front))).toBe(`${theme}//page`)
  })

  it('is null for a type that nobody knows', async () => {
    const { dispatch } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchTemplateId('nobody', 1))).toBeNull()
  })
})

describe('Chosen settings', () => {
  it('are sent without the others that were edited', async () => {
    const bodies: unknown[] = []
    const admin = asUser('administrator')
    const { dispatch } = storeWith((request) => {
      if (request.method === 'POST') bodies.push(request.data)
      return admin(request)
    })
    const { title } = (await dispatch(fetchEntityRecord('root', 'site'))) ?? {}
    dispatch(editEntityRecord('root', 'site', undefined, { title: 'Chosen', description: 'Not chosen' }))
    await dispatch(saveSpecifiedEntityEdits('root', 'site', undefined, ['title'], { throwOnError: true }))
    await dispatch(saveEntityRecord('root', 'site', { title }, { throwOnError: true }))
    expect(bodies).toEqual([{ title: 'Chosen' }, { title }])
  })
})
