import { saveEntityRecord, selectDirtyEntityRecords, undo } from 'copydesk'
import { selectUnsavedRecords } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'

/** A tab that has saved a title and put the post in the trash, both without a network; reloaded since, if that is asked for. */
async function savedAndTrashed({ isReloaded = false } = {}) {
  const office = openOffice()
  let tab = await openTab(office)
  await tab.load(11)
  office.goOffline()
  tab.edit(11, { title: 'Saved before' })
  await tab.save(11)
  await tab.remove(11)
  expect(tab.brief()).toEqual(['delete 11 waiting'])
  if (isReloaded) {
    await tab.durability.close()
    tab = await openTab(office, { page: tab.page })
  }
  return { office, tab }
}

const editsOnDisk = ({ storage }: Office) => storage.rows().filter(({ store }) => store === 'edits')
const first = async (office: Office) => (await postsOf(office))[0]
const unsaved = (tab: Tab) => selectUnsavedRecords(tab.getState()).map(({ title }) => title)

describe('What was saved of a post that was put in the trash before it was sent', () => {
  it.each([false, true])(
    'is kept as unsaved edits, reloaded: %s, and saved with everything else',
    async (isReloaded) => {
      const { office, tab } = await savedAndTrashed({ isReloaded })
      expect(unsaved(tab)).toEqual([])
      office.goOnline()
      await tab.queue.whenEmpty()
      expect(office.writes()).toEqual(['DELETE /wp/v2/posts/11 {}'])
      expect(unsaved(tab)).toEqual(['Saved before'])
      expect(await tab.saveAll()).toMatchObject({ saved: [{ key: 11 }], failed: [] })
      expect(await first(office)).toMatchObject({ title: 'Saved before', status: 'trash' })
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
      await tab.durability.flush()
      expect(editsOnDisk(office)).toEqual([])
    },
  )

  it.each(['here', 'by somebody else'])('is shown and saved once it is restored %s', async (who) => {
    const { office, tab } = await savedAndTrashed()
    office.goOnline()
    await tab.queue.whenEmpty()
    if (who === 'here') {
      await tab.dispatch(saveEntityRecord('postType', 'post', { id: 11, status: 'draft' }))
    } else {
      await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { status: 'draft' } })
      await tab.readAgain(11)
    }
    expect(tab.shown(11)).toMatchObject({ title: 'Saved before', status: 'draft' })
    expect(unsaved(tab)).toEqual(['Saved before'])
    await tab.save(11)
    expect(await first(office)).toMatchObject({ title: 'Saved before', status: 'draft' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('is gone where it is undone', async () => {
    const { office, tab } = await savedAndTrashed()
    office.goOnline()
    await tab.queue.whenEmpty()
    tab.dispatch(undo())
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    expect(await first(office)).toMatchObject({ title: 'Post 11', status: 'trash' })
  })

  it('is in the trash as well where it was written by hand, as no edit says it', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    await tab.dispatch(saveEntityRecord('postType', 'post', { id: 11, title: 'By hand' }))
    await tab.remove(11)
    expect(tab.brief()).toEqual(['update 11 waiting', 'delete 11 waiting'])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(await first(office)).toMatchObject({ title: 'By hand', status: 'trash' })
    expect(tab.shown(11)).toMatchObject({ title: 'By hand', status: 'trash' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })
})
