import {
  clearEntityRecordEdits,
  saveEntityRecord,
  RestError,
  selectDirtyEntityRecords,
  type Fetcher,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, type Tab } from './office'
import { turns, until } from '../../support/until'

it('A save whose answer is lost is sent again where another tab gives up what it has typed itself', async () => {
  const office = openOffice()
  let isBroken = true
  const fetcher: Fetcher = async (request) => {
    if (!isBroken || request.method !== 'PUT') return office.fetcher(request)
    throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
  }
  const tab = await openTab({ ...office, fetcher })
  const other = await openTab({ ...office, fetcher })
  await tab.load(11)
  await other.load(11)
  tab.edit(11, { title: 'Typed' })
  await tab.save(11).catch(() => undefined)
  await until(() => other.queue.entries().some(({ state, attempts }) => state === 'waiting' && attempts > 0))
  other.edit(11, { title: 'Of the other', excerpt: 'Too' })
  other.dispatch(clearEntityRecordEdits('postType', 'post', 11))
  isBroken = false
  await tab.queue.retry()
  await tab.queue.whenEmpty()
  expect((await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })).data).toMatchObject({
    title: { raw: 'Typed' },
  })
})

describe.each(['is done', 'is not done'])('a save whose answer is lost, and which %s', (how) => {
  it.each(['offline', 'always'] as const)(
    'is not sent again once its edits are given up, and the record is what the site has (%s)',
    async (queue) => {
      const office = openOffice()
      let isBroken = true
      const fetcher: Fetcher = async (request) => {
        if (!isBroken || request.method !== 'PUT') return office.fetcher(request)
        if (how === 'is done') await office.fetcher(request)
        throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
      }
      const tab = await openTab({ ...office, fetcher }, { queue })
      await tab.load(11)
      tab.edit(11, { title: 'Typed' })
      await tab.save(11).catch(() => undefined)
      await until(() =>
        tab.queue.entries().some(({ state, attempts }) => state === 'waiting' && attempts > 0),
      )
      tab.dispatch(clearEntityRecordEdits('postType', 'post', 11))
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
      await until(() => tab.queue.entries().length === 0)
      const writes = office.writes().length
      isBroken = false
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      await tab.load(11)
      await turns()
      expect(tab.shown(11)).toMatchObject({ title: how === 'is done' ? 'Typed' : 'Post 11' })
      expect(office.writes()).toHaveLength(writes)
    },
  )
})

describe.each(['offline', 'always'] as const)(
  'a save that was written by hand, with the queue %s',
  (queue) => {
    const close = (tab: Tab) =>
      tab.dispatch(saveEntityRecord<string, string>('postType', 'post', { id: 11, comment_status: 'closed' }))

    it('is sent again where its answer is lost, though nothing of it is edited', async () => {
      const office = openOffice()
      const tab = await openTab(office, { queue })
      await tab.load(11)
      office.site.fail('PUT /wp/v2/posts/11', 'offline')
      await close(tab)
      await turns()
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      expect(tab.shown(11)).toMatchObject({ comment_status: 'closed' })
      expect(office.writes()).toHaveLength(2)
    })

    it('stays where it has joined edits that are given up once their answer is lost', async () => {
      const office = openOffice()
      const tab = await openTab(office, { queue })
      await tab.load(11)
      const mend = office.site.fail('PUT /wp/v2/posts/11', 'offline', { times: 9 })
      office.goOffline()
      tab.edit(11, { title: 'Typed' })
      await tab.save(11)
      await close(tab)
      expect(tab.brief()).toEqual(['update 11 waiting'])
      office.goOnline()
      await until(() =>
        tab.queue.entries().some(({ state, attempts }) => state === 'waiting' && attempts > 0),
      )
      tab.dispatch(clearEntityRecordEdits('postType', 'post', 11))
      await turns()
      mend()
      office.site.clearRequests()
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      expect(tab.shown(11)).toMatchObject({ title: 'Post 11', comment_status: 'closed' })
      expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"comment_status":"closed"}'])
    })
  },
)
