import { createTestStore } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { passes } from '../support/until'

const posts = [
  { id: 1, title: 'Hello' },
  { id: 2, title: 'Tides' },
]

describe('a test store', () => {
  it('loads, edits and saves posts of its site', async () => {
    const { load, record, edit, edited, edits, toSave, hasEdits, dirty, save, site } = createTestStore({
      posts,
    })
    expect(await load(1)).toMatchObject({ id: 1, title: { raw: 'Hello' } })
    edit(1, { title: 'Changed' })
    expect(edited(1)?.title).toBe('Changed')
    expect(record(1)?.title.raw).toBe('Hello')
    expect([edits(1), toSave(1), hasEdits(1)]).toEqual([{ title: 'Changed' }, { title: 'Changed' }, true])
    expect(dirty()).toMatchObject([{ kind: 'postType', name: 'post', key: 1 }])

    expect(await save(1)).toMatchObject({ title: { raw: 'Changed' } })
    expect([edits(1), toSave(1), hasEdits(1), dirty()]).toEqual([undefined, {}, false, []])
    expect(site.requests.at(-1)).toMatchObject({ method: 'PUT', body: { title: 'Changed' }, status: 200 })
  })

  it('says that a save is under way, and why it failed', async () => {
    const { load, edit, save, isSaving, saveError, edited, site } = createTestStore({ posts })
    await load(1)
    edit(1, { title: 'Changed' })
    const held = site.hold('PUT /wp/v2/posts/1')
    site.fail('PUT /wp/v2/posts/1', { status: 503, code: 'busy' })
    const saved = save(1)
    await passes(() => expect(held.waiting).toHaveLength(1))
    expect(isSaving(1)).toBe(true)
    held.end()
    expect(await saved).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'busy', status: 503 })
    expect(edited(1)?.title).toBe('Changed')
  })

  it('lists, makes and deletes', async () => {
    const { list, rows, create, remove } = createTestStore({ posts })
    const query = { orderby: 'id', order: 'asc' } as const
    expect((await list(query))?.map(({ id }) => id)).toEqual([1, 2])
    expect(rows(query)).toHaveLength(2)
    const made = await create({ title: 'New', status: 'publish' })
    expect(made).toMatchObject({ title: { raw: 'New' } })
    await remove(2, { force: true })
    expect((await list(query, { force: true }))?.map(({ id }) => id)).toEqual([1, made?.id])
  })

  it('has the same verbs for every entity', async () => {
    const { of } = createTestStore({ terms: [{ id: 2, name: 'Harbour' }] })
    const categories = of('taxonomy', 'category')
    await categories.load(2)
    categories.edit(2, { name: 'Quay' })
    expect(await categories.save(2)).toMatchObject({ name: 'Quay' })
  })

  it('shares a site with the store of somebody else', async () => {
    const ann = createTestStore({ posts, currentUser: 'administrator' })
    const sue = createTestStore({ site: ann.site, currentUser: 'subscriber' })
    const visitor = createTestStore({ site: ann.site, currentUser: null })
    const view = { context: 'view' } as const
    await ann.load(1)
    ann.edit(1, { title: 'Changed' })
    await ann.save(1)
    expect((await sue.load(1, view))?.title.rendered).toBe('Changed')
    expect((await visitor.load(1, view))?.title.rendered).toBe('Changed')
    expect(ann.site.requests.map(({ user }) => user)).toEqual(
      expect.arrayContaining(['administrator', 'subscriber', null]),
    )
  })

  it('takes options of the store', async () => {
    const lighthouses = { kind: 'coast', name: 'lighthouse', baseURL: '/wp/v2/pages', key: 'id' }
    const { of } = createTestStore({
      pages: [{ id: 3, title: 'Low Quay' }],
      store: { entities: [lighthouses] },
    })
    expect(await of('coast', 'lighthouse').load(3)).toMatchObject({ id: 3 })
  })
})
