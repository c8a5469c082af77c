import { fetchEntityRecords, selectEntityRecords } from 'copydesk'
import { expect, it, vi } from 'vitest'
import { leaveNetwork, loadAsChrome, loadedCode } from '../../support/chromeLoading'
import { passes } from '../../support/until'
import { openOffice, openTab, postsOf } from './office'

vi.mock('../../../src/durable/conflicts/checkedSave', (code) => loadAsChrome('saves', code))
vi.mock('../../../src/durable/merging/mergeTextByDiff', (code) => loadAsChrome('texts', code))
vi.mock('../../../src/durable/locals/localGate', (code) => loadAsChrome('drafts', code))
vi.mock('../../../src/durable/locals/keptFiles', (code) => loadAsChrome('files', code))
vi.mock('../../../src/durable/patching/listPatching', (code) => loadAsChrome('lists', code))

it('sends what was first saved, drafted and photographed without a network by code that was loaded before', async () => {
  const office = openOffice()
  const page = office.storage.tab()
  const tab = await openTab(office, { page })
  await tab.load(11)
  await passes(() => expect(loadedCode()).toEqual(['drafts', 'files', 'lists', 'saves', 'texts']))
  office.goOffline()
  leaveNetwork(true)
  tab.edit(11, { title: 'Changed' })
  await tab.save(11)
  await tab.save(tab.draft({ title: 'Made' }))
  tab.upload('boat.png')
  await tab.durability.flush()
  expect(tab.troubles).toEqual([])
  leaveNetwork(false)
  office.goOnline()
  await tab.queue.retry()
  await passes(() => expect(tab.queue.entries()).toEqual([]))
  expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Changed', 'Post 12', 'Post 13', 'Made'])

  // A list shows the next save in its place without being asked for again.
  const byTitle = { orderby: 'title', order: 'asc' } as const
  await tab.dispatch(fetchEntityRecords('postType', 'post', byTitle))
  tab.edit(11, { title: 'Zebra' })
  await tab.save(11)
  office.site.clearRequests()
  await tab.dispatch(fetchEntityRecords('postType', 'post', byTitle))
  const shown = selectEntityRecords(tab.getState(), 'postType', 'post', byTitle)
  expect(shown?.map(({ title }) => title.raw)).toEqual(['Post 12', 'Post 13', 'Zebra'])
  expect(office.site.requests).toEqual([])

  // The photo is there after a reload.
  page.kill()
  const reloaded = await openTab(office, { page: page.reload() })
  await reloaded.load()
  await reloaded.saveAll()
  const { data } = await office.site.fetcher({ path: '/wp/v2/media' })
  expect((data as { title: { rendered: string } }[]).map(({ title }) => title.rendered)).toEqual(['boat'])
})
