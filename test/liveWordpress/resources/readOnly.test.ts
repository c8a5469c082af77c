import { loadEntityConfigs, selectEntityRecord, selectHasEdits, selectResolution } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { resourceStore } from '../../support/resourceStore'
import { asVisitor } from '../../support/wordpress'

const noRoute = { code: 'rest_no_route', status: 404 }

/** Name, a key, a field that one might want to change, and what a subscriber is told who asks for the list. */
const resources = [
  ['theme', 'twentytwentyfour', { status: 'active' }, 'rest_cannot_view_themes'],
  ['status', 'draft', { name: 'Sketch' }, 'rest_cannot_view'],
  ['postType', 'post', { description: 'News' }, 'rest_cannot_view'],
  ['taxonomy', 'category', { description: 'Shelves' }, 'rest_cannot_view'],
  ['widgetType', 'calendar', { name: 'Year' }, 'rest_cannot_manage_widgets'],
  ['menuLocation', 'primary', { description: 'Above' }, 'rest_cannot_view'],
] as const

describe.each(resources)('What the server only tells: root %s', (name, id, edits, refusal) => {
  it('is neither created, saved nor deleted, and the errors say so', async () => {
    const records = resourceStore().of('root', name)
    const before = await records.read(id)
    await expect(records.create(edits)).rejects.toMatchObject(noRoute)
    records.edit(id, edits)
    expect(records.hasEdits(id)).toBe(before?.[Object.keys(edits)[0] ?? ''] !== Object.values(edits)[0])
    await records.trySave(id)
    expect(await records.tryRemove(id)).toBe(false)
    expect(records.deleteError(id)).toMatchObject(noRoute)
    expect(records.record(id)).toBe(before)
  })

  it('is refused to a subscriber as a list in edit context, with the reason', async () => {
    const { of, state } = resourceStore('subscriber')
    expect(await of('root', name).list()).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'root', name)).toMatchObject({
      error: { code: refusal, status: 403 },
    })
  })
})

describe('The entities of the site', () => {
  it('come from one request for the post types and one for the taxonomies', async () => {
    const { dispatch, sentSince } = resourceStore()
    const [types, taxonomies] = await Promise.all(
      ['postType', 'taxonomy', 'postType'].map((kind) => dispatch(loadEntityConfigs(kind))),
    )
    expect(sentSince()).toEqual(['GET /wp/v2/types?context=view', 'GET /wp/v2/taxonomies?context=view'])
    expect(types).toContainEqual(expect.objectContaining({ name: 'book', baseURL: '/wp/v2/books' }))
    expect(taxonomies).toContainEqual(expect.objectContaining({ name: 'post_tag', baseURL: '/wp/v2/tags' }))
  })
})

describe('What everybody may know', () => {
  it.each([
    ['status', ['publish']],
    ['postType', ['post', 'page', 'attachment']],
    ['taxonomy', ['category', 'post_tag']],
  ])('a visitor lists in view context: root %s', async (name, keys) => {
    const records = await resourceStore(asVisitor()).of('root', name).list({ context: 'view' })
    expect(records?.map(({ slug }) => slug)).toEqual(expect.arrayContaining(keys))
  })

  it('a list of one post type’s taxonomies is a list of its own', async () => {
    const taxonomies = resourceStore().of('root', 'taxonomy')
    expect((await taxonomies.list({ type: 'wp_block' }))?.map(({ slug }) => slug)).toEqual([
      'wp_pattern_category',
    ])
    expect((await taxonomies.list({ type: 'post' }))?.map(({ slug }) => slug)).toContain('category')
  })

  it('the active theme is found by its status', async () => {
    const { of, state } = resourceStore()
    const themes = await of('root', 'theme').list({ status: 'active' })
    expect(themes).toMatchObject([{ stylesheet: 'twentytwentyfour', status: 'active' }])
    expect(selectEntityRecord(state(), 'root', 'theme', 'twentytwentyfour')).toBe(themes?.[0])
    expect(selectHasEdits(state(), 'root', 'theme', 'twentytwentyfour')).toBe(false)
  })

  it('a post type, status or taxonomy that there is not is an error', async () => {
    const { of } = resourceStore()
    await expect(of('root', 'postType').read('poem')).rejects.toMatchObject({ code: 'rest_type_invalid' })
    await expect(of('root', 'status').read('lost')).rejects.toMatchObject({ code: 'rest_status_invalid' })
    await expect(of('root', 'taxonomy').read('mood')).rejects.toMatchObject({ code: 'rest_taxonomy_invalid' })
    await expect(of('root', 'theme').read('none')).rejects.toMatchObject({ code: 'rest_theme_not_found' })
  })
})
