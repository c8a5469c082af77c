import {
  clearEntityRecordEdits,
  deleteEntityRecord,
  dehydrate,
  fetchEntityRecords,
  redo,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDirtyEntityRecords,
  selectHasEdits,
  selectRecordState,
  undo,
  type Fetcher,
} from 'copydesk'
import type { MemoryTab } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { databaseName, openOffice, openTab, type Tab } from './office'
import { turns, until } from '../../support/until'
import { hearingLate } from './lateNews'

const title = (tab: Tab) => tab.shown(11)?.title
const kill = (tab: Tab) => (tab.page as MemoryTab).kill()
const state = (tab: Tab) => selectRecordState(tab.getState(), 'postType', 'post', 11)

/** Two tabs with a post, the network gone, and a title that the first has saved. */
async function openTabs(edits: object = { title: 'Saved' }) {
  const office = openOffice()
  const [one, other] = [await openTab(office), await openTab(office)]
  for (const tab of [one, other]) await tab.load(11)
  office.goOffline()
  one.edit(11, edits)
  await one.save(11)
  await until(() => other.isQueued(11))
  return { office, one, other }
}

async function addCategories({ site }: ReturnType<typeof openOffice>) {
  const add = async (name: string) => {
    const { data } = await site.as('ben')({ path: '/wp/v2/categories', method: 'POST', data: { name } })
    return (data as { id: number }).id
  }
  return [await add('Five'), await add('Seven')] as const
}

describe('What a tab has saved without a network', () => {
  it('is shown together with what is read meanwhile, where both can be had', async () => {
    const office = openOffice()
    const [five, seven] = await addCategories(office)
    const [one, other] = [await openTab(office), await openTab(office)]
    const onSite = (categories: number[]) =>
      office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { categories } })
    await onSite([1])
    for (const tab of [one, other]) {
      await tab.load(11)
      tab.queue.pause()
    }
    one.edit(11, { categories: [1, five] })
    office.goOffline()
    await one.save(11)
    await until(() => other.isQueued(11))
    office.mendNetwork()
    await onSite([1, seven])
    await other.readAgain(11)
    expect(new Set(other.shown(11)?.categories as number[])).toEqual(new Set([1, five, seven]))
    expect(selectDirtyEntityRecords(other.getState())).toEqual([])
    office.goOnline()
    other.queue.resume()
    await other.queue.whenEmpty()
    const { data } = await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })
    expect(new Set((data as { categories: number[] }).categories)).toEqual(new Set([1, five, seven]))
  })

  it('is shown together with what this one has saved apart from it', async () => {
    const office = openOffice()
    const [five, seven] = await addCategories(office)
    const [one, other] = [await openTab(office), await openTab(office)]
    for (const tab of [one, other]) await tab.load(11)
    office.goOffline()
    const before = (one.shown(11)?.categories ?? []) as number[]
    one.edit(11, { categories: [...before, five] })
    other.edit(11, { categories: [...before, seven] })
    await one.save(11)
    await other.save(11)
    await until(() => one.isQueued(11) && other.isQueued(11))
    await turns()
    for (const tab of [one, other])
      expect(new Set(tab.shown(11)?.categories as number[])).toEqual(new Set([...before, five, seven]))
    office.goOnline()
    await Promise.all([one, other].map(({ queue }) => queue.whenEmpty()))
    const { data } = await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })
    expect(new Set((data as { categories: number[] }).categories)).toEqual(new Set([...before, five, seven]))
  })

  it('is shown in the others, where it is no edit of theirs', async () => {
    const { one, other } = await openTabs()
    expect(title(other)).toBe('Saved')
    expect(state(other)).toBe('waiting')
    expect(selectHasEdits(other.getState(), 'postType', 'post', 11)).toBe(false)
    expect(selectDirtyEntityRecords(other.getState())).toEqual([])
    expect(title(one)).toBe('Saved')
  })

  it('is shown in a tab that is opened when that one is gone', async () => {
    const { office, one } = await openTabs()
    kill(one)
    office.mendNetwork()
    const late = await openTab(office)
    late.queue.pause()
    await late.load(11)
    expect(title(late)).toBe('Saved')
    expect(state(late)).toBe('waiting')
  })

  it('is shown until what the site has made of it is there, and not a moment of what was before', async () => {
    const { office, one, other } = await openTabs()
    const seen = new Set<unknown>()
    other.store.subscribe(() => seen.add(title(other)))
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => state(other) === 'saved')
    await turns()
    expect(title(other)).toBe('Saved')
    expect([...seen]).toEqual(['Saved'])
    expect(other.getState().edits.records).toEqual({
      'postType/post': expect.objectContaining({}) as unknown,
    })
  })

  describe('in a tab that sees it wait no more before it hears of the answer', () => {
    async function unheardAnswer() {
      const office = openOffice()
      let hear = () => undefined as void
      let isHeard = Promise.resolve()
      const page = hearingLate(office.storage.tab(), () => isHeard)
      const [one, other] = [await openTab(office), await openTab(office, { page })]
      for (const tab of [one, other]) await tab.load(11)
      office.goOffline()
      one.edit(11, { title: 'Saved' })
      await one.save(11)
      await until(() => other.isQueued(11))
      isHeard = new Promise((resolve) => (hear = resolve))
      const seen = new Set<unknown>()
      other.store.subscribe(() => seen.add(title(other)))
      office.goOnline()
      await one.queue.whenEmpty()
      await other.queue.retry()
      expect(other.isQueued(11)).toBe(false)
      return { other, seen, hear }
    }

    it('is shown without a gap', async () => {
      const { other, seen, hear } = await unheardAnswer()
      hear()
      await until(() => state(other) === 'saved')
      await turns()
      expect([...seen, title(other)]).toEqual(['Saved', 'Saved'])
    })

    it('is not shown over what is saved there meanwhile', async () => {
      const { other, seen, hear } = await unheardAnswer()
      other.edit(11, { title: 'Newer' })
      await other.save(11)
      hear()
      await turns()
      expect([...seen, title(other)]).toEqual(['Saved', 'Newer', 'Newer'])
    })
  })

  it.each([0, 1])('is shown all the while a tab sends it that has not saved it (%i)', async (leader) => {
    const { office, one, other } = await openTabs()
    const tab = [one, other][leader] as Tab
    kill([one, other][1 - leader] as Tab)
    const seen = new Set<unknown>()
    tab.store.subscribe(() => seen.add(title(tab)))
    office.goOnline()
    await until(() => state(tab) === 'saved')
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Saved"}'])
    expect([...seen]).toEqual(['Saved'])
  })

  it('is what the next key is typed over: the save of that is in conflict with nobody, and a second undo goes no further', async () => {
    const { office, one, other } = await openTabs()
    other.edit(11, { title: 'Saved, and more' })
    other.dispatch(undo())
    expect(title(other)).toBe('Saved')
    expect(selectHasEdits(other.getState(), 'postType', 'post', 11)).toBe(false)
    other.dispatch(undo())
    expect(title(other)).toBe('Saved')
    other.dispatch(redo())
    expect(title(other)).toBe('Saved, and more')
    await other.save(11)
    await until(() => title(one) === 'Saved, and more')
    office.goOnline()
    await other.queue.whenEmpty()
    await until(() => state(one) === 'saved' && state(other) === 'saved')
    expect([title(one), title(other)]).toEqual(['Saved, and more', 'Saved, and more'])
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Saved, and more"}'])
  })

  it('is typed over before it is sent, and saved after: it is based on what the site has made of it', async () => {
    const { office, one, other } = await openTabs({ slug: 'My Slug' })
    expect(other.shown(11)).toMatchObject({ slug: 'My Slug' })
    other.edit(11, { slug: 'mine' })
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => !other.isQueued(11))
    await other.save(11)
    expect(state(other)).toBe('saved')
    expect(other.shown(11)).toMatchObject({ slug: 'mine' })
  })

  it('stays where another tab gives up what it has typed itself', async () => {
    const { office, one, other } = await openTabs()
    other.edit(11, { title: 'Of the other', excerpt: 'Too' })
    other.dispatch(clearEntityRecordEdits('postType', 'post', 11))
    expect(title(other)).toBe('Saved')
    await turns()
    office.goOnline()
    await one.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Saved"}'])
  })

  it('stays shown where another tab saves a field of its own by hand', async () => {
    const { office, one, other } = await openTabs()
    await other.dispatch(saveEntityRecord<string, string>('postType', 'post', { id: 11, slug: 'by-hand' }))
    await turns()
    expect([title(one), title(other)]).toEqual(['Saved', 'Saved'])
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => state(one) === 'saved' && state(other) === 'saved')
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Saved","slug":"by-hand"}'])
    for (const tab of [one, other]) expect(tab.shown(11)).toMatchObject({ title: 'Saved', slug: 'by-hand' })
  })

  it('is gone from all where it is discarded, and undone', async () => {
    const { one, other } = await openTabs()
    one.dispatch(undo())
    await until(() => !other.isQueued(11))
    expect(title(other)).toBe('Post 11')
    expect(state(other)).toBe('saved')
  })

  it('does not hide what is typed here already, and is based on what was there', async () => {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    for (const tab of [one, other]) await tab.load(11)
    office.goOffline()
    other.edit(11, { title: 'Typed here' })
    one.edit(11, { title: 'Saved', excerpt: 'Saved, too' })
    await one.save(11)
    await until(() => other.isQueued(11))
    expect(other.shown(11)).toMatchObject({ title: 'Typed here', excerpt: 'Saved, too' })
  })

  it('is what counts where the other had saved the same field before, and nothing there is unsaved', async () => {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    for (const tab of [one, other]) await tab.load(11)
    office.goOffline()
    other.edit(11, { title: 'Unseen' })
    one.edit(11, { title: 'First' })
    await one.save(11)
    await until(() => other.isQueued(11))
    await other.save(11)
    await until(() => title(one) === 'Unseen')
    expect(state(one)).toBe('waiting')
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => state(one) === 'saved' && state(other) === 'saved')
    expect(title(one)).toBe('Unseen')
    await one.saveAll()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Unseen"}'])
  })

  it('is not taken out of the queue by an undo in a tab that had saved the field before', async () => {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    for (const tab of [one, other]) await tab.load(11)
    office.goOffline()
    one.edit(11, { title: 'First' })
    await one.save(11)
    await until(() => title(other) === 'First')
    other.edit(11, { title: 'Second' })
    await other.save(11)
    await until(() => title(one) === 'Second')
    one.dispatch(undo())
    expect([title(one), state(one)]).toEqual(['Post 11', 'unsaved'])
    await turns()
    office.goOnline()
    await one.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Second"}'])
    expect([title(one), title(other)]).toEqual(['Post 11', 'Second'])
    await one.save(11)
    expect(state(one)).toBe('saved')
    expect(office.writes().at(-1)).toBe('PUT /wp/v2/posts/11 {"title":"Post 11"}')
  })

  it.each(['undoes', 'discards'])(
    'is taken out of what another has typed behind it where its author %s it',
    async (how) => {
      const text = (...all: string[]) =>
        all.map((one) => `<!-- wp:paragraph --><p>${one}</p><!-- /wp:paragraph -->`).join('\n\n')
      const office = openOffice()
      await office.site.as('ada')({
        path: '/wp/v2/posts/11',
        method: 'PUT',
        data: { content: text('start') },
      })
      const [one, other] = [await openTab(office), await openTab(office)]
      for (const tab of [one, other]) await tab.load(11)
      office.goOffline()
      one.edit(11, { content: text('start', 'of one'), title: 'Of one', categories: [1, 5] })
      await one.save(11)
      await until(() => other.isQueued(11))
      const shown = other.shown(11) as { content: string; categories: number[] }
      other.edit(11, {
        content: `${shown.content}\n\n${text('of the other')}`,
        categories: [...shown.categories, 7],
        excerpt: 'Of the other',
      })
      await other.save(11)
      const [first] = one.queue.entries()
      if (how === 'undoes') one.dispatch(undo())
      else await one.queue.discard(first?.id as string)
      await turns()
      office.goOnline()
      await one.queue.whenEmpty()
      await until(() => !other.isQueued(11))
      const { data } = await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })
      expect(data).toMatchObject({
        title: { raw: 'Post 11' },
        content: { raw: text('start', 'of the other') },
        excerpt: { raw: 'Of the other' },
      })
    },
  )

  it.each([0, 1])(
    'is typed over while somebody else changes the text: all of it is there at the end (%i sends)',
    async (sender) => {
      const text = (...all: string[]) =>
        all.map((one) => `<!-- wp:paragraph --><p>${one}</p><!-- /wp:paragraph -->`).join('\n\n')
      const office = openOffice()
      await office.site.as('ada')({
        path: '/wp/v2/posts/11',
        method: 'PUT',
        data: { content: text('one', 'two', 'three') },
      })
      const [one, other] = [await openTab(office), await openTab(office)]
      for (const tab of [one, other]) await tab.load(11)
      office.goOffline()
      one.edit(11, { content: text('one of one', 'two', 'three') })
      await one.save(11)
      await until(() => other.isQueued(11))
      other.edit(11, { content: text('one of one', 'two of the other', 'three') })
      if (sender === 1) kill(one)
      await office.site.as('ben')({
        path: '/wp/v2/posts/11',
        method: 'PUT',
        data: { content: text('one', 'two', 'three of ben') },
      })
      office.goOnline()
      await other.queue.whenEmpty()
      await until(() => !other.isQueued(11))
      await other.save(11)
      const { data } = await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })
      expect(data).toMatchObject({ content: { raw: text('one of one', 'two of the other', 'three of ben') } })
      expect(state(other)).toBe('saved')
    },
  )

  it('is typed over and then undone by its author: what was typed is in conflict with nobody', async () => {
    const { office, one, other } = await openTabs()
    other.edit(11, { title: 'Of the other' })
    one.dispatch(undo())
    await until(() => !other.isQueued(11))
    office.goOnline()
    await other.save(11)
    await other.queue.whenEmpty()
    expect([title(other), state(other)]).toEqual(['Of the other', 'saved'])
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Of the other"}'])
  })

  it('is typed over and then sent while the tab sleeps: what was typed is in conflict with nobody', async () => {
    const { office, one, other } = await openTabs()
    other.edit(11, { title: 'Of the other' })
    const page = other.page as MemoryTab
    page.freeze()
    office.goOnline()
    await until(() => state(one) === 'saved')
    page.thaw()
    await until(() => !other.isQueued(11))
    await other.save(11)
    await other.queue.whenEmpty()
    expect([title(other), state(other)]).toEqual(['Of the other', 'saved'])
  })

  it('is left out of a state that is kept', async () => {
    const { other } = await openTabs()
    expect(JSON.stringify(dehydrate(other.getState()))).not.toContain('elsewhere')
  })
})

describe('What a tab has saved at once', () => {
  async function openOnline() {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    for (const tab of [one, other]) await tab.load(11)
    return { office, one, other }
  }

  it('is shown in the others, without a request of theirs', async () => {
    const { office, one, other } = await openOnline()
    office.site.clearRequests()
    one.edit(11, { title: 'Saved' })
    await one.save(11)
    await until(() => title(other) === 'Saved')
    expect(state(other)).toBe('saved')
    expect(office.site.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it.each([false, true])('is gone from the others where it was deleted, for good: %s', async (force) => {
    const { one, other } = await openOnline()
    const query = { orderby: 'id', order: 'asc' } as const
    const list = () => other.dispatch(fetchEntityRecords('postType', 'post', query))
    expect(await list()).toHaveLength(3)
    await one.remove(11, 'post', force ? { force } : {})
    await until(() => other.shown(11)?.status === (force ? undefined : 'trash'))
    expect((await list())?.map(({ id }) => id)).toEqual([12, 13])
  })

  it('is shown in the others where its page had just begun', async () => {
    const office = openOffice()
    const other = await openTab(office)
    await other.load(11)
    const drafts = () =>
      other.dispatch(fetchEntityRecords('postType', 'post', { status: 'draft' })).then((rows) => rows?.length)
    expect(await drafts()).toBe(0)
    const writes: Promise<unknown>[] = []
    await openTab(office, {
      onStore: ({ dispatch }) => {
        writes.push(
          dispatch(saveEntityRecord('postType', 'post', { title: 'New', status: 'draft' })),
          dispatch(saveEntityRecord('postType', 'post', { id: 11, title: 'Saved' })),
          dispatch(deleteEntityRecord('postType', 'post', 12)),
        )
      },
    })
    await Promise.all(writes)
    await until(() => title(other) === 'Saved' && other.shown(12)?.status === 'trash')
    expect(await drafts()).toBe(1)
  })

  it('is shown in the others where it is nothing that would ever wait: a new user, who has a password', async () => {
    const { one, other } = await openOnline()
    const users = () => other.dispatch(fetchEntityRecords('root', 'user', { orderby: 'id' }))
    expect(await users()).toHaveLength(2)
    const cleo = { username: 'cleo', email: 'cleo@example.org', password: 'secret' }
    const heard: unknown[] = []
    other.page.channel(databaseName)?.subscribe((message) => heard.push(message))
    await one.dispatch(saveEntityRecord('root', 'user', cleo))
    await turns()
    expect(await users()).toHaveLength(3)
    expect(JSON.stringify(heard)).toMatch(/^(?=.*cleo)(?!.*secret)/)
  })

  it('is shown in the others where the server answers with some of the record, and nothing else of it is gone', async () => {
    const office = openOffice()
    const fetcher: Fetcher = async (request) => {
      const answer = await office.fetcher(request)
      return request.method === 'PUT' ? { ...answer, data: { title: { raw: 'Saved' } } } : answer
    }
    const [one, other] = [await openTab({ ...office, fetcher }), await openTab({ ...office, fetcher })]
    for (const tab of [one, other]) await tab.load(11)
    one.edit(11, { title: 'Saved' })
    await one.save(11)
    await until(() => title(other) === 'Saved')
    expect(other.shown(11)).toMatchObject({ id: 11, status: 'publish' })
  })

  it.each(['draft', 'publish'] as const)(
    'is shown in the others where it is an autosave that saves the record, and not where that is a copy (%s)',
    async (status) => {
      const office = openOffice()
      await office.site.as('ada')({ path: '/wp/v2/posts/11', method: 'PUT', data: { status } })
      const [one, other] = [await openTab(office), await openTab(office)]
      for (const tab of [one, other]) await tab.load(11)
      one.edit(11, { title: 'Autosaved' })
      await one.dispatch(saveEditedEntityRecord('postType', 'post', 11, { isAutosave: true }))
      await turns()
      expect(title(other)).toBe(status === 'draft' ? 'Autosaved' : 'Post 11')
      other.edit(11, { title: 'Typed over it' })
      await other.save(11)
      expect([title(other), state(other)]).toEqual(['Typed over it', 'saved'])
    },
  )

  it('is saved over where another has typed the same field before it heard of that: nobody is in conflict with themselves', async () => {
    const { office, one, other } = await openOnline()
    other.edit(11, { title: 'Later', content: 'Of the other' })
    one.edit(11, { title: 'Saved', excerpt: 'Of the first' })
    await one.save(11)
    await until(() => other.shown(11)?.excerpt === 'Of the first')
    expect(title(other)).toBe('Later')
    await other.save(11)
    expect([title(other), state(other)]).toEqual(['Later', 'saved'])
    await until(() => title(one) === 'Later')
    const { data } = await office.site.as('ben')({ path: '/wp/v2/posts/11?context=edit' })
    expect(data).toMatchObject({
      title: { raw: 'Later' },
      content: { raw: 'Of the other' },
      excerpt: { raw: 'Of the first' },
    })
  })

  it('stays on screen where another tab undoes what it has typed in the same text', async () => {
    const office = openOffice()
    const text = (...all: string[]) =>
      all.map((each) => `<!-- wp:paragraph --><p>${each}</p><!-- /wp:paragraph -->`).join('\n\n')
    await office.site.as('ada')({
      path: '/wp/v2/posts/11',
      method: 'PUT',
      data: { content: text('one', 'two') },
    })
    const [one, other] = [await openTab(office), await openTab(office)]
    for (const tab of [one, other]) await tab.load(11)
    one.edit(11, { content: text('one, longer', 'two') })
    other.edit(11, { content: text('one', 'two, longer') })
    await one.save(11)
    await turns()
    await other.readAgain(11)
    other.dispatch(undo())
    expect([other.shown(11)?.content, state(other)]).toEqual([text('one, longer', 'two'), 'saved'])
    other.dispatch(redo())
    await other.save(11)
    expect(other.shown(11)?.content).toBe(text('one, longer', 'two, longer'))
  })
})
