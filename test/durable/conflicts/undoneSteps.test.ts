import { fetchEntityRecord, redo, selectDirtyEntityRecords, undo } from 'copydesk'
import { selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, type Office, type Tab } from '../queue/office'
import { conflictStore, paragraphs } from './conflictStores'
import { until } from '../../support/until'

const path = '/wp/v2/posts/11'

const asBen = ({ site }: Office, data: object) => site.as('ben')({ path, method: 'PUT', data })

async function textOf({ site }: Office): Promise<string> {
  const { data } = await site.as('ben')({ path: `${path}?context=edit` })
  return (data as { content: { raw: string } }).content.raw
}

async function saved({ save, queue, getState }: Tab): Promise<void> {
  await save(11)
  await queue.retry().catch(() => undefined)
  await until(() => queue.entries().length === 0 && selectDirtyEntityRecords(getState()).length === 0)
  expect(selectSaveConflict(getState(), 'postType', 'post', 11)).toBeUndefined()
}

/** An office whose post 11 has three paragraphs. */
async function officeWithText(): Promise<Office> {
  const office = openOffice({ posts: 1 })
  await asBen(office, { content: paragraphs('a', 'b', 'c') })
  return office
}

describe.each([true, false])('who undoes what a lost save has done (durable.php: %s)', (durable) => {
  it('has the site as it was before, once that is saved', async () => {
    const { edit, save, site, dirty, onSite, store } = await conflictStore({ durable })
    edit(1, { title: 'Mine', content: paragraphs('A1', 'B', 'C') })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    store.dispatch(undo())
    await save(1)
    expect(dirty()).toEqual([])
    expect(await onSite()).toMatchObject({
      title: { raw: 'One' },
      content: { raw: paragraphs('A', 'B', 'C') },
    })
  })
})

describe('an undo of what was saved', () => {
  it.each([
    [
      'a paragraph',
      paragraphs('A1', 'B', 'C'),
      paragraphs('A1', 'B', 'C by Bo'),
      paragraphs('A', 'B', 'C by Bo'),
    ],
    [
      'a block',
      paragraphs('A', 'new', 'B', 'C'),
      paragraphs('A', 'new', 'B', 'C', 'by Bo'),
      paragraphs('A', 'B', 'C', 'by Bo'),
    ],
  ])('leaves what somebody has written since and was read: %s', async (_, mine, theirs, left) => {
    const { edit, save, elsewhere, dirty, conflict, onSite, store, edited } = await conflictStore()
    edit(1, { content: mine })
    await save(1)
    await elsewhere({ content: theirs })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    store.dispatch(undo())
    await save(1)
    expect([dirty(), conflict(), (await onSite()).content.raw]).toEqual([[], undefined, left])
    store.dispatch(redo())
    expect(edited(1)?.content).toBe(theirs)
    await save(1)
    expect((await onSite()).content.raw).toBe(theirs)
  })

  it('counts in a paragraph that somebody has rewritten since, and leaves all others', async () => {
    const { edit, save, elsewhere, conflict, onSite, store } = await conflictStore()
    edit(1, { content: paragraphs('A1', 'B', 'C') })
    await elsewhere({ content: paragraphs('A', 'B', 'C by Bo') })
    await save(1)
    await elsewhere({ content: paragraphs('A1 by Bo', 'B by Bo', 'C by Bo') })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    store.dispatch(undo())
    await save(1)
    expect(conflict()).toBeUndefined()
    expect((await onSite()).content.raw).toBe(paragraphs('A', 'B by Bo', 'C by Bo'))
  })

  it('of one record leaves it, too, behind what was done to another since', async () => {
    const { edit, save, load, elsewhere, onSite, store } = await conflictStore()
    await load(2)
    edit(1, { content: paragraphs('A1', 'B', 'C') })
    await save(1)
    edit(2, { title: 'Two, changed' })
    await elsewhere({ content: paragraphs('A1', 'B', 'C by Bo') })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    store.dispatch(undo({ scope: { kind: 'postType', name: 'post', id: 1 } }))
    await save(1)
    expect((await onSite()).content.raw).toBe(paragraphs('A', 'B', 'C by Bo'))
  })

  it('leaves the terms that somebody has given since and were read', async () => {
    const { edit, save, elsewhere, onSite, store, edited } = await conflictStore()
    edit(1, { categories: [11, 12] })
    await save(1)
    await elsewhere({ categories: [11, 12, 13] })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    store.dispatch(undo())
    expect(edited(1)?.categories).toEqual([11, 13])
    await save(1)
    expect(await onSite()).toMatchObject({ categories: [11, 13] })
  })

  it('puts a title back, which can only be one or the other', async () => {
    const { edit, save, elsewhere, conflict, onSite, store } = await conflictStore()
    edit(1, { title: 'Mine' })
    await save(1)
    await elsewhere({ title: 'By Bo' })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    store.dispatch(undo())
    await save(1)
    expect([conflict(), (await onSite()).title.raw]).toEqual([undefined, 'One'])
  })

  it('leaves what was merged by another tab, which has sent it', async () => {
    const office = await officeWithText()
    const leader = await openTab(office, { queue: 'always' })
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11)
    leader.queue.pause()
    tab.edit(11, { content: paragraphs('a1', 'b', 'c') })
    await tab.save(11)
    await asBen(office, { content: paragraphs('a', 'b', 'c by Ben') })
    leader.queue.resume()
    await until(
      () => tab.queue.entries().length === 0 && selectDirtyEntityRecords(tab.getState()).length === 0,
    )
    tab.dispatch(undo())
    await saved(tab)
    expect(await textOf(office)).toBe(paragraphs('a', 'b', 'c by Ben'))
  })

  it('leaves it after a reload, too', async () => {
    const office = await officeWithText()
    const page = office.storage.tab()
    const before = await openTab(office, { page })
    await before.load(11)
    before.edit(11, { content: paragraphs('a1', 'b', 'c') })
    await saved(before)
    before.edit(11, { title: 'Not saved' })
    await before.durability.flush()
    page.kill()
    await asBen(office, { content: paragraphs('a1', 'b', 'c by Ben') })
    const after = await openTab(office, { page: page.reload() })
    await after.load(11)
    after.dispatch(undo())
    after.dispatch(undo())
    await saved(after)
    expect(await textOf(office)).toBe(paragraphs('a', 'b', 'c by Ben'))
  })
})

describe('who undoes all that was typed, once what somebody has written since was read', () => {
  it.each([
    { queue: 'always', isOnline: true },
    { queue: 'always', isOnline: false },
    { queue: 'offline', isOnline: false },
  ] as const)(
    'has that after a save, which sends nothing and does not wait for ever (queue: $queue, online: $isOnline)',
    async ({ queue, isOnline }) => {
      const office = await officeWithText()
      const tab = await openTab(office, { queue })
      await tab.load(11)
      tab.edit(11, { title: 'Mine', content: paragraphs('a1', 'b', 'c') })
      await asBen(office, { title: 'By Ben', content: paragraphs('a', 'b', 'c by Ben') })
      await tab.readAgain(11)
      tab.dispatch(undo())
      const before = office.writes()
      if (!isOnline) office.goOffline()
      await tab.save(11)
      office.goOnline()
      await saved(tab)
      expect(tab.shown(11)).toMatchObject({ title: 'By Ben', content: paragraphs('a', 'b', 'c by Ben') })
      expect(office.writes()).toEqual(before)
    },
  )

  it('has that also where another tab sends what waits', async () => {
    const office = await officeWithText()
    await openTab(office, { queue: 'always' })
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11)
    tab.edit(11, { content: paragraphs('a1', 'b', 'c') })
    await asBen(office, { content: paragraphs('a', 'b', 'c by Ben') })
    await tab.readAgain(11)
    tab.dispatch(undo())
    const before = office.writes()
    await saved(tab)
    expect(tab.shown(11)?.content).toBe(paragraphs('a', 'b', 'c by Ben'))
    expect(office.writes()).toEqual(before)
  })
})

describe('edits that were put back after a reload', () => {
  it.each([true, false])(
    'are none once all is undone, before the record was read (online: %s)',
    async (isOnline) => {
      const office = openOffice({ posts: 1 })
      const page = office.storage.tab()
      const before = await openTab(office, { page })
      await before.load(11)
      before.edit(11, { title: 'Typed' })
      await before.durability.flush()
      page.kill()
      if (!isOnline) office.goOffline()
      const after = await openTab(office, { page: page.reload() })
      expect(after.shown(11)?.title).toBe('Typed')
      after.dispatch(undo())
      expect([after.shown(11)?.title, selectDirtyEntityRecords(after.getState())]).toEqual(['Post 11', []])
    },
  )
})
