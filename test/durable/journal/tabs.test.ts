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
import { describe, expect, it, vi } from 'vitest'
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
    await settle()
    tab.kill()
    const again = await openedPage(tab.reload(), { server })
    expect(selectCurrentId(again.store.getState(), 'shop', 'book', id)).toBe(77)
    expect(again.dirty()).toEqual([])
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
