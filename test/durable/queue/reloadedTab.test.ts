import { RestError, selectDirtyEntityRecords, selectRecordState, undo, type Fetcher } from 'copydesk'
import { createEntityRecord, selectUnsavedRecords, type MemoryTab } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab } from './office'
import { turns, until } from '../../support/until'

it.each(['is stopped', 'goes on'])(
  'An undo after a reload stays while another tab sends the save, and is saved next: the typing %s',
  async (how) => {
    const office = openOffice()
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const slow: Fetcher = async (request) => {
      if (request.method === 'PUT') await arrived
      return office.fetcher(request)
    }
    const sender = await openTab({ ...office, fetcher: slow })
    await sender.load(11)
    await until(() => sender.queue.status().isLeader)
    const before = await openTab(office, { queue: 'always' })
    await before.load(11)
    before.edit(11, { title: 'Typed' })
    await before.durability.flush()
    await before.save(11)
    await until(() => sender.queue.status().state === 'sending')
    await before.durability.flush()
    const page = before.page as MemoryTab
    const tab = await openTab(office, { page: page.reload() })
    await tab.load(11)
    expect(tab.shown(11)).toMatchObject({ title: 'Typed' })
    if (how === 'goes on') tab.edit(11, { title: 'Typed on' })
    if (how === 'goes on') tab.dispatch(undo())
    tab.dispatch(undo())
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    arrive()
    await until(() => tab.queue.entries().length === 0 && !tab.isQueued(11))
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    expect(selectDirtyEntityRecords(tab.getState())).toHaveLength(1)
    await tab.save(11)
    await tab.queue.whenEmpty()
    expect(office.site.requests.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      title: 'Post 11',
    })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  },
)

it.each(['before', 'after'])(
  'An undo of a save that waits after a failed try stays when the tab dies, where the record is read %s it is restored',
  async (when) => {
    const office = openOffice()
    let isBroken = true
    const fetcher: Fetcher = async (request) => {
      if (isBroken && request.method === 'PUT')
        throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
      return office.fetcher(request)
    }
    const before = await openTab({ ...office, fetcher }, { queue: 'always' })
    await before.load(11)
    before.edit(11, { title: 'Typed' })
    await before.save(11)
    await until(() =>
      before.queue.entries().some(({ state, attempts }) => state === 'waiting' && attempts === 1),
    )
    before.dispatch(undo())
    await before.durability.flush()
    const page = (before.page as MemoryTab).reload()
    const tab = await openTab({ ...office, fetcher }, { page, queue: 'always', restore: 'ask' })
    if (when === 'before') await tab.load(11)
    await until(() => tab.durability.recovered().length > 0)
    await tab.durability.restore(tab.durability.recovered())
    if (when === 'after') await tab.load(11)
    const shown = () => [tab.shown(11)?.title, selectDirtyEntityRecords(tab.getState()).length]
    expect(shown()).toEqual(['Post 11', 1])
    isBroken = false
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(shown()).toEqual(['Post 11', 1])
    await tab.save(11)
    await tab.queue.whenEmpty()
    const { data } = await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })
    expect(data).toMatchObject({ title: { raw: 'Post 11' } })
  },
)

/** A page that dies as soon as the queue has stored what it saves from now on. */
function dyingBehindStored(page: MemoryTab) {
  let isDying = false
  const open: MemoryTab['open'] = async (...given) => {
    const database = await page.open(...given)
    return {
      ...database,
      transaction: async (stores, durability, work) => {
        const done = await database.transaction(stores, durability, work)
        if (isDying && stores.includes('queue') && durability === 'strict') page.kill()
        return done
      },
    }
  }
  return { page: { ...page, open }, dieBehindStored: () => (isDying = true) }
}

describe.each(['offline', 'always'] as const)('a page that dies right after its save waits (%s)', (queue) => {
  it.each(['a post', 'a draft'])(
    'comes back with what was saved, not with what had been kept before: %s',
    async (what) => {
      const office = openOffice()
      const first = office.storage.tab()
      const { page, dieBehindStored } = dyingBehindStored(first)
      const before = await openTab(office, { queue, page })
      await before.load(11)
      office.goOffline()
      const id = what === 'a post' ? 11 : before.draft({ status: 'publish' })
      before.edit(id, { title: 'Typed' })
      await before.durability.flush()
      before.edit(id, { title: 'Typed and saved' })
      dieBehindStored()
      void before.save(id)
      await until(() => office.storage.rows().some(({ store }) => store === 'queue'))
      await turns()
      const tab = await openTab(office, { queue, page: first.reload() })
      expect(tab.shown(id)?.title).toBe('Typed and saved')
      office.goOnline()
      await tab.load(id)
      await tab.queue.whenEmpty()
      expect(tab.shown(id)?.title).toBe('Typed and saved')
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    },
  )
})

it('A new post that waits still does after a reload without a network, and is none that nobody has saved', async () => {
  const office = openOffice()
  const before = await openTab(office)
  await before.load(11)
  office.goOffline()
  const id = before.dispatch(createEntityRecord('postType', 'post', { title: 'Typed' }))
  await before.save(id)
  await before.durability.flush()
  const stands = (tab: typeof before) => [
    selectRecordState(tab.getState(), 'postType', 'post', id),
    selectUnsavedRecords(tab.getState()).length,
  ]
  expect(stands(before)).toEqual(['waiting', 0])
  const tab = await openTab(office, { page: (before.page as MemoryTab).reload() })
  expect(stands(tab)).toEqual(['waiting', 0])
  office.goOnline()
  await tab.queue.whenEmpty()
  expect(stands(tab)).toEqual(['saved', 0])
})
