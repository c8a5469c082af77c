import {
  editEntityRecord,
  fetchEntityRecord,
  RestError,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  type Fetcher,
} from 'copydesk'
import { resolveConflict, selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { onVirtualTime } from '../../support/virtualTime'
import { hearingLate, turns } from '../queue/lateNews'
import { openOffice, openTab, type Office, type Tab } from '../queue/office'
import { conflictStore, paragraphs } from './conflictStores'
import { until } from '../../support/until'

const path = '/wp/v2/posts/11'

/** What the site has of a text field of post 11. */
async function textOf({ site }: Office, field = 'content'): Promise<string> {
  const { data } = await site.as('ben')({ path: `${path}?context=edit` })
  return (data as Record<string, { raw: string }>)[field]?.raw as string
}

/** An office whose post 11 has these paragraphs, and a revision of them. */
async function officeWith(texts: readonly string[], options: Parameters<typeof openOffice>[0] = {}) {
  const office = openOffice(options)
  const write = (username: string, data: object) => office.site.as(username)({ path, method: 'PUT', data })
  await write('ada', { content: paragraphs(...texts), title: 'Title', excerpt: 'Excerpt' })
  return { office, write }
}

describe.each(['always', 'offline'] as const)('another device of the same person, queue: %s', (queue) => {
  it('saves another paragraph before a save that broke on its way is tried again: both are kept', async () => {
    const { office, write } = await officeWith(['a', 'b', 'c'])
    const tab = await openTab(office, { queue })
    await tab.load(11)
    office.breakNetwork()
    tab.edit(11, { content: paragraphs('laptop', 'b', 'c') })
    await tab.save(11)
    await until(() => tab.queue.entries().some(({ state }) => state !== 'sending'))
    await write('ada', { content: paragraphs('a', 'phone', 'c') })
    office.mendNetwork()
    await tab.queue.retry()
    await until(() => tab.queue.entries().length === 0)
    expect(await textOf(office)).toBe(paragraphs('laptop', 'phone', 'c'))
  })

  it.each([
    ['content', paragraphs('laptop', 'b', 'c'), paragraphs('phone', 'b', 'c')],
    ['title', 'Laptop', 'Phone'],
    ['excerpt', 'Laptop', 'Phone'],
  ])('saves the same %s: neither is replaced without a word', async (field, mine, theirs) => {
    const { office, write } = await officeWith(['a', 'b', 'c'])
    const tab = await openTab(office, { queue })
    await tab.load(11)
    office.breakNetwork()
    tab.edit(11, { [field]: mine })
    await tab.save(11)
    await until(() => tab.queue.entries().some(({ state }) => state !== 'sending'))
    await write('ada', { [field]: theirs })
    office.mendNetwork()
    await tab.queue.retry()
    await until(() => tab.queue.entries().some(({ state }) => state === 'held'))
    expect(await textOf(office, field)).toBe(theirs)
    expect(selectSaveConflict(tab.getState(), 'postType', 'post', 11)?.fields[field]).toMatchObject({
      mine,
      theirs,
    })
  })
})

describe('markup alone', () => {
  it.each([
    ['is added', '<p>a</p>', '<p><b>a</b></p>', '<p><i>a</i></p>'],
    ['that was there is taken out', '<p><i>a</i></p>', '<p><b><i>a</i></b></p>', '<p>a</p>'],
    ['is moved', '<p><i>a</i> c</p>', '<p><i>a</i> <b>c</b></p>', '<p>a <i>c</i></p>'],
    [
      'of a link leads elsewhere',
      '<a href="/one">a</a>',
      '<b><a href="/one">a</a></b>',
      '<a href="/two">a</a>',
    ],
  ])(
    'that %s by another device of the same person is not taken for what the site made of a lost save',
    async (_, base, mine, theirs) => {
      const { edit, save, site, conflict, load, onSite } = await conflictStore()
      const write = (content: string) =>
        site.as('ada')({ path: '/wp/v2/posts/1', method: 'PUT', data: { content } })
      await write(base)
      await load(1, undefined, { force: true })
      edit(1, { content: mine })
      site.fail('PUT /wp/v2/posts/1', 'offline')
      await save(1)
      await write(theirs)
      await save(1)
      expect([conflict()?.reason, (await onSite()).content.raw]).toEqual(['changed', theirs])
    },
  )
})

describe('a site that refuses what is out of date', () => {
  it('gets the paragraphs of two tabs of one person that save at once, both', async () => {
    const { office } = await officeWith(['a', 'b', 'c'], { durable: true })
    const tabs = [await openTab(office, { queue: false }), await openTab(office, { queue: false })]
    for (const tab of tabs) await tab.load(11)
    tabs[0]?.edit(11, { content: paragraphs('A', 'b', 'c') })
    tabs[1]?.edit(11, { content: paragraphs('a', 'B', 'c') })
    await Promise.all(tabs.map((tab) => tab.save(11)))
    expect(await textOf(office)).toBe(paragraphs('A', 'B', 'c'))
  })

  it("keeps a colleague's words, also where the answer to the merged save was lost", async () => {
    const { office, write } = await officeWith(['one', 'two'], { durable: true })
    let isLost = false
    const fetcher: Fetcher = async (request) => {
      const answer = await office.fetcher(request)
      const merged = (request.data as { content?: string } | undefined)?.content
      if (isLost || !merged?.includes('mine') || !merged.includes('theirs')) return answer
      isLost = true
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const tab = await openTab({ ...office, fetcher }, { queue: 'always' })
    await tab.load(11)
    await write('ben', { content: paragraphs('one', 'two theirs') })
    tab.edit(11, { content: paragraphs('one mine', 'two') })
    await tab.save(11)
    await until(() => isLost)
    await tab.queue.retry()
    await until(() => tab.queue.entries().length === 0)
    expect(await textOf(office)).toBe(paragraphs('one mine', 'two theirs'))
  })
})

describe('nobody is in conflict with themselves', () => {
  it.each([
    ['done', true],
    ['not done', false],
  ])(
    'who types on after a save without an answer that was %s, while a colleague changed another paragraph',
    async (_, done) => {
      const { edit, save, site, elsewhere, conflict, onSite, dirty } = await conflictStore()
      edit(1, { content: paragraphs('A1', 'B', 'C') })
      site.fail('PUT /wp/v2/posts/1', 'offline', { done })
      await save(1)
      await elsewhere({ content: paragraphs(done ? 'A1' : 'A', 'B', 'C by Bo') })
      edit(1, { content: paragraphs('A1 and on', 'B', 'C') })
      await save(1)
      expect([conflict(), dirty()]).toEqual([undefined, []])
      expect((await onSite()).content.raw).toBe(paragraphs('A1 and on', 'B', 'C by Bo'))
    },
  )

  it.each(['always', 'offline'] as const)('nor where the save waits in the queue (%s)', async (queue) => {
    const { office, write } = await officeWith(['a', 'b', 'c'])
    let losing = 1
    const fetcher: Fetcher = async (request) => {
      const answer = await office.fetcher(request)
      if (request.method !== 'PUT' || losing-- <= 0) return answer
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const tab = await openTab({ ...office, fetcher }, { queue })
    await tab.load(11)
    tab.edit(11, { content: paragraphs('a1', 'b', 'c') })
    await tab.save(11)
    await until(() => losing === 0)
    await write('ben', { content: paragraphs('a1', 'b', 'c by Ben') })
    tab.edit(11, { content: paragraphs('a1 and on', 'b', 'c') })
    await tab.save(11)
    await tab.queue.retry()
    await until(() => tab.queue.entries().every(({ state }) => state === 'held'))
    expect(tab.queue.entries()).toEqual([])
    expect(await textOf(office)).toBe(paragraphs('a1 and on', 'b', 'c by Ben'))
  })

  it.each(['always', 'offline', false] as const)(
    'whose address was completed by the site, in an answer that was lost (queue: %s)',
    async (queue) => {
      const office = openOffice()
      const tab = await openTab(office, { queue })
      const user = ['root', 'user', 2] as const
      await tab.dispatch(fetchEntityRecord(...user))
      const save = () => tab.dispatch(saveEditedEntityRecord(...user)).catch(() => undefined)
      for (const url of ['ada.example', 'https://ada.example/my page']) {
        tab.dispatch(editEntityRecord(...user, { url }))
        office.site.fail('PUT /wp/v2/users/2', 'offline', { done: true })
        await save()
        tab.dispatch(editEntityRecord(...user, { url: `${url}/more` }))
        await save()
        await tab.queue.retry()
        await until(() => selectDirtyEntityRecords(tab.getState()).length === 0)
        expect(selectSaveConflict(tab.getState(), ...user)).toBeUndefined()
      }
      const { data } = await office.site.as('ben')({ path: '/wp/v2/users/2?context=edit' })
      expect(data).toMatchObject({ url: 'https://ada.example/my%20page/more' })
    },
  )

  it('whose description of a menu item the site has set in type, in an answer that was lost', async () => {
    const office = openOffice()
    const make = async (path: string, data: object) =>
      (await office.site.as('ben')({ path, method: 'POST', data })).data as { readonly id: number }
    const { id: menus } = await make('/wp/v2/menus', { name: 'Main' })
    const { id } = await make('/wp/v2/menu-items', { title: 'Ada', url: 'https://ada.example', menus })
    const tab = await openTab(office, { queue: 'always' })
    const item = ['root', 'menuItem', id] as const
    await tab.dispatch(fetchEntityRecord(...item))
    for (const description of ['Ada\'s -- and "more"...', 'Done']) {
      tab.dispatch(editEntityRecord(...item, { description }))
      const failing = office.site.fail(/^PUT/, 'offline', { done: true, times: 1 })
      await tab.dispatch(saveEditedEntityRecord(...item)).catch(() => undefined)
      await until(() => tab.queue.entries().every(({ state }) => state !== 'sending'))
      failing()
    }
    await tab.queue.retry()
    await until(() => tab.queue.entries().every(({ state }) => state === 'held'))
    expect(selectSaveConflict(tab.getState(), ...item)).toBeUndefined()
  })

  it.each(['always', 'offline'] as const)(
    'whose save in one tab was completed by the site before that in another is sent, after a choice (queue: %s)',
    async (queue) => {
      const office = openOffice()
      const [one, other] = [await openTab(office, { queue }), await openTab(office, { queue })]
      const user = ['root', 'user', 2] as const
      for (const tab of [one, other]) await tab.dispatch(fetchEntityRecord(...user))
      const save = (tab: Tab) => tab.dispatch(saveEditedEntityRecord(...user)).catch(() => undefined)
      const conflicts = () =>
        [one, other].map((tab) => selectSaveConflict(tab.getState(), ...user)?.fields.url?.theirs)
      other.dispatch(editEntityRecord(...user, { url: 'two.example' }))
      one.dispatch(editEntityRecord(...user, { url: 'one.example' }))
      await office.site.as('ben')({
        path: '/wp/v2/users/2',
        method: 'PUT',
        data: { url: 'https://ben.example' },
      })
      await save(one)
      await until(() => conflicts()[0] === 'https://ben.example')
      await save(other)
      for (const tab of [one, other])
        if (selectSaveConflict(tab.getState(), ...user))
          tab.dispatch(resolveConflict(...user, { url: 'mine' }))
      for (const tab of [one, other]) await save(tab)
      await until(() => [one, other].every((tab) => selectDirtyEntityRecords(tab.getState()).length === 0))
      expect(conflicts()).toEqual([undefined, undefined])
      expect(office.writes().at(-1)).toBe('PUT /wp/v2/users/2 {"url":"two.example"}')
    },
  )

  it('who takes back what a lost save has done, keeps what a colleague has done since', async () => {
    const { edit, save, site, elsewhere, conflict, onSite } = await conflictStore()
    edit(1, { categories: [11, 12], content: paragraphs('A1', 'B', 'C') })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    await elsewhere({ categories: [11, 12, 13], content: paragraphs('A1', 'B', 'C by Bo') })
    edit(1, { categories: [11], content: paragraphs('A', 'B', 'C') })
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(await onSite()).toMatchObject({
      categories: [11, 13],
      content: { raw: paragraphs('A', 'B', 'C by Bo') },
    })
  })

  it('who types on after the page died right behind an answered save', () =>
    onVirtualTime(async () => {
      const { office, write } = await officeWith(['a', 'b', 'c'])
      const page = office.storage.tab()
      const before = await openTab(office, { queue: false, page })
      await before.load(11)
      before.edit(11, { content: paragraphs('a1', 'b', 'c') })
      await before.durability.flush()
      await write('ben', { content: paragraphs('a', 'b', 'c by Ben') })
      // Nothing that the page does from here on is kept.
      page.kill()
      await before.save(11)
      expect(await textOf(office)).toBe(paragraphs('a1', 'b', 'c by Ben'))
      const after = await openTab(office, { queue: false, page: page.reload() })
      await after.load(11)
      after.edit(11, { content: String(after.shown(11)?.content).replace('a1', 'a1 and on') })
      await after.save(11)
      expect(selectSaveConflict(after.getState(), 'postType', 'post', 11)).toBeUndefined()
      expect(await textOf(office)).toBe(paragraphs('a1 and on', 'b', 'c by Ben'))
    }))

  describe.each([
    ['offline', true],
    ['offline', false],
    ['always', false],
  ] as const)(
    'of a field of one value the later save counts, queue %s, with durable.php: %s',
    (queue, durable) => {
      async function twoTabs() {
        const { office } = await officeWith(['a'], { durable })
        const memory = office.storage.tab()
        const one = await openTab(office, { queue })
        const other = await openTab(office, { queue, page: hearingLate(memory, turns([40])) })
        for (const tab of [one, other]) await tab.load(11)
        return { office, memory, one, other }
      }
      type Tab = Awaited<ReturnType<typeof openTab>>

      async function saveIn(tab: Tab, title: string): Promise<void> {
        tab.edit(11, { title })
        await tab.save(11)
        await tab.queue.whenEmpty()
      }

      async function expectSaved(office: Office, tab: Tab, title: string): Promise<void> {
        await tab.save(11)
        await tab.queue.whenEmpty()
        expect(selectSaveConflict(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
        expect(await textOf(office, 'title')).toBe(title)
      }

      it.each(['in a new tab', 'in the tab that has saved'])(
        'who restores %s what a tab had typed that died, and saves it over what was saved since',
        (where) =>
          onVirtualTime(async () => {
            const { office, memory, one, other } = await twoTabs()
            other.edit(11, { title: 'Typed before' })
            await other.durability.flush()
            memory.kill()
            await saveIn(one, 'First')
            await saveIn(one, 'Second')
            const tab = where === 'in a new tab' ? await openTab(office, { queue }) : one
            await tab.load(11)
            await tab.durability.restore(tab.durability.recovered())
            await expectSaved(office, tab, 'Typed before')
          }),
      )

      it.each(['before', 'after'])(
        'who types %s another tab has saved, and saves before this is heard of',
        (when) =>
          onVirtualTime(async () => {
            const { office, one, other } = await twoTabs()
            if (when === 'before') other.edit(11, { title: 'Typed' })
            await saveIn(one, 'Saved')
            other.edit(11, { title: 'Typed' })
            await expectSaved(office, other, 'Typed')
          }),
      )

      it('but who has read what a colleague has made of it since is asked where they go back to what was saved', () =>
        onVirtualTime(async () => {
          const { office, one } = await twoTabs()
          const ben = (title: string) => office.site.as('ben')({ path, method: 'PUT', data: { title } })
          await saveIn(one, 'Saved')
          await ben('Of Ben')
          await one.readAgain(11)
          one.edit(11, { title: 'Typed' })
          await ben('Saved')
          await one.save(11)
          await until(() => selectSaveConflict(one.getState(), 'postType', 'post', 11) !== undefined)
          expect(await textOf(office, 'title')).toBe('Saved')
        }))
    },
  )
})
