import { saveEntityRecord, selectDirtyEntityRecords, undo } from 'copydesk'
import { selectUnsavedRecords } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { until } from '../../support/until'
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

describe('A draft that was published and put in the trash, both without a network', () => {
  async function publishedAndTrashed(queue: 'offline' | 'always' = 'offline') {
    const office = openOffice()
    const tab = await openTab(office, { queue })
    await office.site.as('ada')({ path: '/wp/v2/posts/12', method: 'PUT', data: { status: 'draft' } })
    office.site.clearRequests()
    await tab.load(12)
    office.goOffline()
    tab.edit(12, { status: 'publish' })
    await tab.save(12)
    await tab.remove(12)
    expect(tab.brief()).toEqual(['delete 12 waiting'])
    return { office, tab }
  }
  const second = async (office: Office) => (await postsOf(office))[1]

  it.each([
    ['by an edit', 'offline'],
    ['by an edit', 'always'],
    ['by hand', 'offline'],
    ['by hand', 'always'],
  ] as const)('is published where that is asked for again, %s, queue: %s', async (how, queue) => {
    const { office, tab } = await publishedAndTrashed(queue)
    if (how === 'by hand')
      await tab.dispatch(saveEntityRecord('postType', 'post', { id: 12, status: 'publish' }))
    else {
      tab.edit(12, { status: 'publish' })
      await tab.save(12)
    }
    expect(tab.brief()).toEqual(['update 12 waiting'])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(await second(office)).toMatchObject({ status: 'publish' })
    expect(tab.shown(12)).toMatchObject({ status: 'publish' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('is in the trash with a title that is edited there, and nobody is asked', async () => {
    const { office, tab } = await publishedAndTrashed()
    tab.edit(12, { title: 'Edited there' })
    await tab.save(12)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(await second(office)).toMatchObject({ title: 'Edited there', status: 'trash' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('is published again by another tab behind a deletion that is on its way, and nobody is asked', async () => {
    const office = openOffice()
    const [tab, other] = [await openTab(office), await openTab(office)]
    await office.site.as('ada')({ path: '/wp/v2/posts/12', method: 'PUT', data: { status: 'draft' } })
    for (const one of [tab, other]) await one.load(12)
    office.goOffline()
    await tab.remove(12)
    const answers = office.site.hold('DELETE /wp/v2/posts/12')
    office.goOnline()
    await until(() => answers.waiting.length === 1)
    office.goOffline()
    // It can't be joined with what is on its way.
    other.edit(12, { status: 'publish' })
    await other.save(12)
    await until(() => tab.queue.entries().length === 2)
    office.goOnline()
    answers.end()
    await tab.queue.whenEmpty()
    expect(await second(office)).toMatchObject({ status: 'publish' })
    expect(tab.shown(12)).toMatchObject({ status: 'publish' })
  })

  it('is in the trash for another tab that has published it, too', async () => {
    const office = openOffice()
    await office.site.as('ada')({ path: '/wp/v2/posts/12', method: 'PUT', data: { status: 'draft' } })
    const [tab, other] = [await openTab(office), await openTab(office)]
    for (const one of [tab, other]) await one.load(12)
    office.goOffline()
    other.edit(12, { status: 'publish' })
    await other.save(12)
    await until(() => tab.brief().length === 1)
    await tab.remove(12)
    await until(() => other.brief().join() === 'delete 12 waiting')
    other.edit(12, { title: 'Edited there' })
    await other.save(12)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(await second(office)).toMatchObject({ title: 'Edited there', status: 'trash' })
  })
})
