import { selectCanUser, selectResolution } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'

const box = () => ({ title: unique('Box '), content: '<p>x</p>', status: 'publish' })

describe('A pattern', () => {
  it('has only a raw title, which is edited and shown as text', async () => {
    const patterns = resourceStore().of('postType', 'wp_block')
    const { id, title } = await patterns.create(box())
    expect(patterns.record(id)?.title).toEqual({ raw: (title as { raw: string }).raw })
    await patterns.change(id, { title: 'Red & blue', content: '<p>y</p>' })
    expect(patterns.edited(id)).toMatchObject({ title: 'Red & blue', content: '<p>y</p>' })
    expect(patterns.hasEdits(id)).toBe(false)
  })

  it('is put into a category, synchronised or not', async () => {
    const { of } = resourceStore()
    const patterns = of('postType', 'wp_block')
    const categories = of('taxonomy', 'wp_pattern_category')
    const { id: category } = await categories.create({ name: unique('Boxes') })
    const { id } = await patterns.create({
      ...box(),
      wp_pattern_category: [category],
      meta: { wp_pattern_sync_status: 'unsynced' },
    })
    expect(patterns.record(id)).toMatchObject({
      wp_pattern_category: [category],
      wp_pattern_sync_status: 'unsynced',
    })
    expect(await patterns.list({ wp_pattern_category: category })).toMatchObject([{ id }])
    expect(await patterns.change(id, { wp_pattern_category: [] })).toMatchObject({ wp_pattern_category: [] })
    expect(await patterns.list({ wp_pattern_category: category })).toEqual([])
  })

  it('goes to the trash, comes back as it was, and is deleted for good', async () => {
    const patterns = resourceStore().of('postType', 'wp_block')
    const { id } = await patterns.create(box())
    expect(await patterns.remove(id)).toMatchObject({ id, status: 'trash' })
    expect(await patterns.change(id, { status: 'publish' })).toMatchObject({ status: 'publish' })
    await patterns.remove(id, { force: true })
    expect(patterns.record(id)).toBeUndefined()
    expect(await onServer(`/blocks/${id}`)).toMatchObject({ code: 'rest_post_invalid_id' })
  })

  it('is made by an author, not by a contributor', async () => {
    expect(await resourceStore('author').of('postType', 'wp_block').create(box())).toMatchObject({
      status: 'publish',
    })
    const { of, state } = resourceStore('contributor')
    await expect(of('postType', 'wp_block').create(box())).rejects.toMatchObject({
      code: 'rest_cannot_create',
      status: 403,
    })
    expect(selectCanUser(state(), 'create', { kind: 'postType', name: 'wp_block' })).toBe(false)
  })
})

describe('A navigation menu of blocks', () => {
  it('goes to the trash and out of the list, and stays a record there', async () => {
    const menus = resourceStore().of('postType', 'wp_navigation')
    const { id } = await menus.create({ ...box(), content: '<!-- wp:page-list /-->' })
    expect(await menus.list()).toContainEqual(expect.objectContaining({ id }))
    await menus.remove(id)
    expect(menus.record(id)).toMatchObject({ status: 'trash' })
    expect(menus.rows()).not.toContainEqual(expect.objectContaining({ id }))
    await menus.remove(id, { force: true })
  })

  it('is made by an administrator only', async () => {
    await expect(resourceStore('editor').of('postType', 'wp_navigation').create(box())).rejects.toMatchObject(
      {
        code: 'rest_cannot_create',
        status: 403,
      },
    )
  })
})

describe('Global styles', () => {
  it('are edited with their title as text, and saved', async () => {
    const { of } = resourceStore()
    const id = await stylesId()
    const styles = of('root', 'globalStyles')
    await styles.read(id)
    expect(styles.edited(id)).toMatchObject({ title: 'Custom Styles' })
    // The server writes some settings in many words; what it was sent is no edit any more.
    await styles.change(id, { settings: { appearanceTools: true } })
    expect(styles.hasEdits(id)).toBe(false)
    const settings = { border: { color: true, radius: true } }
    expect(styles.edited(id)).toMatchObject({ settings })
    expect(await onServer(`/global-styles/${id}`)).toMatchObject({ settings })
    await styles.change(id, { settings: {} })
  })

  it('are neither created nor deleted on this server, and it says so', async () => {
    const styles = resourceStore().of('root', 'globalStyles')
    const noRoute = { code: 'rest_no_route', status: 404 }
    await expect(styles.create({ title: 'More' })).rejects.toMatchObject(noRoute)
    const id = await stylesId()
    expect(await styles.tryRemove(id)).toBe(false)
    expect(styles.deleteError(id)).toMatchObject(noRoute)
  })

  it('are refused to an editor, with the reason', async () => {
    const { of, state } = resourceStore('editor')
    const id = await stylesId()
    await expect(of('root', 'globalStyles').read(id)).rejects.toMatchObject({ status: 403 })
    expect(selectResolution(state(), 'fetchEntityRecord', 'root', 'globalStyles', id)).toMatchObject({
      status: 'error',
    })
  })
})

async function stylesId(): Promise<number> {
  const theme = await resourceStore().of('root', 'theme').read('twentytwentyfour')
  return Number(/global-styles\\?\/(\d+)/.exec(JSON.stringify(theme))?.[1])
}
