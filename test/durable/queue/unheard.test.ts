import {
  clearEntityRecordEdits,
  fetchEntityRecords,
  RestError,
  selectHasEdits,
  selectSaveError,
  type Fetcher,
} from 'copydesk'
import { selectCurrentId, selectSaveConflict, type MemoryTab } from 'copydesk/durable'
import { expect, it } from 'vitest'
import { until } from '../../support/until'
import { hearingLate } from './lateNews'
import { openOffice, openTab, postsOf, type Tab } from './office'

/** Two tabs: the first one sends, the other hears nothing of it, as where the first has died before it said so. */
async function openTabs() {
  const office = openOffice()
  const sender = await openTab(office)
  const page = office.storage.tab()
  const channel = (name: string) => ({ ...page.channel(name), subscribe: () => () => undefined })
  const deaf = await openTab(office, { page: { ...page, channel } as typeof page })
  for (const tab of [sender, deaf]) await tab.load(11)
  office.goOffline()
  return {
    office,
    sender,
    deaf,
    /** All that waits is sent, and the other tab looks at what waits. */
    send: async () => {
      office.goOnline()
      await sender.queue.retry()
      await sender.queue.whenEmpty()
      await deaf.queue.whenEmpty()
    },
    hasEdits: () => selectHasEdits(deaf.getState(), 'postType', 'post', 11),
  }
}

async function unheardSave() {
  const tabs = await openTabs()
  tabs.deaf.edit(11, { title: 'Saved here' })
  await tabs.deaf.save(11)
  await tabs.send()
  return tabs
}

it('A save that another tab has sent before it died is no edit once the record is read again', async () => {
  const { office, deaf, hasEdits } = await unheardSave()
  expect(deaf.isQueued(11)).toBe(false)
  expect(deaf.shown(11)).toMatchObject({ title: 'Saved here' })
  await deaf.readAgain(11)
  expect(hasEdits()).toBe(false)
  await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { title: 'By Ben' } })
  await deaf.readAgain(11)
  expect(deaf.shown(11)).toMatchObject({ title: 'By Ben' })
})

it('What is typed over a save that another tab has sent before it died is in conflict with nobody', async () => {
  const { office, deaf, hasEdits } = await unheardSave()
  deaf.edit(11, { title: 'Next' })
  await deaf.save(11)
  expect(selectSaveError(deaf.getState(), 'postType', 'post', 11)).toBeUndefined()
  expect(hasEdits()).toBe(false)
  expect(office.writes()).toEqual([
    'PUT /wp/v2/posts/11 {"title":"Saved here"}',
    'PUT /wp/v2/posts/11 {"title":"Next"}',
  ])
})

it('A save behind a deletion that another tab has sent before it died is of a post in the trash', async () => {
  const { office, sender, deaf } = await openTabs()
  await sender.remove(11)
  deaf.edit(11, { title: 'Saved after' })
  await deaf.save(11)
  const page = sender.page as MemoryTab
  sender.store.subscribe(() => sender.brief()[0]?.startsWith('update') && page.kill())
  office.goOnline()
  await until(() => deaf.queue.status().isLeader)
  await deaf.queue.whenEmpty()
  expect(office.writes()).toEqual([
    'DELETE /wp/v2/posts/11 {}',
    'PUT /wp/v2/posts/11 {"title":"Saved after"}',
  ])
  expect((await postsOf(office))[0]).toMatchObject({ title: 'Saved after', status: 'trash' })
  expect(deaf.shown(11)).toMatchObject({ title: 'Saved after', status: 'trash' })
})

it('A draft that another tab has sent before it died is that record, and is not made once more', async () => {
  const { office, deaf, send } = await openTabs()
  const draft = deaf.draft({ title: 'Made once' })
  await deaf.save(draft)
  await send()
  await until(() => selectCurrentId(deaf.getState(), 'postType', 'post', draft) !== draft)
  deaf.edit(draft, { title: 'Changed' })
  await deaf.save(draft)
  const titles = (await postsOf(office)).map(({ title }) => title)
  expect(titles.filter((title) => title === 'Changed' || title === 'Made once')).toEqual(['Changed'])
})

/** The first posts that a tab shows. */
async function firstPosts({ dispatch }: Tab) {
  const query = { orderby: 'id', order: 'asc', per_page: 2 } as const
  const posts = await dispatch(fetchEntityRecords('postType', 'post', query))
  return posts?.map(({ id }) => id)
}

it('A list is without the post that another tab has deleted before it died, though it was last seen to wait unsent', async () => {
  const { office, sender, deaf, send } = await openTabs()
  office.goOnline()
  expect(await firstPosts(deaf)).toEqual([11, 12])
  office.goOffline()
  await sender.remove(11)
  // It looks at what waits.
  const isSeen = deaf.queue.whenEmpty()
  await until(() => deaf.brief().includes('delete 11 waiting'))
  await send()
  await isSeen
  expect(await firstPosts(deaf)).toEqual([12, 13])
})

it('A list is without a post whose deletion was given up unanswered in another tab, though this one never saw it wait', async () => {
  const office = openOffice()
  const sender = await openTab(office, { queue: 'always' })
  let hear = () => undefined as void
  const isHeard = new Promise<void>((resolve) => (hear = resolve))
  const heard: Promise<void>[] = []
  const late = await openTab(office, { page: hearingLate(office.storage.tab(), () => isHeard, heard) })
  for (const tab of [sender, late]) await tab.load(11)
  expect(await firstPosts(late)).toEqual([11, 12])
  office.site.fail(({ method }) => method === 'DELETE', 'offline', { done: true, times: 1 })
  await sender.remove(11)
  await until(() => sender.brief().includes('delete 11 uncertain'))
  for (const { id } of sender.queue.entries()) await sender.queue.discard(id)
  hear()
  await until(() => heard.length > 0)
  await Promise.all(heard)
  await late.queue.whenEmpty()
  expect(await firstPosts(late)).toEqual([12, 13])
})

it('What is typed where another tab has given up a save in doubt replaces nothing of a colleague unseen', async () => {
  const office = openOffice()
  let isLost = false
  const fetcher: Fetcher = async (request) => {
    const answer = await office.fetcher(request)
    if (!isLost || request.method !== 'PUT') return answer
    throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
  }
  const [one, other] = [await openTab({ ...office, fetcher }), await openTab(office)]
  for (const tab of [one, other]) await tab.load(11)
  office.goOffline()
  one.edit(11, { title: 'Given up' })
  await one.save(11)
  isLost = true
  office.goOnline()
  await until(() => other.brief()[0] === 'update 11 waiting' && other.queue.entries()[0]?.attempts === 1)
  one.dispatch(clearEntityRecordEdits('postType', 'post', 11))
  await until(() => other.queue.entries().length === 0)
  other.edit(11, { title: 'Typed' })
  await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { title: 'By Ben' } })
  await other.save(11).catch(() => undefined)
  expect((await postsOf(office))[0]).toMatchObject({ title: 'By Ben' })
  expect(selectSaveConflict(other.getState(), 'postType', 'post', 11)?.fields).toHaveProperty('title')
})
