import {
  fetchEntityRecord,
  fetchEntityRecords,
  selectEntityRecords,
  type EntityId,
  type EntityStore,
} from 'copydesk'
import { selectCurrentId, selectDrafts, selectUnsavedRecords } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type * as OpenQueue from '../../../src/durable/queue/openQueue'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { nextMillisecond, until } from '../../support/until'

/** Pages whose queue is not there yet, while their code of it is on its way. */
const late: { readonly store: EntityStore; readonly open: () => void }[] = []
let isLate = false

vi.mock('../../../src/durable/queue/openQueue', async (importOriginal) => {
  const original = await importOriginal<typeof OpenQueue>()
  const openQueue: typeof original.openQueue = async (context, ...rest) => {
    if (isLate) await new Promise<void>((open) => late.push({ store: context.store, open }))
    return original.openQueue(context, ...rest)
  }
  return { ...original, openQueue }
})

afterEach(() => {
  isLate = false
  late.length = 0
})

const byTitle = { orderby: 'title', order: 'asc' } as const
const titles = (store: Pick<EntityStore, 'getState'>) =>
  selectEntityRecords(store.getState(), 'postType', 'post', byTitle)?.map(({ title }) => title.raw)

/** Two tabs of which the first has saved something that waits, and is reloaded: the queue of the new page is late. */
async function reload(office: Office, save: (tab: Tab) => Promise<unknown>) {
  const page = office.storage.tab()
  const one = await openTab(office, { page, queue: 'always' })
  const other = await openTab(office, { queue: 'always' })
  await one.load(11)
  await other.load(11)
  one.queue.pause()
  await save(one)
  await one.durability.flush()
  isLate = true
  const opening = openTab(office, { page: page.reload(), queue: 'always' })
  await until(() => late.length === 1)
  const { store, open } = late[0] as (typeof late)[number]
  const sendByOther = async () => {
    other.queue.resume()
    await until(() => other.queue.entries().length === 0)
  }
  return { store, other, opening, open, sendByOther }
}

describe('A page whose queue opens when another tab has just sent what waited', () => {
  it('takes a draft that it has put back for the record that was made of it', async () => {
    const office = openOffice()
    let draft: EntityId = 0
    const { store, opening, open, sendByOther } = await reload(office, (tab) => {
      draft = tab.draft({ title: 'Made by the other' })
      return tab.save(draft)
    })
    await until(() => selectDrafts(store.getState(), 'postType', 'post').length === 1)
    await sendByOther()
    open()
    const tab = await opening
    await until(() => selectCurrentId(tab.getState(), 'postType', 'post', draft) === 14)
    expect(selectDrafts(tab.getState(), 'postType', 'post')).toEqual([])
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
    expect((await postsOf(office)).map(({ title }) => title)).toEqual([
      'Post 11',
      'Post 12',
      'Post 13',
      'Made by the other',
    ])
  })

  it('asks again for what it has read meanwhile, which says that the edits are saved', async () => {
    const { store, opening, open, sendByOther } = await reload(openOffice(), (tab) => {
      tab.edit(11, { title: 'Written by the other' })
      return tab.save(11)
    })
    await store.dispatch(fetchEntityRecord('postType', 'post', 11))
    await store.dispatch(fetchEntityRecords('postType', 'post', byTitle))
    await sendByOther()
    open()
    const tab = await opening
    await until(() => {
      void tab.dispatch(fetchEntityRecords('postType', 'post', byTitle))
      return titles(tab)?.[2] === 'Written by the other'
    })
    expect(titles(tab)).toEqual(['Post 12', 'Post 13', 'Written by the other'])
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
  })

  it('asks for nothing again that was sent before it began', async () => {
    const office = openOffice()
    const { one, sendTitle } = await openSender(office)
    await sendTitle('Long ago')
    isLate = true
    const opening = openTab(office, { queue: 'always' })
    await until(() => late.length === 1)
    await late[0]?.store.dispatch(fetchEntityRecords('postType', 'post', byTitle))
    late[0]?.open()
    const tab = await opening
    await expectUnasked(office, [one, tab])
  })

  it('has no tab ask again that was there all the time', async () => {
    const office = openOffice()
    const { one, sendTitle } = await openSender(office)
    const watching = await openTab(office, { queue: 'always' })
    await watching.load(11, 12, 13)
    await watching.dispatch(fetchEntityRecords('postType', 'post', byTitle))
    isLate = true
    const opening = openTab(office, { queue: 'always' })
    await until(() => late.length === 1)
    await sendTitle('Zebra')
    await until(() => titles(watching)?.[2] === 'Zebra')
    late[0]?.open()
    await opening
    await expectUnasked(office, [one, watching])
  })
})

/** A tab that saves and sends, with its list. */
async function openSender(office: Office) {
  const one = await openTab(office, { queue: 'always' })
  await one.load(11)
  await one.dispatch(fetchEntityRecords('postType', 'post', byTitle))
  const sendTitle = async (title: string) => {
    one.edit(11, { title })
    // What happens in one millisecond may have happened in any order.
    await nextMillisecond()
    await one.save(11)
    await one.queue.whenEmpty()
    await one.dispatch(fetchEntityRecords('postType', 'post', byTitle))
    await nextMillisecond()
  }
  return { one, sendTitle }
}

/** Lists are known to be fresh, once all messages have arrived. */
async function expectUnasked({ site }: Office, tabs: readonly Tab[]): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  site.clearRequests()
  for (const each of tabs) await each.dispatch(fetchEntityRecords('postType', 'post', byTitle))
  expect(site.requests).toEqual([])
}
