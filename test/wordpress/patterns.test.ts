import {
  fetchBlockPatternCategories,
  fetchBlockPatterns,
  fetchEntityRecords,
  fetchUserPatternCategories,
  saveEntityRecord,
  selectBlockPatternCategories,
  selectBlockPatterns,
  selectBlockPatternsForPostType,
  selectResolution,
  selectUserPatternCategories,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal, reply, type Rule } from '../support/fakeServer'
import { siteOf } from './siteOf'

describe('names in camel case', () => {
  it.each([
    ['block_types', 'blockTypes'],
    ['a_b_c', 'aBC'],
    ['viewport_width', 'viewportWidth'],
    ['content', 'content'],
    ['_links', '_links'],
    ['x_1', 'x1'],
    ['ends_', 'ends_'],
    ['alreadyCamel', 'alreadyCamel'],
  ])('%s becomes %s', async (before, after) => {
    const { dispatch } = siteOf(() => [{ [before]: { inner_name: 1 } }])
    expect(await dispatch(fetchBlockPatterns())).toEqual([{ [after]: { inner_name: 1 } }])
  })

  it('make no field called __proto__ a prototype', async () => {
    const { dispatch } = siteOf(() => JSON.parse('[{"name":"a","__proto__":{"x":1}}]') as unknown)
    const [odd] = (await dispatch(fetchBlockPatterns())) ?? []
    expect(odd).toMatchObject({ name: 'a' })
    expect('x' in (odd ?? {})).toBe(false)
  })
})

describe('block patterns', () => {
  it('have their fields in camel case, and nothing inside them', async () => {
    const { dispatch, state, log } = siteOf(() => [
      { name: 'a', block_types: ['core/query'], viewport_width: 10, meta_data: { in_side: 1 } },
    ])
    const patterns = await dispatch(fetchBlockPatterns())
    expect(patterns).toEqual([
      { name: 'a', blockTypes: ['core/query'], viewportWidth: 10, metaData: { in_side: 1 } },
    ])
    expect(selectBlockPatterns(state())).toBe(patterns)
    expect(await dispatch(fetchBlockPatterns())).toBe(patterns)
    expect(log).toEqual(['GET /wp/v2/block-patterns/patterns'])
  })

  it('are none where the answer is empty', async () => {
    const { dispatch, state } = siteOf(() => reply(null))
    expect(await dispatch(fetchBlockPatterns())).toEqual([])
    expect(selectBlockPatterns(state())).toEqual([])
  })

  it('may come as an object, as PHP sends a list with gaps', async () => {
    const { dispatch } = siteOf(() => ({ 1: { name: 'b' }, 7: { name: 'h' } }))
    expect(await dispatch(fetchBlockPatterns())).toEqual([{ name: 'b' }, { name: 'h' }])
  })

  it('are the same empty list while they are not known', () => {
    const { state } = siteOf()
    expect(selectBlockPatterns(state())).toEqual([])
    expect(selectBlockPatterns(state())).toBe(selectBlockPatterns(state()))
    expect(selectBlockPatternsForPostType(state(), 'post')).toBe(
      selectBlockPatternsForPostType(state(), 'post'),
    )
  })

  it('that can’t be had reject, and are asked for again', async () => {
    const { dispatch, log } = siteOf(() => refusal(403, 'rest_cannot_view'))
    await expect(dispatch(fetchBlockPatterns())).rejects.toMatchObject({ code: 'rest_cannot_view' })
    await expect(dispatch(fetchBlockPatterns())).rejects.toMatchObject({ code: 'rest_cannot_view' })
    expect(log).toHaveLength(2)
  })

  it('for a post type are those that name none, or name this one', async () => {
    const { dispatch, state } = siteOf(() => [
      { name: 'any' },
      { name: 'posts', post_types: ['post'] },
      { name: 'pages', post_types: ['page', 'book'] },
      { name: 'nobody', post_types: [] },
    ])
    await dispatch(fetchBlockPatterns())
    const namesFor = (type: string) => selectBlockPatternsForPostType(state(), type).map(({ name }) => name)
    expect(namesFor('post')).toEqual(['any', 'posts'])
    expect(namesFor('book')).toEqual(['any', 'pages'])
    expect(namesFor('__proto__')).toEqual(['any'])
    expect(selectBlockPatternsForPostType(state(), 'post')).toBe(
      selectBlockPatternsForPostType(state(), 'post'),
    )
    expect(selectBlockPatternsForPostType(state(), 'post')).not.toBe(
      selectBlockPatternsForPostType(state(), 'book'),
    )
  })
})

describe('block pattern categories', () => {
  it('are kept as the server gives them', async () => {
    const rows = [{ name: 'call_to_action', label: 'Call to &amp; action', some_field: 1 }]
    const { dispatch, state, log } = siteOf(() => rows)
    expect(selectBlockPatternCategories(state())).toEqual([])
    expect(selectBlockPatternCategories(state())).toBe(selectBlockPatternCategories(state()))
    const categories = await dispatch(fetchBlockPatternCategories())
    expect(categories).toEqual(rows)
    expect(selectBlockPatternCategories(state())).toBe(categories)
    await dispatch(fetchBlockPatternCategories())
    expect(log).toEqual(['GET /wp/v2/block-patterns/categories'])
  })
})

const query = { per_page: -1, _fields: 'id,name,description,slug', context: 'view' } as const

const terms: Rule = ({ path, method, data }) => {
  if (path.startsWith('/wp/v2/taxonomies')) {
    return { wp_pattern_category: { name: 'Pattern Categories', rest_base: 'wp_pattern_category' } }
  }
  if (method === 'POST') return { id: 9, slug: 'new', ...(data as object) }
  return reply([{ id: 4, name: 'Salt &amp; pepper &lt;3', slug: 'salt', description: '&amp;' }], {
    headers: { 'X-WP-Total': '1', 'X-WP-TotalPages': '1' },
  })
}

describe('user pattern categories', () => {
  it('have the decoded name as label and the slug as name, and the rest unchanged', async () => {
    const { dispatch, state, log } = siteOf(terms)
    expect(selectUserPatternCategories(state())).toEqual([])
    const categories = await dispatch(fetchUserPatternCategories())
    expect(categories).toEqual([
      { id: 4, label: 'Salt & pepper <3', name: 'salt', slug: 'salt', description: '&amp;' },
    ])
    expect(selectUserPatternCategories(state())).toBe(categories)
    expect(log[1]).toBe(
      'GET /wp/v2/wp_pattern_category?context=view&page=1&per_page=100&_fields=id,name,description,slug',
    )
  })

  it('are the ordinary list: whoever reads that has them', async () => {
    const { dispatch, state, log } = siteOf(terms)
    await dispatch(fetchEntityRecords('taxonomy', 'wp_pattern_category', query))
    const before = log.length
    expect(selectUserPatternCategories(state())).toMatchObject([{ name: 'salt' }])
    await dispatch(fetchUserPatternCategories())
    expect(log).toHaveLength(before)
  })

  it('are asked for again when a category was saved', async () => {
    const { dispatch, log } = siteOf(terms)
    await dispatch(fetchUserPatternCategories())
    await dispatch(saveEntityRecord('taxonomy', 'wp_pattern_category', { name: 'New' }))
    const before = log.length
    await dispatch(fetchUserPatternCategories())
    expect(log).toHaveLength(before + 1)
  })

  it('are none where the list fails, with the error in the resolution', async () => {
    const { dispatch, state } = siteOf((request) =>
      request.path.startsWith('/wp/v2/wp_pattern') ? refusal(500, 'down') : terms(request),
    )
    expect(await dispatch(fetchUserPatternCategories())).toEqual([])
    expect(selectUserPatternCategories(state())).toBe(selectUserPatternCategories(state()))
    expect(selectResolution(state(), 'fetchUserPatternCategories')).toMatchObject({
      status: 'error',
      error: { code: 'down' },
    })
  })

  it('are none where the site has no such taxonomy', async () => {
    const { dispatch } = siteOf(() => ({}))
    expect(await dispatch(fetchUserPatternCategories())).toEqual([])
  })
})
