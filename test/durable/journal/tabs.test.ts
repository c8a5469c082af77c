import { isDeepStrictEqual } from 'node:util'
import {
  createEntityRecord,
  memoryStorage,
  selectCurrentId,
  selectDrafts,
  selectEditBasis,
  selectEditStanding,
  selectReferences,
  selectSaveConflict,
  type MemoryTab,
} from 'copydesk/durable'
import { editEntityRecord, fetchEntityRecord, selectEntityRecordEdits, type EntityConfig } from 'copydesk'
import { describe, expect, it, vi } from 'vitest'
import { until } from '../../support/until'
import { bookServer, openPage, owner, settle } from './page'

/** A tab that has died with one edited record for each title. */
async function deadTab(storage: ReturnType<typeof memoryStorage>, ...titles: string[]): Promise<MemoryTab> {
  const tab = storage.tab()
  const page = openPage(tab)
  titles.forEach((title, at) => page.edit(at + 1, { title }))
  await page.flush()
  tab.kill()
  return tab
}

async function openedPage(...given: Parameters<typeof openPage>) {
  const page = openPage(...given)
  await page.ready
  return page
}

describe('Several tabs', () => {
  it('list what another tab has left when it crashes, without being asked', async () => {
    const storage = memoryStorage()
    const [one, other] = [await openedPage(storage.tab()), await openedPage(storage.tab())]
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Lost' })
    await page.flush()
    expect(one.recovered()).toEqual([])
    const listener = vi.fn()
    other.durability.subscribe(listener)
    tab.kill()
    await settle()
    for (const { recovered } of [one, other]) {
      expect(recovered()).toMatchObject([
        {
          kind: 'shop',
          name: 'book',
          key: 1,
          isNew: false,
          title: 'Lost',
          fields: ['title'],
          values: { title: 'Lost' },
          undoLevels: 1,
          from: 'crashed',
          standing: 'unchecked',
        },
      ])
    }
    expect(listener).toHaveBeenCalled()
    expect(one.recovered()).toBe(one.recovered())
  })

  it('A10: give restored edits to one tab, where two restore them at once or one does so twice', async () => {
    const storage = memoryStorage()
    await deadTab(storage, 'Once')
    const [one, other] = [await openedPage(storage.tab()), await openedPage(storage.tab())]
    const items = one.recovered()
    const reports = await Promise.all([
      one.durability.restore(items),
      other.durability.restore(items),
      one.durability.restore(items),
    ])
    expect(reports.map(({ restored }) => restored.length).sort()).toEqual([0, 0, 1])
    expect(reports.flatMap(({ failed }) => failed)).toMatchObject([
      { item: items[0]?.item, error: { code: 'invalid_id' } },
      { item: items[0]?.item, error: { code: 'invalid_id' } },
    ])
    await settle()
    expect([...one.dirty(), ...other.dirty()]).toEqual([1])
    expect([...one.recovered(), ...other.recovered()]).toEqual([])
    expect(storage.rows().filter(({ store }) => store === 'edits')).toHaveLength(1)
  })

  it('A11: delete a discarded item everywhere', async () => {
    const storage = memoryStorage()
    await deadTab(storage, 'One', 'Two')
    const [one, other] = [await openedPage(storage.tab()), await openedPage(storage.tab())]
    const [item] = one.recovered().filter(({ title }) => title === 'One')
    await one.durability.discard(item ?? [])
    await settle()
    expect(one.recovered().map(({ title }) => title)).toEqual(['Two'])
    expect(other.recovered().map(({ title }) => title)).toEqual(['Two'])
    expect(await other.durability.restore(item ?? [])).toMatchObject({ restored: [], failed: [{}] })
    await one.durability.discard(one.recovered())
    expect(storage.rows()).toEqual([])
  })

  it('A12: show nothing to another person, or to another site of the origin', async () => {
    const storage = memoryStorage()
    const tab = await deadTab(storage, 'Mine')
    const others = [
      { ...owner, user: 2 },
      { ...owner, site: 'https://example.org/blog/wp-json/' },
    ]
    const next = tab.reload()
    for (const other of others) {
      const page = await openedPage(next, { owner: other })
      expect(page.recovered()).toEqual([])
      expect(page.dirty()).toEqual([])
    }
    expect((await openedPage(next)).dirty()).toEqual([1])
  })

  it('A13: keep nothing more after forget, and leave no row', async () => {
    const storage = memoryStorage()
    await deadTab(storage, 'Before')
    const [one, other] = [await openedPage(storage.tab()), await openedPage(storage.tab())]
    one.edit(5, { title: 'Edited here' })
    other.edit(6, { title: 'Edited there' })
    await Promise.all([one.flush(), other.flush()])
    await one.durability.forget()
    await settle()
    expect(storage.rows()).toEqual([])
    other.edit(6, { title: 'Edited later' })
    await other.flush()
    expect(storage.rows()).toEqual([])
    for (const page of [one, other]) {
      expect(page.status()).toMatchObject({ storage: 'off', reason: 'forgotten' })
      expect(page.recovered()).toEqual([])
    }
    expect(other.edits(6)).toEqual({ title: 'Edited later' })
    expect((await openedPage(storage.tab())).recovered()).toEqual([])
  })

  it('merge the edits that two dead tabs had of one record, where they are of different fields', async () => {
    const storage = memoryStorage()
    for (const edits of [{ title: 'First' }, { text: 'Second' }, { title: 'Third' }]) {
      const tab = storage.tab()
      const page = openPage(tab)
      page.edit(1, edits)
      await page.flush()
      tab.kill()
    }
    const page = await openedPage(storage.tab())
    expect(page.recovered()).toHaveLength(3)
    const items = [...page.recovered()].reverse()
    for (const item of items) await page.durability.restore(item)
    expect(page.edits(1)).toEqual({ title: 'First', text: 'Second' })
    expect(page.recovered().map(({ values }) => values)).toEqual([{ title: 'Third' }])
  })

  describe("merge the edits that two dead tabs had of one record as two people's are merged", () => {
    const article: EntityConfig = {
      kind: 'shop',
      name: 'article',
      baseURL: '/books',
      mergedEdits: { meta: true },
      transientEdits: { blocks: { of: 'text' } },
    }
    const before = {
      id: 1,
      title: 'Title',
      text: 'One\n\nTwo\n\nThree',
      categories: [1, 2],
      meta: { a: 'a', b: 'b' },
    }

    /** What is edited, and what is left to be chosen, once all of it was restored: by itself, and all at once. */
    async function restored(...edits: readonly Record<string, unknown>[]) {
      const results: unknown[] = []
      for (const isAtOnce of [false, true]) {
        const storage = memoryStorage()
        const given = { entities: [article], server: bookServer(new Map([['1', before]])) }
        const edit = ({ store }: Awaited<ReturnType<typeof openedPage>>, values: Record<string, unknown>) =>
          store.dispatch(editEntityRecord('shop', 'article', 1, values))
        for (const values of edits) {
          const tab = storage.tab()
          const page = await openedPage(tab, given)
          await page.store.dispatch(fetchEntityRecord('shop', 'article', 1))
          edit(page, values)
          await page.flush()
          tab.kill()
        }
        const last = storage.tab()
        const page = await openedPage(last, given)
        const items = page.recovered().map(({ item }) => item)
        // They were made within a millisecond or two: in the order of the tabs.
        const inOrder = edits.map(
          (values) => items[page.recovered().findIndex((one) => isDeepStrictEqual(one.values, values))] ?? '',
        )
        if (isAtOnce) await page.durability.restore(inOrder)
        else for (const item of inOrder) await page.durability.restore(item)
        const shown = () => selectEntityRecordEdits(page.store.getState(), 'shop', 'article', 1)
        results.push({ edits: shown(), left: page.recovered().map(({ values }) => values) })
        // What was joined is kept as it is shown.
        await page.flush()
        const kept = shown()
        const next = await openedPage(last.reload(), given)
        expect(selectEntityRecordEdits(next.store.getState(), 'shop', 'article', 1)).toEqual(kept)
      }
      expect(results[1]).toEqual(results[0])
      return results[0]
    }

    it('texts by their blocks', async () => {
      expect(
        await restored({ text: 'One!\n\nTwo\n\nThree' }, { text: 'One\n\nTwo\n\nThree, and four' }),
      ).toEqual({ edits: { text: 'One!\n\nTwo\n\nThree, and four' }, left: [] })
    })

    it('terms as sets', async () => {
      expect(await restored({ categories: [2, 3] }, { categories: [1, 2, 4] })).toEqual({
        edits: { categories: [2, 4, 3] },
        left: [],
      })
    })

    it('meta by its entries', async () => {
      expect(await restored({ meta: { a: 'A' } }, { meta: { a: 'Other', b: 'B' } })).toEqual({
        edits: { meta: { a: 'A', b: 'B' } },
        left: [{ meta: { a: 'Other' } }],
      })
    })

    it('and leave a paragraph that both have rewritten to be asked for', async () => {
      const other = { text: 'Another one\n\nTwo\n\nThree', title: 'Same' }
      expect(await restored({ text: 'One!\n\nTwo\n\nThree' }, other)).toEqual({
        edits: { text: 'One!\n\nTwo\n\nThree', title: 'Same' },
        left: [{ text: other.text }],
      })
    })
  })

  it('do not lend what was typed here a newer basis than it was typed on', async () => {
    const storage = memoryStorage()
    const server = bookServer(new Map([['1', { id: 1, title: 'Old', text: '', meta: {} }]]))
    const page = await openedPage(storage.tab(), { server, conflicts: 'merge' })
    await page.read(1)
    page.edit(1, { title: 'Typed here' })
    server.shelf.set('1', { id: 1, title: 'New', text: '', meta: {} })
    const tab = storage.tab()
    const other = await openedPage(tab, { server })
    await other.read(1)
    other.edit(1, { title: 'Typed there' })
    await other.flush()
    tab.kill()
    await settle()
    const { partly } = await page.durability.restore(page.recovered())
    expect(partly).toHaveLength(1)
    await page.save(1)
    expect(server.writes()).toEqual([])
    expect(selectSaveConflict(page.store.getState(), 'shop', 'book', 1)?.fields).toMatchObject({
      title: { base: 'Old', mine: 'Typed here', theirs: 'New' },
    })
  })

  it('leave what is restored to be asked for where restore is "ask"', async () => {
    const storage = memoryStorage()
    const tab = await deadTab(storage, 'Mine')
    const page = await openedPage(tab.reload(), { restore: 'ask' })
    expect(page.dirty()).toEqual([])
    expect(page.recovered()).toHaveLength(1)
    await page.durability.restore(page.recovered().map(({ item }) => item))
    expect(page.edits(1)).toEqual({ title: 'Mine' })
    page.undo()
    expect(page.dirty()).toEqual([])
  })

  it('say whether a page was left or has crashed', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Left' })
    tab.reload()
    await settle()
    expect((await openedPage(storage.tab())).recovered()).toMatchObject([{ title: 'Left', from: 'closed' }])
  })

  it('have what the page before a reload wrote while it was looked whether it still lives', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Before the reload' })
    await page.flush()
    const reloaded = tab.duplicate()
    const { acquire, held } = reloaded.locks ?? expect.unreachable()
    let isLeft = false
    const next = openPage({
      ...reloaded,
      // A page on its way out answers nobody.
      channel: () => undefined,
      locks: {
        acquire,
        held: async () => {
          if (!isLeft) {
            isLeft = true
            page.edit(2, { title: 'At the very end' })
            await page.flush()
            tab.kill()
          }
          return held()
        },
      },
    })
    await next.ready
    expect(next.dirty()).toEqual([1, 2])
    expect(next.recovered()).toEqual([])
  })

  it('F15: keep a duplicated tab from taking what the first one has', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'First tab' })
    await page.flush()
    const copy = await openedPage(tab.duplicate())
    expect(copy.dirty()).toEqual([])
    expect(copy.recovered()).toEqual([])
    copy.edit(1, { title: 'Second tab' })
    await copy.flush()
    tab.kill()
    const again = await openedPage(tab.reload())
    expect(again.edits(1)).toEqual({ title: 'First tab' })
    expect(copy.edits(1)).toEqual({ title: 'Second tab' })
  })

  it('F16: lose nothing where a page comes back whose edits were taken over', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Cached' })
    await page.flush()
    tab.freeze('cached')
    const other = await openedPage(storage.tab())
    await other.durability.restore(other.recovered())
    expect(other.edits(1)).toEqual({ title: 'Cached' })
    tab.thaw()
    await settle()
    expect(page.troubles).toMatchObject([{ code: 'adopted' }])
    page.edit(2, { title: 'Typed since' })
    await page.flush()
    tab.kill()
    const again = await openedPage(tab.reload())
    expect(again.dirty()).toEqual([1, 2])
    expect(other.dirty()).toEqual([1])
  })

  it('F16: go on where a page comes back and nobody has touched what it has', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Cached' })
    await page.flush()
    tab.freeze('cached')
    await settle()
    tab.thaw()
    await settle()
    const other = await openedPage(storage.tab())
    expect(other.recovered()).toEqual([])
    expect(page.troubles).toEqual([])
    tab.kill()
    await settle()
    expect(other.recovered()).toMatchObject([{ from: 'crashed' }])
  })

  it('F17: leave a frozen tab its edits', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Frozen' })
    tab.freeze()
    const other = await openedPage(storage.tab())
    expect(other.recovered()).toEqual([])
    expect(JSON.stringify(storage.rows())).toContain('Frozen')
    tab.thaw()
    page.edit(1, { title: 'Thawed' })
    await page.flush()
    expect(JSON.stringify(storage.rows())).toContain('Thawed')
  })

  it('F20: are pages, not stores: a second store of one owner in a page is refused', async () => {
    const tab = memoryStorage().tab()
    await openedPage(tab)
    expect(() => openPage(tab)).toThrow(/in this page already/)
  })

  it('A8: have a restored edit in conflict once the record was read and is another', async () => {
    const server = bookServer()
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { server })
    await page.read(1)
    page.edit(1, { title: 'Mine' })
    await page.flush()
    tab.kill()
    server.shelf.set('1', { id: 1, title: 'Theirs', text: '', meta: {} })
    const again = await openedPage(tab.reload(), { server })
    await again.read(1)
    expect(again.edits(1)).toEqual({ title: 'Mine' })
    expect(selectEditStanding(again.store.getState(), 'shop', 'book', 1)).toBe('conflict')
    expect(selectEditBasis(again.store.getState(), 'shop', 'book', 1)).toEqual({ title: 'Book 1' })
  })
})

describe('check', () => {
  it('A6: asks once for a hundred records, and says how each stands', async () => {
    const server = bookServer()
    for (const id of [1, 2, 3, 4])
      server.shelf.set(String(id), { id, title: `Book ${id}`, text: '', meta: {} })
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { server })
    for (const id of [1, 2, 3, 4]) await page.read(id)
    page.edit(1, { title: 'Mine' })
    page.edit(2, { title: 'Mine' })
    page.edit(3, { title: 'Mine' })
    page.edit(4, { meta: { note: 'Mine' } })
    await page.flush()
    tab.kill()
    server.shelf.set('2', { id: 2, title: 'Theirs' })
    server.shelf.set('3', { id: 3, title: 'Mine' })
    const other = await openedPage(storage.tab(), { server })
    server.log.length = 0
    await other.durability.check()
    expect(server.log).toHaveLength(1)
    expect(server.log[0]?.path).toMatch(/^\/books\?.*include=/)
    const standing = new Map(other.recovered().map(({ key, standing }) => [key, standing]))
    expect(Object.fromEntries(standing)).toEqual({ 1: 'same', 2: 'conflict', 3: 'same', 4: 'same' })
  })

  it('takes what the page had sent itself, and not heard of, for its own', async () => {
    const server = bookServer()
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { server })
    await page.read(1)
    server.swallowAnswers()
    page.edit(1, { title: 'Sent' })
    void page.save(1)
    await until(() => server.writes().length === 1)
    page.edit(1, { title: 'Typed since' })
    await page.flush()
    tab.kill()
    const other = await openedPage(storage.tab(), { server })
    await other.durability.check()
    expect(other.recovered()).toMatchObject([{ values: { title: 'Typed since' }, standing: 'same' }])
  })
})

describe('Records that the server does not know', () => {
  it('A17: are restored with their local ids, and references to them hold', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    const id = page.store.dispatch(createEntityRecord('shop', 'book', { title: 'Draft' }))
    page.edit(1, { meta: { next: id } })
    await page.flush()
    tab.kill()
    const again = await openedPage(tab.reload())
    expect(again.edits(id)).toMatchObject({ title: 'Draft' })
    expect(again.edits(1)).toEqual({ meta: { next: id } })
    expect(selectDrafts(again.store.getState(), 'shop', 'book')).toMatchObject([{ id, title: 'Draft' }])
    expect(selectReferences(again.store.getState(), 'shop', 'book', id)).toMatchObject([{ key: 1 }])
  })

  it('A17: are listed by what was written, and compared with nothing: no local id is asked for', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.store.dispatch(createEntityRecord('shop', 'book', { title: 'Draft' }))
    await page.flush()
    tab.kill()
    const server = bookServer()
    const other = await openedPage(storage.tab(), { server })
    await other.durability.check()
    expect(server.log).toEqual([])
    expect(other.recovered()).toMatchObject([{ isNew: true, fields: ['title'], standing: 'same' }])
  })

  it('C16: have their records found by the local id after a reload as well', async () => {
    const server = bookServer()
    server.nextId = 77
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab, { server })
    const id = page.store.dispatch(createEntityRecord('shop', 'book', { title: 'Draft' }))
    await page.save(id)
    expect(selectCurrentId(page.store.getState(), 'shop', 'book', id)).toBe(77)
    await page.flush()
    tab.kill()
    const again = await openedPage(tab.reload(), { server })
    expect(selectCurrentId(again.store.getState(), 'shop', 'book', id)).toBe(77)
    expect(again.dirty()).toEqual([])
  })

  it('C16: have their records found by the local id where the disk failed when that was to be kept', async () => {
    const storage = memoryStorage()
    const server = bookServer()
    const tab = storage.tab()
    const fetcher: typeof server.fetcher = async (request) => {
      const answer = await server.fetcher(request)
      if (request.method === 'POST') storage.at(storage.commits + 1, 'fail')
      return answer
    }
    const page = await openedPage(tab, { server: { ...server, fetcher } })
    const id = page.store.dispatch(createEntityRecord('shop', 'book', { title: 'Draft' }))
    await page.save(id)
    await page.flush()
    tab.kill()
    const again = await openedPage(tab.reload(), { server })
    expect(selectCurrentId(again.store.getState(), 'shop', 'book', id)).toBe(100)
  })

  it('are made of recovered edits whose record is gone', async () => {
    const storage = memoryStorage()
    await deadTab(storage, 'Gone')
    const page = await openedPage(storage.tab())
    const { restored } = await page.durability.restore(page.recovered(), { asNew: true })
    expect(restored).toHaveLength(1)
    expect(page.recovered()).toEqual([])
    expect(selectDrafts(page.store.getState(), 'shop', 'book')).toMatchObject([{ title: 'Gone' }])
    expect(page.edits(1)).toBeUndefined()
  })

  it('are made of recovered edits only where they can be written: these stay listed until then, and outlive the page', async () => {
    const storage = memoryStorage()
    await deadTab(storage, 'Gone')
    const tab = storage.tab()
    const page = await openedPage(tab, { undo: false })
    for (let commit = 1; commit <= 20; commit++) storage.at(storage.commits + commit, 'quota')
    const report = await page.durability.restore(page.recovered(), { asNew: true })
    expect(report).toMatchObject({ restored: [], failed: [{ error: { name: 'QuotaExceededError' } }] })
    expect(page.fields()).toEqual(['1 title'])
    expect(selectDrafts(page.store.getState(), 'shop', 'book')).toEqual([])
    tab.kill()
    const next = await openedPage(storage.tab())
    expect(next.fields()).toEqual(['1 title'])
  })

  it.each(['dieBefore', 'dieWithin', 'dieAfter'] as const)(
    'are made of recovered edits once, whatever of it was written when the page dies: %s',
    async (when) => {
      const storage = memoryStorage()
      await deadTab(storage, 'Gone')
      const tab = storage.tab()
      const page = await openedPage(tab)
      storage.at(storage.commits + 1, when)
      void page.durability.restore(page.recovered(), { asNew: true })
      await settle()
      const next = await openedPage(storage.tab())
      expect(next.recovered()).toMatchObject([
        { title: 'Gone', isNew: when === 'dieAfter', fields: ['title'] },
      ])
      await next.durability.restore(next.recovered(), { asNew: when !== 'dieAfter' })
      expect(next.recovered()).toEqual([])
      expect(selectDrafts(next.store.getState(), 'shop', 'book')).toMatchObject([{ title: 'Gone' }])
    },
  )

  it('are made of recovered edits by one of two tabs, where they can be undone', async () => {
    const storage = memoryStorage()
    await deadTab(storage, 'Gone')
    const [one, other] = [await openedPage(storage.tab()), await openedPage(storage.tab())]
    const items = one.recovered()
    const reports = await Promise.all(
      [one, other].map(({ durability }) => durability.restore(items, { asNew: true })),
    )
    expect(reports.flatMap(({ restored }) => restored)).toHaveLength(1)
    expect(reports.flatMap(({ failed }) => failed)).toHaveLength(1)
    const drafts = [one, other].flatMap(({ store }) => selectDrafts(store.getState(), 'shop', 'book'))
    expect(drafts).toMatchObject([{ title: 'Gone' }])
    const owning = reports[0]?.restored.length === 1 ? one : other
    expect(owning.hasUndo()).toBe(true)
    owning.undo()
    expect(owning.dirty()).toEqual([])
    await owning.flush()
    expect(storage.rows().filter(({ store }) => store === 'edits')).toEqual([])
  })
})

describe('The first save of restored edits', () => {
  it('A7: is checked, whatever the policy is', async () => {
    const server = bookServer()
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { server, conflicts: 'overwrite' })
    await page.read(1)
    page.edit(1, { title: 'Mine' })
    await page.flush()
    tab.kill()
    server.shelf.set('1', { id: 1, title: 'Theirs', text: '', meta: {} })
    const again = await openedPage(tab.reload(), { server, conflicts: 'overwrite' })
    server.log.length = 0
    await again.save(1).catch(() => undefined)
    expect(server.writes()).toEqual([])
    expect(server.log.length).toBeGreaterThan(0)
    expect(selectSaveConflict(again.store.getState(), 'shop', 'book', 1)).toMatchObject({
      fields: { title: { base: 'Book 1', mine: 'Mine', theirs: 'Theirs' } },
    })
    expect(again.edits(1)).toEqual({ title: 'Mine' })
  })
})
