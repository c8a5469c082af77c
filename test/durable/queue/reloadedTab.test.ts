import { selectDirtyEntityRecords, undo, type Fetcher } from 'copydesk'
import type { MemoryTab } from 'copydesk/durable'
import { expect, it } from 'vitest'
import { openOffice, openTab } from './office'
import { until } from '../../support/until'

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
