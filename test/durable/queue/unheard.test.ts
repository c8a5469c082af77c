import { selectHasEdits, selectSaveError } from 'copydesk'
import { expect, it } from 'vitest'
import { openOffice, openTab } from './office'

/** A tab that has saved a title which another one has sent, and that has heard nothing of it. */
async function unheardSave() {
  const office = openOffice()
  const sender = await openTab(office, { queue: 'always' })
  const page = office.storage.tab()
  const channel = (name: string) => ({ ...page.channel(name), subscribe: () => () => undefined })
  const deaf = await openTab(office, { page: { ...page, channel } as typeof page, queue: 'always' })
  for (const tab of [sender, deaf]) await tab.load(11)
  deaf.edit(11, { title: 'Saved here' })
  await deaf.save(11)
  await sender.queue.whenEmpty()
  // It looks at what waits.
  await deaf.queue.whenEmpty()
  const byBen = (title: string) =>
    office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { title } })
  return {
    office,
    sender,
    deaf,
    byBen,
    hasEdits: () => selectHasEdits(deaf.getState(), 'postType', 'post', 11),
  }
}

it('A save that another tab has sent before it died is no edit once the record is read again', async () => {
  const { deaf, byBen, hasEdits } = await unheardSave()
  expect(deaf.isQueued(11)).toBe(false)
  expect(deaf.shown(11)).toMatchObject({ title: 'Saved here' })
  await deaf.readAgain(11)
  expect(hasEdits()).toBe(false)
  await byBen('By Ben')
  await deaf.readAgain(11)
  expect(deaf.shown(11)).toMatchObject({ title: 'By Ben' })
})

it('What is typed over a save that another tab has sent before it died is in conflict with nobody', async () => {
  const { office, sender, deaf, hasEdits } = await unheardSave()
  deaf.edit(11, { title: 'Next' })
  await deaf.save(11)
  await sender.queue.whenEmpty()
  await deaf.queue.whenEmpty()
  expect(selectSaveError(deaf.getState(), 'postType', 'post', 11)).toBeUndefined()
  expect(office.writes()).toEqual([
    'PUT /wp/v2/posts/11 {"title":"Saved here"}',
    'PUT /wp/v2/posts/11 {"title":"Next"}',
  ])
  await deaf.readAgain(11)
  expect(hasEdits()).toBe(false)
})
