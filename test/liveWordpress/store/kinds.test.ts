import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  selectCanUser,
  selectEntityConfig,
  selectEntityRecord,
  selectEntityRecordsTotalItems,
  selectHasEdits,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { beforeAll, describe, expect, it } from 'vitest'
import { asUser, rawFetch } from '../../support/wordpress'
import { storeWith, type StoreAtWork } from '../../support/wordpressStore'

let work: StoreAtWork
beforeAll(() => {
  work = storeWith(asUser('administrator'))
})

/** Kind, name, path, a key that the list holds, and whether totals come from the server. */
const kinds = [
  ['root', 'postType', '/wp/v2/types', 'wp_block'],
  ['root', 'taxonomy', '/wp/v2/taxonomies', 'post_tag'],
  ['root', 'sidebar', '/wp/v2/sidebars', 'sidebar-1'],
  ['root', 'widget', '/wp/v2/widgets', 'block-3'],
  ['root', 'widgetType', '/wp/v2/widget-types', 'calendar'],
  ['root', 'user', '/wp/v2/users', 1],
  ['root', 'comment', '/wp/v2/comments', 29],
  ['root', 'menu', '/wp/v2/menus', 23],
  ['root', 'menuItem', '/wp/v2/menu-items', 8373],
  ['root', 'menuLocation', '/wp/v2/menu-locations', 'primary'],
  ['root', 'theme', '/wp/v2/themes', 'twentytwentyfour'],
  ['root', 'plugin', '/wp/v2/plugins', 'tides/tides'],
  ['root', 'status', '/wp/v2/statuses', 'draft'],
  ['postType', 'page', '/wp/v2/pages', 192],
  ['postType', 'attachment', '/wp/v2/media', 501],
  ['postType', 'wp_block', '/wp/v2/blocks', 401],
  ['postType', 'wp_template', '/wp/v2/templates', 'twentytwentyfour//single'],
  ['postType', 'wp_template_part', '/wp/v2/template-parts', 'twentytwentyfour//header'],
  ['postType', 'book', '/wp/v2/books', 301],
  ['taxonomy', 'category', '/wp/v2/categories', 2],
  ['taxonomy', 'post_tag', '/wp/v2/tags', 13],
  ['taxonomy', 'wp_pattern_category', '/wp/v2/wp_pattern_category', 22],
] as const

describe('Every kind of record', () => {
  it.each(kinds)(
    '%s %s is listed at %s, and %s is in the list with its key',
    async (kind, name, path, id) => {
      const { dispatch, state, sentSince } = work
      sentSince()
      // Whatever other tests made must not push it off the first page.
      const query = typeof id === 'number' ? { include: [id] } : {}
      const records = await dispatch(fetchEntityRecords(kind, name, query))
      const config = selectEntityConfig(state(), kind, name)
      const include = typeof id === 'number' ? `&include=${id}` : ''
      expect(sentSince().at(-1)).toBe(`GET ${path}?context=edit${include}`)
      expect(records).toContainEqual(expect.objectContaining({ [String(config?.key)]: id }))
      const total = selectEntityRecordsTotalItems(state(), kind, name, query) ?? 0
      expect(total).toBeGreaterThanOrEqual(records?.length ?? Infinity)
      if (!config?.supportsPagination) expect(total).toBe(records?.length)
    },
  )

  it.each(kinds)('%s %s is read alone below %s: %s', async (kind, name, path, id) => {
    const { dispatch, state, sentSince } = work
    const record = await dispatch(fetchEntityRecord(kind, name, id, {}, { force: true }))
    expect(sentSince().at(-1)).toBe(`GET ${path}/${id}?context=edit`)
    expect(record).toMatchObject({ [String(selectEntityConfig(state(), kind, name)?.key)]: id })
    expect(selectEntityRecord(state(), kind, name, id)).toBe(record)
    expect(selectCanUser(state(), 'read', { kind, name, id })).toBe(true)
    await dispatch(fetchEntityRecord(kind, name, id))
    expect(sentSince()).toEqual([])
  })

  it('root globalStyles is read by the id that the theme links to', async () => {
    const { dispatch } = work
    const id = await globalStylesId(work)
    expect(await dispatch(fetchEntityRecord('root', 'globalStyles', id))).toMatchObject({
      id,
      title: { raw: 'Custom Styles' },
      settings: expect.any(Object),
      styles: expect.any(Object),
    })
  })

  it('root globalStyles has no list on this server, and says so', async () => {
    const { dispatch, state } = work
    expect(await dispatch(fetchEntityRecords('root', 'globalStyles'))).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'root', 'globalStyles')).toMatchObject({
      error: { code: 'rest_no_route', status: 404 },
    })
  })

  it('postType wp_navigation has the list that the server has, empty on a new site', async () => {
    // Of the classic menu the server makes one by itself, as soon as somebody asks for a menu.
    const response = await rawFetch('administrator', '/wp-json/wp/v2/navigation?_fields=id')
    const wanted = (await response.json()) as { id: number }[]
    const menus = await work.dispatch(fetchEntityRecords('postType', 'wp_navigation'))
    expect(menus?.map(({ id }) => ({ id }))).toEqual(wanted)
  })

  it('a post type that the site does not have is undefined, with the name in the error', async () => {
    const { dispatch, state } = work
    expect(await dispatch(fetchEntityRecord('postType', 'poem', 1))).toBeUndefined()
    expect(selectResolution(state(), 'fetchEntityRecord', 'postType', 'poem', 1)).toMatchObject({
      error: { code: 'unknown_entity', message: expect.stringContaining('poem') },
    })
  })
})

describe('A key with a slash', () => {
  it('saves a template from the theme, and reads the theme’s again when it is reverted', async () => {
    const { dispatch, state, sentSince } = storeWith(asUser('administrator'))
    const id = 'twentytwentyfour//single'
    const read = () => dispatch(fetchEntityRecord('postType', 'wp_template', id))
    const before = await read()
    dispatch(editEntityRecord('postType', 'wp_template', id, { content: '<p>Mine</p>', description: 'Mine' }))
    await dispatch(saveEditedEntityRecord('postType', 'wp_template', id, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'postType', 'wp_template', id)).toMatchObject({
      id,
      source: 'custom',
      content: { raw: '<p>Mine</p>' },
    })
    expect(selectHasEdits(state(), 'postType', 'wp_template', id)).toBe(false)
    await dispatch(deleteEntityRecord('postType', 'wp_template', id, { force: true }, { throwOnError: true }))
    expect(await read()).toMatchObject({ id, source: 'theme', content: { raw: before?.content.raw } })
    expect(sentSince().slice(1)).toEqual([
      `GET /wp/v2/templates/${id}?context=edit`,
      `PUT /wp/v2/templates/${id}`,
      `DELETE /wp/v2/templates/${id}?force=true`,
      `GET /wp/v2/templates/${id}?context=edit`,
    ])
  })

  it('switches a plugin on, which then can not be deleted, and off', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const id = 'tides/tides'
    const switchTo = async (status: 'active' | 'inactive') => {
      await dispatch(fetchEntityRecord('root', 'plugin', id))
      dispatch(editEntityRecord('root', 'plugin', id, { status }))
      return dispatch(saveEditedEntityRecord('root', 'plugin', id, { throwOnError: true }))
    }
    expect(await switchTo('active')).toMatchObject({ plugin: id, status: 'active' })
    await expect(
      dispatch(deleteEntityRecord('root', 'plugin', id, {}, { throwOnError: true })),
    ).rejects.toMatchObject({ code: 'rest_cannot_delete_active_plugin', status: 400 })
    expect(selectEntityRecord(state(), 'root', 'plugin', id)).toMatchObject({ status: 'active' })
    expect(await switchTo('inactive')).toMatchObject({ plugin: id, status: 'inactive' })
  })
})

describe('Kinds that are only edited', () => {
  it('global styles keep what was saved', async () => {
    const { dispatch, state } = work
    const id = await globalStylesId(work)
    await dispatch(fetchEntityRecord('root', 'globalStyles', id))
    const styles = { color: { background: '#fdf6e3' } }
    dispatch(editEntityRecord('root', 'globalStyles', id, { styles }))
    await dispatch(saveEditedEntityRecord('root', 'globalStyles', id, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'root', 'globalStyles', id)).toMatchObject({ styles })
    expect(selectHasEdits(state(), 'root', 'globalStyles', id)).toBe(false)
  })

  it('a menu location can not be saved on this server, and its edit is kept', async () => {
    const { dispatch, state } = work
    await dispatch(fetchEntityRecord('root', 'menuLocation', 'footer'))
    dispatch(editEntityRecord('root', 'menuLocation', 'footer', { description: 'Below' }))
    expect(await dispatch(saveEditedEntityRecord('root', 'menuLocation', 'footer'))).toBeUndefined()
    expect(selectSaveError(state(), 'root', 'menuLocation', 'footer')).toMatchObject({
      code: 'rest_no_route',
    })
    expect(selectHasEdits(state(), 'root', 'menuLocation', 'footer')).toBe(true)
  })
})

async function globalStylesId({ dispatch }: StoreAtWork): Promise<number> {
  const theme = await dispatch(fetchEntityRecord('root', 'theme', 'twentytwentyfour'))
  const { _links: links } = theme as unknown as { _links: Record<string, { href: string }[]> }
  return Number(/\d+$/.exec(links['wp:user-global-styles']?.[0]?.href ?? '')?.[0])
}
