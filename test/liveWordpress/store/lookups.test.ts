import {
  deleteEntityRecord,
  fetchBlockPatternCategories,
  fetchBlockPatterns,
  fetchDefaultTemplateId,
  fetchEmbedPreview,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchNavigationFallbackId,
  fetchRegisteredPostMeta,
  fetchUrlDetails,
  fetchUserPatternCategories,
  selectBlockPatternCategories,
  selectBlockPatterns,
  selectBlockPatternsForPostType,
  selectDefaultTemplateId,
  selectEmbedPreview,
  selectEntityRecord,
  selectIsEmbedPreviewFallback,
  selectNavigationFallbackId,
  selectRegisteredPostMeta,
  selectResolution,
  selectUrlDetails,
  selectUserPatternCategories,
} from 'copydesk'
import { afterAll, describe, expect, it } from 'vitest'
import { asUser, newPost } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

describe('An embed preview', () => {
  it('of a post of the site itself shows it', async () => {
    const { link } = await newPost({ title: 'Embedded', status: 'publish' })
    const url = String(link)
    const { dispatch, state, sentSince } = storeWith(asUser('author'))
    const preview = await dispatch(fetchEmbedPreview(url))
    expect(preview).toMatchObject({
      title: 'Embedded',
      type: 'rich',
      html: expect.stringContaining('<iframe') as string,
    })
    expect(selectEmbedPreview(state(), url)).toBe(preview)
    expect(selectIsEmbedPreviewFallback(state(), url)).toBe(false)
    await dispatch(fetchEmbedPreview(url))
    expect(sentSince()).toEqual([`GET /oembed/1.0/proxy?url=${url}`])
  })

  it.each([
    'https://video.example.invalid/watch?v=1',
    '__proto__',
    'javascript:alert(1)',
    'https://münchen.invalid/ein weg',
    '',
    `https://example.invalid/${'x'.repeat(2000)}`,
  ])('of %.50s is false, and asked for once', async (url) => {
    const { dispatch, state, sent } = storeWith(asUser('author'))
    expect(await dispatch(fetchEmbedPreview(url))).toBe(false)
    expect(await dispatch(fetchEmbedPreview(url))).toBe(false)
    expect(selectEmbedPreview(state(), url)).toBe(false)
    expect(sent).toHaveLength(1)
  })

  it('is false for a subscriber, who may embed nothing', async () => {
    const { link } = await newPost({ status: 'publish' })
    const { dispatch } = storeWith(asUser('subscriber'))
    expect(await dispatch(fetchEmbedPreview(String(link)))).toBe(false)
  })
})

describe('The details of a URL', () => {
  it('that leads nowhere reject with the server’s reason, and are asked for again', async () => {
    const url = 'https://example.invalid/page'
    const { dispatch, state, sent } = storeWith(asUser('author'))
    const reason = { code: 'no_response', status: 404 }
    await expect(dispatch(fetchUrlDetails(url))).rejects.toMatchObject(reason)
    await expect(dispatch(fetchUrlDetails(url))).rejects.toMatchObject(reason)
    expect(selectUrlDetails(state(), url)).toBeUndefined()
    expect(selectResolution(state(), 'fetchUrlDetails', url)).toMatchObject({ error: reason })
    expect(sent).toEqual(Array(2).fill(`GET /wp-block-editor/v1/url-details?url=${url}`))
  })
})

describe('The patterns of the site', () => {
  it('have camel-cased fields, and some are for some post types only', async () => {
    const { dispatch, state, sent } = storeWith(asUser('contributor'))
    const patterns = (await dispatch(fetchBlockPatterns())) ?? []
    expect(patterns.length).toBeGreaterThan(30)
    expect(selectBlockPatterns(state())).toBe(patterns)
    expect(patterns).toContainEqual(
      expect.objectContaining({ name: 'core/query-standard-posts', blockTypes: ['core/query'] }),
    )
    expect(patterns.flatMap((pattern) => Object.keys(pattern)).filter((name) => /_/.test(name))).toEqual([])
    const special = patterns.find(({ postTypes }) => postTypes && !postTypes.includes('book'))
    expect(special).toBeDefined()
    expect(selectBlockPatternsForPostType(state(), 'book')).not.toContain(special)
    expect(selectBlockPatternsForPostType(state(), String(special?.postTypes?.[0]))).toContain(special)
    expect(sent).toEqual(['GET /wp/v2/block-patterns/patterns'])
  })

  it('have categories with names and labels', async () => {
    const { dispatch, state, sent } = storeWith(asUser('contributor'))
    const categories = await dispatch(fetchBlockPatternCategories())
    expect(categories).toContainEqual(
      // Which words begin with a capital is not the same in all versions.
      expect.objectContaining({ name: 'call-to-action', label: expect.stringMatching(/^Call to action$/i) }),
    )
    expect(selectBlockPatternCategories(state())).toBe(categories)
    expect(sent).toEqual(['GET /wp/v2/block-patterns/categories'])
  })

  it('are refused to a subscriber, with the reason', async () => {
    const { dispatch, state } = storeWith(asUser('subscriber'))
    const reason = { code: 'rest_cannot_view', status: 403 }
    await expect(dispatch(fetchBlockPatterns())).rejects.toMatchObject(reason)
    await expect(dispatch(fetchBlockPatternCategories())).rejects.toMatchObject(reason)
    expect(selectBlockPatterns(state())).toEqual([])
  })
})

describe('The categories of people’s patterns', () => {
  it('are the list of their terms, with label and name as patterns have them', async () => {
    const admin = asUser('administrator')
    const { data } = await admin({
      path: '/wp/v2/wp_pattern_category',
      method: 'POST',
      data: { name: 'Salt & pepper', slug: 'salt-pepper' },
    })
    const { id } = data as { id: number }
    try {
      const { dispatch, state, sentSince } = storeWith(admin)
      const categories = await dispatch(fetchUserPatternCategories())
      expect(categories).toContainEqual({
        id,
        label: 'Salt & pepper',
        name: 'salt-pepper',
        slug: 'salt-pepper',
        description: '',
      })
      expect(selectUserPatternCategories(state())).toBe(categories)
      expect(sentSince().at(-1)).toMatch(
        /^GET \/wp\/v2\/wp_pattern_category\?context=view&page=1&per_page=100/,
      )
      await dispatch(fetchUserPatternCategories())
      expect(sentSince()).toEqual([])
    } finally {
      await admin({ path: `/wp/v2/wp_pattern_category/${id}?force=true`, method: 'DELETE' })
    }
  })
})

describe('The navigation fallback', () => {
  const menu = (id: number) => ['postType', 'wp_navigation', id] as const

  // Asking has made the menu: other tests expect a site without one.
  afterAll(async () => {
    const { dispatch } = storeWith(asUser('administrator'))
    const id = (await dispatch(fetchNavigationFallbackId())) ?? 0
    await dispatch(deleteEntityRecord(...menu(id), { force: true }, { throwOnError: true }))
  })

  it('brings its menu, whose single read then sends nothing', async () => {
    const { dispatch, state, sent } = storeWith(asUser('administrator'))
    const id = (await dispatch(fetchNavigationFallbackId())) ?? 0
    expect(id).toBeGreaterThan(0)
    expect(selectNavigationFallbackId(state())).toBe(id)
    expect(selectEntityRecord(state(), ...menu(id))).toMatchObject({ id, type: 'wp_navigation' })
    expect(await dispatch(fetchEntityRecord(...menu(id)))).toMatchObject({
      title: { raw: expect.any(String) as string },
      content: { raw: expect.any(String) as string },
    })
    await dispatch(fetchNavigationFallbackId())
    expect(sent).toEqual([
      'GET /wp/v2/types?context=view',
      'GET /wp-block-editor/v1/navigation-fallback?_embed=true',
    ])
  })

  it('leaves the lists of menus fresh when the menu was in them, and keeps what only its own path tells', async () => {
    const { dispatch, state, sent } = storeWith(asUser('administrator'))
    const id = (await storeWith(asUser('administrator')).dispatch(fetchNavigationFallbackId())) ?? 0
    await dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    await dispatch(fetchNavigationFallbackId())
    const before = sent.length
    await dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    expect(sent).toHaveLength(before)
    expect(selectEntityRecord(state(), ...menu(id))).toMatchObject({
      modified: expect.any(String) as string,
    })
  })

  it('makes lists without its menu stale', async () => {
    const { dispatch, sent } = storeWith(asUser('administrator'))
    await dispatch(fetchEntityRecords('postType', 'wp_navigation', { search: 'nothing is called this' }))
    await dispatch(fetchNavigationFallbackId())
    const before = sent.length
    await dispatch(fetchEntityRecords('postType', 'wp_navigation', { search: 'nothing is called this' }))
    expect(sent).toHaveLength(before + 1)
  })

  it('is refused to an author, with the reason', async () => {
    const { dispatch, state } = storeWith(asUser('author'))
    await expect(dispatch(fetchNavigationFallbackId())).rejects.toMatchObject({
      code: 'rest_cannot_create',
      status: 403,
    })
    expect(selectNavigationFallbackId(state())).toBeNull()
  })
})

describe('The default template', () => {
  it.each([
    ['front-page', 'home'],
    ['home', 'home'],
    ['single-book-emma', 'single'],
    ['page-anything', 'page'],
    ['nonsense', 'index'],
    ['__proto__', 'index'],
  ])('for %s is %s, and comes along as a record', async (slug, found) => {
    const { dispatch, state, sent } = storeWith(asUser('author'))
    const id = `twentytwentyfour//${found}`
    expect(await dispatch(fetchDefaultTemplateId({ slug }))).toBe(id)
    expect(selectDefaultTemplateId(state(), { slug })).toBe(id)
    expect(await dispatch(fetchEntityRecord('postType', 'wp_template', id))).toMatchObject({
      id,
      slug: found,
      content: { raw: expect.stringContaining('<!-- wp:') as string },
    })
    expect(sent).toEqual(['GET /wp/v2/types?context=view', `GET /wp/v2/templates/lookup?slug=${slug}`])
  })

  it("for no slug is ''", async () => {
    const { dispatch, state } = storeWith(asUser('author'))
    expect(await dispatch(fetchDefaultTemplateId({ slug: '' }))).toBe('')
    expect(selectDefaultTemplateId(state(), { slug: '' })).toBe('')
  })

  it('for a query that the server does not take rejects', async () => {
    const { dispatch } = storeWith(asUser('author'))
    await expect(dispatch(fetchDefaultTemplateId({}))).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
    })
  })
})

describe('The registered meta', () => {
  it('of books has their subtitle', async () => {
    const { dispatch, state, sent } = storeWith(asUser('editor'))
    const meta = await dispatch(fetchRegisteredPostMeta('book'))
    expect(meta).toMatchObject({ subtitle: { type: 'string', default: '' } })
    expect(selectRegisteredPostMeta(state(), 'book')).toBe(meta)
    await dispatch(fetchRegisteredPostMeta('book'))
    expect(sent).toEqual(['GET /wp/v2/types?context=view', 'OPTIONS /wp/v2/books/?context=edit'])
  })

  it('of a type that nobody knows is none', async () => {
    const { dispatch, state, sent } = storeWith(asUser('editor'))
    expect(await dispatch(fetchRegisteredPostMeta('nobody'))).toEqual({})
    expect(selectRegisteredPostMeta(state(), 'nobody')).toEqual({})
    expect(sent).toEqual(['GET /wp/v2/types?context=view'])
  })
})
