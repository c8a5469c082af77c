import {
  redo,
  RestError,
  saveEntityRecord,
  selectDirtyEntityRecords,
  selectRecordState,
  undo,
  type Fetcher,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { nextMillisecond, until } from '../../support/until'

const first = async (office: Office) => (await postsOf(office))[0]
const publish = (tab: Tab) =>
  tab.dispatch(saveEntityRecord<string, string>('postType', 'post', { id: 11, status: 'publish' }))

async function openOffline() {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  office.goOffline()
  return { office, tab }
}

/** Goes online, where nobody else has done anything: nothing waits for a person. */
async function drain(office: Office, tab: Tab): Promise<void> {
  office.goOnline()
  await tab.queue.whenEmpty()
  expect(tab.troubles).toEqual([])
}

describe("One's own work without a network is nobody else's", () => {
  it('trashed, edited, saved and published again: the post is published, with what was saved', async () => {
    const { office, tab } = await openOffline()
    await tab.remove(11)
    tab.edit(11, { title: 'After all' })
    await tab.save(11)
    await publish(tab)
    expect(tab.brief()).toEqual(['update 11 waiting'])
    await drain(office, tab)
    expect(await first(office)).toMatchObject({ title: 'After all', status: 'publish' })
    expect(office.writes().join()).not.toContain('DELETE')
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('saved with a lost answer, undone, and saved so: it waits, and is not unsaved', async () => {
    const office = openOffice()
    let isBroken = true
    const fetcher: Fetcher = async (request) => {
      if (!isBroken || request.method !== 'PUT') return office.fetcher(request)
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const tab = await openTab({ ...office, fetcher }, { queue: 'always' })
    await tab.load(11)
    tab.edit(11, { title: 'Perhaps there' })
    await tab.save(11)
    await until(() => tab.queue.entries()[0]?.error !== undefined)
    const state = () => selectRecordState(tab.getState(), 'postType', 'post', 11)
    tab.dispatch(undo())
    expect(state()).toBe('unsaved')
    await tab.save(11)
    expect(state()).toBe('waiting')
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    isBroken = false
    await tab.queue.retry()
    await drain(office, tab)
    expect(state()).toBe('saved')
  })

  it('trashed, then restored by an edit of the status: it stays published', async () => {
    const { office, tab } = await openOffline()
    await tab.remove(11)
    tab.edit(11, { status: 'publish' })
    expect(selectDirtyEntityRecords(tab.getState())).toHaveLength(1)
    await tab.save(11)
    expect(tab.brief()).not.toContain('delete 11 waiting')
    await drain(office, tab)
    expect(await first(office)).toMatchObject({ status: 'publish' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('trashed, restored by an edit of the status that is undone: it goes to the trash', async () => {
    const { office, tab } = await openOffline()
    await tab.remove(11)
    tab.edit(11, { status: 'publish' })
    tab.dispatch(undo())
    await drain(office, tab)
    expect(await first(office)).toMatchObject({ status: 'trash' })
  })

  it('trashed, published, trashed, edited, trashed: it is in the trash, and nothing waits', async () => {
    const { office, tab } = await openOffline()
    await tab.remove(11)
    await publish(tab)
    await tab.remove(11)
    tab.edit(11, { title: 'Last words' })
    await tab.save(11)
    await tab.remove(11)
    await drain(office, tab)
    expect(await first(office)).toMatchObject({ status: 'trash' })
  })

  it.each([
    ['before it hears of the first', false],
    ['on what the first has saved', true],
  ])(
    'the title and different paragraphs of the content in two tabs, the second typing %s: the last title, and both paragraphs',
    async (_, isSeen) => {
      const office = openOffice({ posts: 1 })
      const text = (one: string, two: string) =>
        `<!-- wp:paragraph --><p>${one}</p><!-- /wp:paragraph -->\n\n<!-- wp:paragraph --><p>${two}</p><!-- /wp:paragraph -->`
      await office.site.as('ada')({
        path: '/wp/v2/posts/11',
        method: 'PUT',
        data: { content: text('one', 'two') },
      })
      const [tab, other] = [await openTab(office), await openTab(office)]
      for (const one of [tab, other]) await one.load(11)
      office.goOffline()
      const typeThere = () => {
        const { content } = other.shown(11) as { content: string }
        other.edit(11, { title: 'Of the second', content: content.replace('two', 'two of the second') })
      }
      if (!isSeen) typeThere()
      tab.edit(11, { title: 'Of the first', content: text('one of the first', 'two') })
      await tab.save(11)
      await until(() => other.queue.entries().length === 1)
      if (isSeen) typeThere()
      await other.save(11)
      await until(() => tab.queue.entries().length === 2)
      await drain(office, tab)
      expect(other.troubles).toEqual([])
      const { data } = await office.site.as('ada')({ path: '/wp/v2/posts/11?context=edit' })
      expect(data).toMatchObject({
        title: { raw: 'Of the second' },
        content: { raw: text('one of the first', 'two of the second') },
      })
      await until(() => selectDirtyEntityRecords(other.getState()).length === 0)
      expect(other.shown(11)).toMatchObject({ title: 'Of the second' })
    },
  )
})

it('One of two fields that were saved together is undone while they wait: nothing is unsaved, and the other is sent', async () => {
  const office = openOffice({ posts: 1 })
  const tab = await openTab(office)
  await tab.load(11)
  tab.edit(11, { content: 'Stays' })
  await nextMillisecond()
  office.goOffline()
  tab.edit(11, { title: 'Undone' })
  await tab.save(11)
  tab.dispatch(undo())
  await until(() => tab.queue.entries()[0]?.fields.length === 1)
  const state = () => selectRecordState(tab.getState(), 'postType', 'post', 11)
  expect([tab.shown(11)?.title, state()]).toEqual(['Post 11', 'waiting'])
  tab.dispatch(redo())
  expect([tab.shown(11)?.title, state()]).toEqual(['Undone', 'unsaved'])
  tab.dispatch(undo())
  office.goOnline()
  await tab.queue.whenEmpty()
  expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"content":"Stays"}'])
  expect([tab.shown(11)?.title, state()]).toEqual(['Post 11', 'saved'])
})

it('What is saved twice, of which the site does neither, is sent when it can be, though a colleague has changed the post', async () => {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  tab.edit(11, { title: 'Saved twice' })
  office.site.fail('PUT /wp/v2/posts/11', { status: 503 })
  const first = tab.save(11)
  const second = tab.save(11)
  await first
  office.site.fail('PUT /wp/v2/posts/11', 'offline')
  await second
  expect(tab.brief()).toEqual(['update 11 waiting'])
  await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { excerpt: 'Of Ben' } })
  await drain(office, tab)
  expect(tab.shown(11)).toMatchObject({ title: 'Saved twice', excerpt: 'Of Ben' })
  expect((await postsOf(office))[0]).toMatchObject({ title: 'Saved twice' })
})

it.each([true, false])(
  'What is saved twice, and undone before the second save waits, stays undone (online: %s)',
  async (isOnline) => {
    const office = openOffice()
    const queue = 'always'
    const [tab, other] = [await openTab(office, { queue }), await openTab(office, { queue })]
    for (const one of [tab, other]) await one.load(11)
    if (!isOnline) office.goOffline()
    tab.edit(11, { title: 'Undone' })
    const saves = [tab.save(11), tab.save(11)]
    // The second save has to wait for that of the other tab to be stored.
    other.edit(11, { slug: 'other' })
    await other.save(11)
    tab.dispatch(undo())
    await Promise.all(saves)
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
  },
)
