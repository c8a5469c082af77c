import { selectCanUser, selectResolution } from 'copydesk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onServer, removeOnServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'

const kinds = [
  ['wp_template', '/templates', 'twentytwentyfour//index'],
  ['wp_template_part', '/template-parts', 'twentytwentyfour//footer'],
] as const

describe.each(kinds)('A %s of the theme', (name, path, id) => {
  it('gets a post of its own when it is saved, under the same id', async () => {
    const templates = resourceStore().of('postType', name)
    expect(await templates.read(id)).toMatchObject({ id, wp_id: 0, source: 'theme', has_theme_file: true })
    onTestFinished(() => removeOnServer(`/wp/v2${path}/${id}`))
    await templates.change(id, { content: '<p>Mine</p>', title: 'My own' })
    expect(templates.record(id)).toMatchObject({ id, source: 'custom', origin: 'theme' })
    expect(templates.record(id)?.wp_id).toBeGreaterThan(0)
    expect(templates.edited(id)).toMatchObject({ content: '<p>Mine</p>', title: 'My own' })
    expect(templates.hasEdits(id)).toBe(false)
  })

  it.each([
    ['for good', { force: true }],
    ['into the trash', {}],
  ])('is the theme’s again when its changes are deleted: %s', async (how, query) => {
    const { of, sentSince } = resourceStore()
    const templates = of('postType', name)
    const before = await templates.read(id)
    await templates.list()
    await templates.change(id, { content: '<p>Mine</p>' })
    templates.edit(id, { content: '<p>Still mine</p>' })
    sentSince()
    await templates.remove(id, query)
    expect(templates.record(id)).toMatchObject({ id, source: 'theme', content: before?.content })
    expect(templates.hasEdits(id)).toBe(false)
    expect(templates.rows()).toContainEqual(expect.objectContaining({ id, source: 'theme' }))
    expect(sentSince()).toEqual([
      `DELETE /wp/v2${path}/${id}${'force' in query ? '?force=true' : ''}`,
      `GET /wp/v2${path}/${id}?context=edit`,
    ])
  })

  it('that was not changed can not be deleted, with the reason', async () => {
    const templates = resourceStore().of('postType', name)
    await templates.read(id)
    expect(await templates.tryRemove(id, { force: true })).toBe(false)
    expect(templates.deleteError(id)).toMatchObject({
      code: 'rest_invalid_template',
      message: "Templates based on theme files can't be removed.",
      status: 400,
    })
    expect(templates.record(id)).toMatchObject({ source: 'theme' })
  })
})

describe.each(kinds)('A %s of the user’s own', (name, path) => {
  it('has the id that the server makes of theme and slug, and is gone when it is deleted', async () => {
    const templates = resourceStore().of('postType', name)
    const slug = unique('own')
    const id = `twentytwentyfour//${slug}`
    const created = await templates.create({ slug, title: 'Mine & all', content: '<p>x</p>' })
    expect(created).toMatchObject({ id, source: 'custom', has_theme_file: false })
    expect(templates.record(id)).toMatchObject({ title: { raw: 'Mine & all' } })
    await templates.change(id, { content: '<p>y</p>' })
    await templates.remove(id, { force: true })
    expect(templates.record(id)).toBeUndefined()
    expect(await onServer(`${path}/${id}`)).toMatchObject({ code: 'rest_template_not_found' })
  })

  it('in the trash is gone, too, as the server finds it no more', async () => {
    const templates = resourceStore().of('postType', name)
    const slug = unique('own')
    const id = `twentytwentyfour//${slug}`
    await templates.create({ slug, title: 'Mine', content: '<p>x</p>' })
    expect(await templates.remove(id)).toMatchObject({ id, status: 'trash' })
    expect(templates.record(id)).toBeUndefined()
    await expect(templates.read(id)).rejects.toMatchObject({ code: 'rest_template_not_found', status: 404 })
  })
})

describe('Who may see and change templates', () => {
  it('an editor reads them, and may not save them', async () => {
    const { of, state } = resourceStore('editor')
    const templates = of('postType', 'wp_template')
    const id = 'twentytwentyfour//index'
    expect(await templates.read(id)).toMatchObject({ id })
    templates.edit(id, { title: 'Mine' })
    expect(await templates.trySave(id)).toBeUndefined()
    expect(templates.saveError(id)).toMatchObject({ code: 'rest_cannot_manage_templates', status: 403 })
    const may = (action: 'read' | 'update') =>
      selectCanUser(state(), action, { kind: 'postType', name: 'wp_template', id })
    expect([may('read'), may('update')]).toEqual([true, false])
  })

  it('a subscriber may not even list them', async () => {
    const { of, state } = resourceStore('subscriber')
    expect(await of('postType', 'wp_template').list()).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'postType', 'wp_template')).toMatchObject({
      error: { code: 'rest_cannot_manage_templates', status: 403 },
    })
  })
})
