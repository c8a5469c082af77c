import { expect, it, vi } from 'vitest'
import { leaveNetwork, loadAsChrome, loadedCode } from '../../support/chromeLoading'
import { passes } from '../../support/until'
import { openOffice, openTab, postsOf } from '../queue/office'

vi.mock('../../../src/durable/conflicts/checkedSave', (code) => loadAsChrome('saves', code))

it('saves again what was first saved without a network, in a page that keeps nothing on the device', async () => {
  const office = openOffice()
  const tab = await openTab(office, { storage: false, queue: false })
  await tab.load(11)
  await passes(() => expect(loadedCode()).toEqual(['saves']))
  office.goOffline()
  leaveNetwork(true)
  tab.edit(11, { title: 'Changed' })
  await tab.save(11)
  leaveNetwork(false)
  office.goOnline()
  await tab.save(11)
  expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Changed', 'Post 12', 'Post 13'])
})
