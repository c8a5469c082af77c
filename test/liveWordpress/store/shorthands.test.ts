import { createShorthands, fetchEntityRecord, fetchEntityRecords, selectEntityRecord } from 'copydesk'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../examples/wordpress/content'
import { unique } from '../../support/siteFetch'
import { asUser } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

function setUp(role: Role = 'administrator') {
  const site = storeWith(asUser(role))
  return { ...site, short: createShorthands(site.store) }
}

describe('Short names on a real site', () => {
  it('read media, one by one and as a list', async () => {
    const { short, sentSince, dispatch } = setUp()
    const items = await short.getMediaItems({ per_page: 3 })
    expect(items?.length).toBeGreaterThan(0)
    const [first] = items ?? []
    expect(first?.source_url).toMatch(/^http/)
    sentSince()
    expect(await short.getMedia(first?.id)).toBe(first)
    expect(await dispatch(fetchEntityRecord('root', 'media', first?.id))).toBe(first)
    expect(sentSince()).toEqual([])
  })

  it('save a medium, and put its title back', async () => {
    const { short } = setUp()
    const [first] = (await short.getMediaItems({ per_page: 1 })) ?? []
    const { id = 0, title } = first ?? {}
    expect((await short.saveMedia({ id, title: 'Renamed' }))?.title.raw).toBe('Renamed')
    expect((await short.saveMedia({ id, title: title?.raw ?? '' }))?.title.raw).toBe(title?.raw)
  })

  it('read taxonomies and terms', async () => {
    const { short, sentSince, dispatch } = setUp()
    const taxonomies = await short.getTaxonomies()
    expect(taxonomies?.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['category', 'post_tag']))
    expect((await short.getTaxonomy('category'))?.rest_base).toBe('categories')
    const terms = await short.getTaxonomyCategories({ per_page: 5 })
    sentSince()
    expect(await dispatch(fetchEntityRecords('taxonomy', 'category', { per_page: 5 }))).toBe(terms)
    expect(await short.getTaxonomyCategory(terms?.[0]?.id)).toBe(terms?.[0])
    expect(sentSince()).toEqual([])
  })

  it('read statuses and types', async () => {
    const { short } = setUp()
    expect((await short.getStatuses())?.map(({ slug }) => slug)).toContain('publish')
    expect((await short.getStatus('draft'))?.name).toBe('Draft')
    expect((await short.getPostType('page'))?.rest_base).toBe('pages')
  })

  it('read and save the settings of the site, and read its base', async () => {
    const { short, state } = setUp()
    const before = (await short.getSite())?.description ?? ''
    expect((await short.saveSite({ description: 'Changed by its short name' }))?.description).toBe(
      'Changed by its short name',
    )
    expect(selectEntityRecord(state(), 'root', 'site')?.description).toBe('Changed by its short name')
    await short.saveSite({ description: before })
    expect(await short.getUnstableBase()).toMatchObject({ home: expect.stringMatching(/^http/) as string })
  })

  it('read users, and a user from the list without another request', async () => {
    const { short, sentSince } = setUp()
    const users = await short.getUsers({ per_page: 2 })
    sentSince()
    expect(await short.getUser(users?.[0]?.id)).toBe(users?.[0])
    expect(sentSince()).toEqual([])
  })

  it('create, save and delete a menu', async () => {
    const { short } = setUp()
    const menu = await short.saveMenu({ name: unique('Menu ') }, { throwOnError: true })
    const renamed = await short.saveMenu({ id: menu?.id ?? 0, description: 'Short' }, { throwOnError: true })
    expect(renamed).toMatchObject({ id: menu?.id, description: 'Short' })
    expect(await short.deleteMenu(menu?.id ?? 0, { force: true })).toMatchObject({ deleted: true })
  })

  it('read posts of any type by kind and name', async () => {
    const { short } = setUp()
    const books = createShorthands<{ postType: { book: { id: number } } }>(setUp().store)
    expect((await books.getPostTypeBooks({ per_page: 1 }))?.length).toBe(1)
    const [page] = (await short.getPostTypePages({ per_page: 1 })) ?? []
    expect((await short.getPostTypePage(page?.id))?.type).toBe('page')
  })

  it('tell what the server refuses', async () => {
    const { short } = setUp('contributor')
    await expect(short.saveUser({ name: 'X' }, { throwOnError: true })).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
    })
    await expect(short.getSite()).rejects.toMatchObject({ status: 403 })
  })
})
