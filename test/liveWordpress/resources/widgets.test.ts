import { selectCanUser, selectResolution } from 'copydesk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'
import { rawFetch } from '../../support/wordpress'

const inTheSidebar = ['block-2', 'block-3', 'block-4', 'block-5', 'block-6']
const block = { id_base: 'block', sidebar: 'sidebar-1', instance: { raw: { content: '<p>Tides</p>' } } }

/** Has the sidebar show what it showed when the test has finished. */
function putSidebarBack(): void {
  onTestFinished(async () => {
    await rawFetch('administrator', '/wp-json/wp/v2/sidebars/sidebar-1', {
      method: 'PUT',
      body: JSON.stringify({ widgets: inTheSidebar }),
    })
  })
}

describe('A widget', () => {
  it('deleted without force stays a record among the inactive ones, until it is deleted for good', async () => {
    const widgets = resourceStore().of('root', 'widget')
    const id = await newWidget()
    await widgets.list()
    expect(await widgets.remove(id)).toMatchObject({ id, sidebar: 'wp_inactive_widgets' })
    expect(widgets.record(id)).toMatchObject({ sidebar: 'wp_inactive_widgets', rendered: '' })
    expect(widgets.rows()).toContainEqual(expect.objectContaining({ id, sidebar: 'wp_inactive_widgets' }))
    expect(await onServer(`/widgets/${id}`)).toMatchObject({ sidebar: 'wp_inactive_widgets' })
    await widgets.remove(id, { force: true })
    expect(widgets.record(id)).toBeUndefined()
    expect(await onServer(`/widgets/${id}`)).toMatchObject({ code: 'rest_widget_not_found' })
  })

  it('is moved by saving its sidebar, and the sidebar is read again', async () => {
    putSidebarBack()
    const { of } = resourceStore()
    const [sidebars, widgets] = [of('root', 'sidebar'), of('root', 'widget')]
    await sidebars.read('sidebar-1')
    await widgets.read('block-6')
    expect(await widgets.change('block-6', { sidebar: 'wp_inactive_widgets' })).toMatchObject({
      sidebar: 'wp_inactive_widgets',
    })
    expect(await sidebars.read('sidebar-1')).toMatchObject({ widgets: inTheSidebar.slice(0, 4) })
  })

  it('is listed by its sidebar', async () => {
    const widgets = resourceStore().of('root', 'widget')
    const rows = await widgets.list({ sidebar: 'sidebar-1' })
    expect(rows?.map(({ id }) => id)).toEqual(inTheSidebar)
    expect(await widgets.list({ sidebar: 'wp_inactive_widgets' })).not.toContainEqual(
      expect.objectContaining({ id: 'block-2' }),
    )
  })

  it('is edited by its instance in the open, and can be given back what it had', async () => {
    const widgets = resourceStore().of('root', 'widget')
    const before = (await widgets.read('block-3'))?.instance as { encoded: string; hash: string }
    await widgets.change('block-3', { instance: { raw: { content: '<p>High water</p>' } } })
    expect(widgets.record('block-3')).toMatchObject({ rendered: expect.stringContaining('High water') })
    expect(widgets.hasEdits('block-3')).toBe(false)
    const { encoded, hash } = before
    await widgets.change('block-3', { instance: { encoded, hash } })
    expect(widgets.record('block-3')).toMatchObject({ instance: before })
  })

  it('whose instance was tampered with is refused, and the edit is kept', async () => {
    const widgets = resourceStore().of('root', 'widget')
    await widgets.read('block-3')
    widgets.edit('block-3', { instance: { encoded: 'YTowOnt9', hash: 'mine' } })
    expect(await widgets.trySave('block-3')).toBeUndefined()
    expect(widgets.saveError('block-3')).toMatchObject({ code: 'rest_invalid_widget', status: 400 })
    expect(widgets.hasEdits('block-3')).toBe(true)
  })

  it('that there is not is refused with the server’s reason', async () => {
    const widgets = resourceStore().of('root', 'widget')
    await expect(widgets.read('block-999')).rejects.toMatchObject({ code: 'rest_widget_not_found' })
    expect(await widgets.tryRemove('block-999')).toBe(false)
    expect(widgets.deleteError('block-999')).toMatchObject({ code: 'rest_widget_not_found', status: 404 })
  })
})

describe('A sidebar', () => {
  it('is saved with the list of its widgets, and its widgets are read again', async () => {
    putSidebarBack()
    const { of, sentSince } = resourceStore()
    const [sidebars, widgets] = [of('root', 'sidebar'), of('root', 'widget')]
    await sidebars.read('sidebar-1')
    await widgets.read('block-6')
    sentSince()
    const order = ['block-3', 'block-2', 'block-999', 'block-4']
    expect(await sidebars.change('sidebar-1', { widgets: order })).toMatchObject({
      // The server leaves out what it does not know.
      widgets: ['block-3', 'block-2', 'block-4'],
    })
    expect(sidebars.hasEdits('sidebar-1')).toBe(false)
    expect(await widgets.read('block-6')).toMatchObject({ sidebar: 'wp_inactive_widgets' })
    expect(sentSince()).toEqual(['PUT /wp/v2/sidebars/sidebar-1', 'GET /wp/v2/widgets/block-6?context=edit'])
  })

  it('is read again when one of its widgets has gone', async () => {
    const { of } = resourceStore()
    const [sidebars, widgets] = [of('root', 'sidebar'), of('root', 'widget')]
    const id = await newWidget()
    expect(await sidebars.read('sidebar-1')).toMatchObject({ widgets: [...inTheSidebar, id] })
    await widgets.remove(id, { force: true })
    expect(await sidebars.read('sidebar-1')).toMatchObject({ widgets: inTheSidebar })
  })

  it('tells another sidebar, which it took a widget from', async () => {
    putSidebarBack()
    const sidebars = resourceStore().of('root', 'sidebar')
    await sidebars.list()
    await sidebars.change('wp_inactive_widgets', { widgets: ['block-6'] })
    expect(await sidebars.read('wp_inactive_widgets')).toMatchObject({ widgets: ['block-6'] })
    expect(await sidebars.read('sidebar-1')).toMatchObject({ widgets: inTheSidebar.slice(0, 4) })
  })

  it('keeps the blocks of an editor to itself: they are edited, not saved', async () => {
    const { of, sentSince } = resourceStore()
    const sidebars = of('root', 'sidebar')
    await sidebars.read('sidebar-1')
    sidebars.edit('sidebar-1', { blocks: [{ name: 'core/widget-area' }] })
    sentSince()
    expect(sidebars.edited('sidebar-1')).toMatchObject({ blocks: [{ name: 'core/widget-area' }] })
    expect(await sidebars.trySave('sidebar-1')).toBeUndefined()
    expect(sentSince()).toEqual([])
  })

  it('can not be deleted on this server', async () => {
    const sidebars = resourceStore().of('root', 'sidebar')
    expect(await sidebars.tryRemove('sidebar-1')).toBe(false)
    expect(sidebars.deleteError('sidebar-1')).toMatchObject({ code: 'rest_no_route', status: 404 })
  })
})

describe('Widgets, sidebars and widget types', () => {
  const refusal = {
    code: 'rest_cannot_manage_widgets',
    message: 'Sorry, you are not allowed to manage widgets on this site.',
    status: 403,
  }

  it.each(['widget', 'sidebar', 'widgetType'])(
    'are refused to an editor, with the reason: %s',
    async (name) => {
      const { of, state } = resourceStore('editor')
      expect(await of('root', name).list()).toBeNull()
      expect(selectResolution(state(), 'fetchEntityRecords', 'root', name)).toMatchObject({ error: refusal })
    },
  )

  it('are not written by an editor, who then knows that it is not allowed', async () => {
    const { of, state } = resourceStore('editor')
    await expect(of('root', 'widget').create(block)).rejects.toMatchObject(refusal)
    expect(selectCanUser(state(), 'create', { kind: 'root', name: 'widget' })).toBe(false)
  })
})

/** A widget at the end of the sidebar. This server takes a new one out of it again until the sidebar has named it. */
async function newWidget(): Promise<string> {
  putSidebarBack()
  const { of } = resourceStore()
  const { id } = await of('root', 'widget').create(block)
  await of('root', 'sidebar').change('sidebar-1', { widgets: [...inTheSidebar, id] })
  return String(id)
}
