import { editEntityRecord, selectDirtyEntityRecords, type Fetcher, type RecordData } from 'copydesk'
import {
  resolveConflict,
  selectCurrentId,
  selectDrafts,
  selectSaveConflict,
  type MemoryTab,
} from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadSending, openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { until } from '../../support/until'

/** An author without a network, at the tab that sends what waits or at another one. */
async function authorOffline(isLeader: boolean) {
  const office = openOffice()
  const leader = await openTab(office)
  const tab = isLeader ? leader : await openTab(office)
  await tab.load(11)
  office.goOffline()
  return { office, leader, tab }
}

const titled = async (office: Office, ...titles: readonly string[]) =>
  (await postsOf(office)).filter(({ title }) => titles.includes(title))

const putsOf = (office: Office) => office.writes().filter((line) => line.startsWith('PUT'))

/** What Ben writes to the post that is being made, which is the newest. */
const asBen = ({ site }: Office, data: object, method = 'PUT') =>
  site.as('ben')({ path: '/wp/v2/posts/14', method, ...(method === 'PUT' && { data }) })

/**
 * A post that was to be published from the queue, of which one of the requests after the first was not answered: it was
 * done or not. The queue is paused.
 */
async function interrupted(which: 1 | 2, done: boolean) {
  const office = openOffice()
  const page = office.storage.tab()
  const tab = await openTab(office, { page })
  await tab.load(11)
  office.goOffline()
  const draft = tab.draft({ title: 'Made on the train', content: 'my words', status: 'publish' })
  await tab.save(draft)
  let seen = 0
  office.site.fail(({ method }) => method === 'PUT' && ++seen === which, 'offline', { done })
  office.goOnline()
  await until(() => tab.queue.entries()[0]?.state === 'uncertain')
  tab.queue.pause()
  office.site.clearRequests()
  return { office, tab, draft, page }
}

/** Goes on, in the page that it is or in the next one. */
async function goOn(
  { office, tab, page }: Awaited<ReturnType<typeof interrupted>>,
  dies: boolean,
): Promise<Tab> {
  let next = tab
  if (dies) {
    await tab.durability.flush()
    page.kill()
    next = await openTab(office, { page: page.reload() })
  }
  next.queue.resume()
  await next.queue.retry()
  await next.queue.whenEmpty().catch(() => undefined)
  return next
}

/** A post that was sent and not answered, where two look like it: nobody but a person can tell whether one is it. */
async function madeTwice() {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  const data = { title: 'Twice', content: 'Text' }
  for (let count = 0; count < 2; count++)
    await office.site.as('ada')({ path: '/wp/v2/posts', method: 'POST', data })
  office.site.fail('POST /wp/v2/posts', 'offline')
  const draft = tab.draft(data)
  await tab.save(draft)
  await tab.queue.whenEmpty().catch(() => undefined)
  const [entry] = tab.queue.entries()
  if (entry?.state !== 'uncertain') throw new Error('The entry is not uncertain.')
  return { office, tab, draft, entry }
}

describe('A new post whose publishing was done and not answered, and that a colleague has rewritten since', () => {
  it.each([false, true])('stays as the colleague has left it (the page dies: %s)', async (dies) => {
    const made = await interrupted(2, true)
    await asBen(made.office, { title: 'Corrected by Ben', content: 'Better', status: 'private' })
    made.office.site.clearRequests()
    const tab = await goOn(made, dies)
    expect(await titled(made.office, 'Corrected by Ben', 'Made on the train')).toMatchObject([
      { title: 'Corrected by Ben', status: 'private' },
    ])
    expect([putsOf(made.office), tab.queue.entries()]).toEqual([[], []])
    expect(selectCurrentId(tab.getState(), 'postType', 'post', made.draft)).toBe(14)
    expect(tab.shown(14)).toMatchObject({ title: 'Corrected by Ben', content: 'Better', status: 'private' })
  })

  it.each([false, true])('stays in the trash where that is where it is (the page dies: %s)', async (dies) => {
    const made = await interrupted(2, true)
    await asBen(made.office, {}, 'DELETE')
    made.office.site.clearRequests()
    const tab = await goOn(made, dies)
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'trash' }])
    expect(putsOf(made.office)).toEqual([])
    expect(tab.queue.entries()).toMatchObject([{ state: 'held', conflict: { reason: 'trashed' } }])
  })

  it('is not published again where the colleague has taken that back', async () => {
    const made = await interrupted(2, true)
    await asBen(made.office, { status: 'draft' })
    made.office.site.clearRequests()
    const tab = await goOn(made, false)
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'draft' }])
    expect(putsOf(made.office)).toEqual([])
    expect(tab.queue.entries()).toMatchObject([{ what: 'update', key: 14, state: 'held' }])
    tab.dispatch(resolveConflict('postType', 'post', 14, { status: 'mine' }))
    await tab.queue.whenEmpty()
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'publish' }])
  })

  it.each([
    ['mine', 'publish'],
    ['theirs', 'draft'],
  ] as const)('is not published again by what is saved next either: %s', async (choice, status) => {
    const made = await interrupted(2, true)
    await asBen(made.office, { status: 'draft' })
    const tab = await goOn(made, false)
    tab.edit(14, { title: 'Made at home' })
    await tab.save(14)
    await tab.queue.retry()
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'draft' }])
    tab.dispatch(resolveConflict('postType', 'post', 14, { status: choice }))
    await tab.queue.whenEmpty()
    expect(await titled(made.office, 'Made at home')).toMatchObject([{ status }])
    expect(tab.shown(14)).toMatchObject({ title: 'Made at home', status })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })
})

describe('A new post that is half made', () => {
  it.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ] as const)(
    'and that nobody has touched, is published once (request %i, done: %s)',
    async (which, done) => {
      for (const dies of [false, true]) {
        const made = await interrupted(which, done)
        const tab = await goOn(made, dies)
        expect(await titled(made.office, 'Made on the train')).toEqual([
          { title: 'Made on the train', status: 'publish', slug: 'made-on-the-train' },
        ])
        expect([tab.queue.entries(), tab.troubles]).toEqual([[], []])
      }
    },
  )

  it.each([
    ['theirs', 'Corrected by Ben'],
    ['mine', 'Made on the train'],
  ] as const)('and that a colleague has changed, waits for what is chosen: %s', async (choice, title) => {
    for (const [which, done] of [
      [1, false],
      [1, true],
    ] as const) {
      const made = await interrupted(which, done)
      await asBen(made.office, { title: 'Corrected by Ben' })
      made.office.site.clearRequests()
      const tab = await goOn(made, false)
      expect(putsOf(made.office)).toEqual([])
      expect(tab.queue.entries()).toMatchObject([
        {
          what: 'update',
          key: 14,
          state: 'held',
          conflict: {
            reason: 'changed',
            fields: { title: { mine: 'Made on the train', theirs: 'Corrected by Ben' } },
          },
        },
      ])
      expect(tab.troubles).toMatchObject([{ code: 'queue_held', key: 14 }])
      const { fields } = tab.queue.entries()[0]?.conflict ?? { fields: {} }
      const choices = { title: choice, ...(Object.hasOwn(fields, 'status') && { status: 'mine' as const }) }
      tab.dispatch(resolveConflict('postType', 'post', 14, choices))
      await tab.queue.whenEmpty()
      expect(await titled(made.office, title)).toMatchObject([{ title, status: 'publish' }])
      expect((await postsOf(made.office)).some(({ slug }) => slug.startsWith('c-'))).toBe(false)
      expect(tab.shown(14)).toMatchObject({ title, status: 'publish' })
    }
  })

  it('and that a colleague has put in the trash, stays there', async () => {
    const made = await interrupted(1, false)
    await asBen(made.office, {}, 'DELETE')
    made.office.site.clearRequests()
    const tab = await goOn(made, false)
    expect(putsOf(made.office)).toEqual([])
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'trash' }])
    expect(tab.queue.entries()).toMatchObject([{ state: 'held', conflict: { reason: 'trashed' } }])
    tab.dispatch(resolveConflict('postType', 'post', 14, { status: 'mine' }))
    await tab.queue.whenEmpty()
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'publish' }])
  })

  it('and that a colleague has deleted for good, is made anew when that is asked for', async () => {
    const made = await interrupted(1, false)
    await made.office.site.as('ben')({ path: '/wp/v2/posts/14?force=true', method: 'DELETE' })
    const tab = await goOn(made, false)
    expect(tab.queue.entries()).toMatchObject([{ state: 'held', conflict: { reason: 'gone' } }])
    await tab.queue.retry(tab.queue.entries()[0]?.id)
    await tab.queue.whenEmpty()
    expect(await titled(made.office, 'Made on the train')).toMatchObject([{ status: 'publish' }])
  })

  it('is given up without a word to a colleague who has given it a slug and a title', async () => {
    const made = await interrupted(1, false)
    await asBen(made.office, { title: 'Corrected by Ben', slug: 'by-ben' })
    made.office.site.clearRequests()
    await made.tab.queue.discard(made.tab.queue.entries()[0]?.id ?? '')
    expect(putsOf(made.office)).toEqual([])
    expect(await titled(made.office, 'Corrected by Ben')).toMatchObject([{ status: 'draft', slug: 'by-ben' }])
  })
})

describe('A new draft in which a colleague writes while it is being made', () => {
  const paragraphs = (...texts: readonly string[]) =>
    texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n')
  const contentOf = async (office: Office) =>
    (await office.site.as('ada')({ path: '/wp/v2/posts/14?context=edit' })).data as {
      readonly content: { readonly raw: string }
      readonly slug: string
    }

  it.each([
    ['was done', true],
    ['was not done', false],
  ])('has the words of both where its second request %s, and nobody is asked', async (_, done) => {
    for (const [isTyped, isSavedAgain] of [
      [true, false],
      [true, true],
      [false, true],
      [false, false],
    ] as const) {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      office.goOffline()
      const draft = tab.draft({ title: 'On the train', content: paragraphs('One', 'Two', 'Three') })
      await tab.save(draft)
      office.site.fail(/^PUT/, 'offline', { done })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      tab.queue.pause()
      if (isTyped) tab.edit(draft, { content: paragraphs('One by Ada', 'Two', 'Three') })
      if (isSavedAgain) await tab.save(draft)
      await asBen(office, { content: paragraphs('One', 'Two', 'Three by Ben') })
      tab.queue.resume()
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      await tab.save(14)
      await tab.queue.whenEmpty()
      const merged = paragraphs(isTyped ? 'One by Ada' : 'One', 'Two', 'Three by Ben')
      expect((await contentOf(office)).content.raw).toBe(merged)
      expect((await contentOf(office)).slug).not.toMatch(/^c-/)
      expect(tab.shown(14)).toMatchObject({ content: merged })
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    }
  })

  it('has the words of both where another tab sends it', async () => {
    const office = openOffice()
    const leader = await openTab(office)
    await leader.load(11)
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    const draft = tab.draft({ title: 'On the train', content: paragraphs('One', 'Two', 'Three') })
    await tab.save(draft)
    office.site.fail(/^PUT/, 'offline', { done: true })
    office.goOnline()
    await until(() => leader.queue.entries()[0]?.state === 'uncertain')
    leader.queue.pause()
    tab.edit(draft, { content: paragraphs('One by Ada', 'Two', 'Three') })
    await asBen(office, { content: paragraphs('One', 'Two', 'Three by Ben') })
    leader.queue.resume()
    await leader.queue.retry()
    await leader.queue.whenEmpty()
    await until(() => selectCurrentId(tab.getState(), 'postType', 'post', draft) === 14)
    await tab.save(14)
    await tab.queue.whenEmpty()
    expect((await contentOf(office)).content.raw).toBe(paragraphs('One by Ada', 'Two', 'Three by Ben'))
  })

  it.each(['this tab sends it', 'another tab sends it'])(
    'asks for a title that both have written, where %s',
    async (sentBy) => {
      const { office, leader, tab } = await authorOffline(sentBy === 'this tab sends it')
      const draft = tab.draft({ title: 'On the train' })
      await tab.save(draft)
      office.site.fail(/^PUT/, 'offline', { done: true })
      office.goOnline()
      await until(() => leader.queue.entries()[0]?.state === 'uncertain')
      leader.queue.pause()
      tab.edit(draft, { title: 'By Ada' })
      await asBen(office, { title: 'By Ben' })
      leader.queue.resume()
      await leader.queue.retry()
      await leader.queue.whenEmpty()
      await until(() => selectCurrentId(tab.getState(), 'postType', 'post', draft) === 14)
      await tab.save(14)
      expect(selectSaveConflict(tab.getState(), 'postType', 'post', 14)).toMatchObject({
        fields: { title: { mine: 'By Ada', theirs: 'By Ben' } },
      })
    },
  )
})

describe('A new file', () => {
  const mediaOf = async ({ site }: Office) =>
    (await site.as('ada')({ path: '/wp/v2/media?context=edit' })).data as RecordData[]

  it.each([true, false])(
    'keeps the alternative text of a colleague (its slug was given: %s)',
    async (done) => {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      office.goOffline()
      tab.upload('harbour.png', { alt_text: 'A harbour' })
      await tab.saveAll()
      office.site.fail(/^PUT/, 'offline', { done })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      tab.queue.pause()
      const [file] = await mediaOf(office)
      const path = `/wp/v2/media/${file?.id as number}`
      await office.site.as('ben')({ path, method: 'PUT', data: { alt_text: 'The harbour of Ghent' } })
      office.site.clearRequests()
      tab.queue.resume()
      await tab.queue.retry()
      await tab.queue.whenEmpty().catch(() => undefined)
      expect(await mediaOf(office)).toMatchObject([{ alt_text: 'The harbour of Ghent' }])
      expect(tab.brief()).toEqual([])
      expect(putsOf(office)).toHaveLength(done ? 0 : 1)
      expect(await mediaOf(office)).toMatchObject([{ alt_text: 'The harbour of Ghent', slug: 'harbour' }])
    },
  )

  it.each(['this tab uploads it', 'another tab uploads it'])(
    'asks for an alternative text that both have written, where %s',
    async (sentBy) => {
      const { office, leader, tab } = await authorOffline(sentBy === 'this tab uploads it')
      const draft = tab.upload('harbour.png', { alt_text: 'A harbour' })
      await tab.saveAll()
      office.site.fail(/^PUT/, 'offline', { done: true })
      office.goOnline()
      await until(() => leader.queue.entries()[0]?.state === 'uncertain')
      leader.queue.pause()
      tab.dispatch(editEntityRecord('root', 'media', draft, { alt_text: 'By Ada' }))
      const [file] = await mediaOf(office)
      const id = file?.id as number
      await office.site.as('ben')({ path: `/wp/v2/media/${id}`, method: 'PUT', data: { alt_text: 'By Ben' } })
      leader.queue.resume()
      await leader.queue.retry()
      await leader.queue.whenEmpty()
      await until(() => selectCurrentId(tab.getState(), 'root', 'media', draft) === id)
      await tab.saveAll()
      expect(selectSaveConflict(tab.getState(), 'root', 'media', id)).toMatchObject({
        fields: { alt_text: { mine: 'By Ada', theirs: 'By Ben' } },
      })
      expect(await mediaOf(office)).toMatchObject([{ alt_text: 'By Ben' }])
    },
  )
})

describe('A record that was found to be the one that was made', () => {
  it('is not written to by the next page where this one dies before it has read it', async () => {
    const office = openOffice()
    const page = office.storage.tab()
    const tab = await openTab(office, { page })
    await tab.load(11)
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    const held = office.site.hold('GET /wp/v2/posts/14')
    const draft = tab.draft({ title: 'Found', content: 'my words' })
    await tab.save(draft)
    await until(() => held.waiting.length > 0)
    page.kill()
    await asBen(office, { title: 'Found by Ben' })
    held.end()
    office.site.clearRequests()
    const next = await openTab(office, { page: page.reload() })
    await next.queue.whenEmpty()
    expect(putsOf(office)).toEqual([])
    expect(await titled(office, 'Found', 'Found by Ben')).toMatchObject([{ title: 'Found by Ben' }])
    expect(selectCurrentId(next.getState(), 'postType', 'post', draft)).toBe(14)
  })

  it('and that a person has pointed at, is asked about where it says something else', async () => {
    const { office, tab, entry } = await madeTwice()
    await asBen(office, { content: 'Words of Ben' })
    office.site.clearRequests()
    await tab.queue.settle(entry.id, { exists: 14 })
    await tab.queue.whenEmpty().catch(() => undefined)
    expect(putsOf(office)).toEqual([])
    const conflict = { reason: 'changed', fields: { content: { mine: 'Text', theirs: 'Words of Ben' } } }
    expect(tab.queue.entries()).toMatchObject([{ what: 'update', key: 14, state: 'held', conflict }])
    tab.dispatch(resolveConflict('postType', 'post', 14, { content: 'theirs' }))
    await tab.queue.whenEmpty()
    expect(tab.shown(14)).toMatchObject({ title: 'Twice', content: 'Words of Ben' })
  })

  it('and that a person has pointed at, is left alone where they discard it after all', async () => {
    const { office, tab, draft, entry } = await madeTwice()
    tab.queue.pause()
    await tab.queue.settle(entry.id, { exists: 14 })
    office.site.clearRequests()
    await tab.queue.discard(entry.id)
    expect([tab.queue.entries(), office.site.requests]).toEqual([[], []])
    expect(selectCurrentId(tab.getState(), 'postType', 'post', draft)).toBe(draft)
  })
})

describe('A tab that was frozen while it made a post, and thaws after another has made it', () => {
  afterEach(() => vi.useRealTimers())

  it.each(['before', 'after'])('publishes no second one (its request is done %s the other)', async (when) => {
    const office = openOffice()
    const late: (() => void)[] = []
    let isSlow = false
    const slow: Fetcher = async (request) => {
      const isCreate = isSlow && request.method === 'POST'
      if (isCreate && when === 'after') await new Promise<void>((go) => late.push(go))
      const answer = await office.fetcher(request)
      if (isCreate && when === 'before') await new Promise<void>((go) => late.push(go))
      return answer
    }
    const one = await openTab({ ...office, fetcher: slow })
    await one.load(11, 12)
    await loadSending(office, one)
    expect(one.queue.status().isLeader).toBe(true)
    const other = await openTab(office)
    vi.useFakeTimers()
    const soon = async (holds: () => boolean) => {
      while (!holds()) await vi.advanceTimersByTimeAsync(50)
    }
    await one.save(one.draft({ title: 'Frozen', status: 'publish' }))
    isSlow = true
    office.goOnline()
    await soon(() => late.length > 0)
    ;(one.page as MemoryTab).freeze()
    await soon(() => other.queue.status().isLeader && other.queue.entries().length === 0)
    office.site.clearRequests()
    ;(one.page as MemoryTab).thaw()
    for (const go of late) go()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await titled(office, 'Frozen')).toEqual([{ title: 'Frozen', status: 'publish', slug: 'frozen' }])
    expect(putsOf(office)).toEqual([])
    expect([one.queue.entries(), one.troubles]).toEqual([[], []])
    const drafts = selectDrafts(one.getState(), 'postType', 'post')
    expect(drafts).toEqual([])
  })
})
