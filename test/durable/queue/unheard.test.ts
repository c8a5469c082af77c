import { selectHasEdits, selectSaveError } from 'copydesk'
import { selectCurrentId } from 'copydesk/durable'
import { expect, it } from 'vitest'
import { until } from '../../support/until'
import { openOffice, openTab, postsOf } from './office'

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
