import { selectCanUser, selectEntityRecordsTotalItems } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'
import { newPost } from '../../support/wordpress'

describe('A category', () => {
  it('is put below another, moved back, and never below itself', async () => {
    const categories = resourceStore().of('taxonomy', 'category')
    const parent = await categories.create({ name: unique('Boats') })
    const { id } = await categories.create({ name: unique('Ferries'), parent: parent.id })
    expect(await categories.list({ parent: parent.id })).toMatchObject([{ id, parent: parent.id }])
    expect(await categories.change(id, { parent: 0 })).toMatchObject({ parent: 0 })
    expect(await categories.list({ parent: parent.id })).toEqual([])
    // The server answers well, and with no parent at all.
    expect(await categories.change(id, { parent: id })).toMatchObject({ parent: 0 })
    expect(categories.hasEdits(id)).toBe(false)
  })

  it('of a name that is taken at that place is refused with the other’s id', async () => {
    const { of } = resourceStore()
    const categories = of('taxonomy', 'category')
    const name = unique('Tides')
    const { id } = await categories.create({ name })
    await expect(categories.create({ name })).rejects.toMatchObject({
      code: 'term_exists',
      status: 400,
      data: { term_id: id },
    })
    expect(await categories.create({ name, parent: id })).toMatchObject({ parent: id })
  })

  it('that the site falls back to can not be deleted, which is then known', async () => {
    const { of, state } = resourceStore()
    const categories = of('taxonomy', 'category')
    expect(await categories.tryRemove(1, { force: true })).toBe(false)
    expect(categories.deleteError(1)).toMatchObject({ code: 'rest_cannot_delete', status: 403 })
    const resource = { kind: 'taxonomy', name: 'category', id: 1 }
    expect(selectCanUser(state(), 'delete', resource)).toBe(false)
    expect(selectCanUser(state(), 'update', resource)).toBe(true)
  })

  it('counts the posts that have it, and is gone from the list at once', async () => {
    const { of, state } = resourceStore()
    const categories = of('taxonomy', 'category')
    const { id } = await categories.create({ name: unique('Fog') })
    await newPost({ status: 'publish', categories: [id] })
    expect(await categories.list({ include: [id] })).toMatchObject([{ id, count: 1 }])
    await categories.remove(id, { force: true })
    expect(categories.rows({ include: [id] })).toEqual([])
    expect(selectEntityRecordsTotalItems(state(), 'taxonomy', 'category', { include: [id] })).toBe(0)
    expect(await onServer(`/categories/${id}`)).toMatchObject({ code: 'rest_term_invalid' })
  })
})

describe('A tag', () => {
  it('is created, renamed and deleted by an editor', async () => {
    const tags = resourceStore('editor').of('taxonomy', 'post_tag')
    const { id } = await tags.create({ name: unique('spring tide') })
    const slug = unique('neap')
    expect(await tags.change(id, { name: 'Neap', slug })).toMatchObject({ name: 'Neap', slug })
    expect(tags.record(id)).not.toHaveProperty('parent')
    await expect(tags.remove(id)).rejects.toMatchObject({ code: 'rest_trash_not_supported', status: 501 })
    await tags.remove(id, { force: true })
    expect(tags.record(id)).toBeUndefined()
  })

  it('is created by a contributor, who may not change it', async () => {
    const { of, state } = resourceStore('contributor')
    const tags = of('taxonomy', 'post_tag')
    const { id } = await tags.create({ name: unique('gull') })
    tags.edit(id, { name: 'Gulls' })
    expect(await tags.trySave(id)).toBeUndefined()
    expect(tags.saveError(id)).toMatchObject({ code: 'rest_cannot_update', status: 403 })
    expect(tags.edited(id)).toMatchObject({ name: 'Gulls' })
    expect(selectCanUser(state(), 'update', { kind: 'taxonomy', name: 'post_tag', id })).toBe(false)
  })
})

describe('A category of patterns', () => {
  it('keeps its slug when it is renamed, and its name comes back as HTML', async () => {
    const categories = resourceStore('editor').of('taxonomy', 'wp_pattern_category')
    const { id, slug } = await categories.create({ name: unique('Boxes') })
    const name = unique('Boxes & more ')
    expect(await categories.change(id, { name })).toMatchObject({ name: name.replace('&', '&amp;'), slug })
    expect(categories.hasEdits(id)).toBe(false)
    await categories.remove(id, { force: true })
    expect(await categories.list({ include: [id] })).toEqual([])
  })
})

describe('Who may make categories', () => {
  it.each(['author', 'contributor', 'subscriber'] as const)('the %s may not', async (role) => {
    const { of, state } = resourceStore(role)
    await expect(of('taxonomy', 'category').create({ name: unique('Mine') })).rejects.toMatchObject({
      code: 'rest_cannot_create',
      message: 'Sorry, you are not allowed to create terms in this taxonomy.',
    })
    expect(selectCanUser(state(), 'create', { kind: 'taxonomy', name: 'category' })).toBe(false)
  })
})
