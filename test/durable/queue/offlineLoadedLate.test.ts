import { expect, it, vi } from 'vitest'
import { passes } from '../../support/until'
import { openOffice, openTab, postsOf } from './office'

/** Loads code as Chrome does: what could not be loaded once is not asked for again. */
const network = vi.hoisted(() => {
  let isGone = false
  const failed = new Set<string>()
  const loaded = new Set<string>()
  return {
    loaded,
    leave: (gone: boolean) => {
      isGone = gone
    },
    load: <Code>(name: string, code: () => Promise<Code>): Promise<Code> => {
      if (isGone) failed.add(name)
      if (failed.has(name)) return Promise.reject(new TypeError('Failed to fetch'))
      loaded.add(name)
      return code()
    },
  }
})

vi.mock('../../../src/durable/conflicts/checkedSave', (original) => network.load('saves', original))
vi.mock('../../../src/durable/locals/localGate', (original) => network.load('drafts', original))

it('sends what was first saved without a network by code that was loaded before', async () => {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  await passes(() => expect(network.loaded).toEqual(new Set(['drafts', 'saves'])))
  office.goOffline()
  network.leave(true)
  tab.edit(11, { title: 'Changed' })
  await tab.save(11)
  await tab.save(tab.draft({ title: 'Made' }))
  network.leave(false)
  office.goOnline()
  await tab.queue.retry()
  await passes(() => expect(tab.queue.entries()).toEqual([]))
  expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Changed', 'Post 12', 'Post 13', 'Made'])
})
