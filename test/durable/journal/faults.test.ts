import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb'
import { indexedDbStorage, memoryStorage, type DurableStorage, type Page } from 'copydesk/durable'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bookServer, loadKeeping, openPage, owner, settle } from './page'
import { passes, until } from '../../support/until'

async function openedPage(...given: Parameters<typeof openPage>) {
  const page = openPage(...given)
  await page.ready
  return page
}

/** A storage with an edit of a page that died. */
async function leftByDeadPage() {
  const storage = memoryStorage()
  const dead = storage.tab()
  const page = await openedPage(dead)
  page.edit(1, { title: 'Before' })
  await page.flush()
  dead.kill()
  return storage
}

/** A page of a browser that lacks things. */
function without(storage: DurableStorage, lacks: Partial<DurableStorage>): DurableStorage {
  return Object.create(storage, Object.getOwnPropertyDescriptors(lacks)) as DurableStorage
}

/** A page of a browser: several with the same factory are pages of one origin. */
function browserPage(indexedDB: IDBFactory, more: Partial<Page> = {}): Page {
  const kept = new Map<string, string>()
  return {
    indexedDB,
    BroadcastChannel,
    sessionStorage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    ...more,
  }
}

/** The databases of a browser, and the connections to them so far, of whose count `onOpen` is told before each. */
function watchedFactory(onOpen: (count: number) => void = () => undefined) {
  const factory = new IDBFactory()
  const connections: IDBDatabase[] = []
  const open = factory.open.bind(factory)
  vi.spyOn(factory, 'open').mockImplementation((...given) => {
    onOpen(connections.length)
    const request = open(...given)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  })
  return { factory, connections }
}

/** All values of a browser's database, as text. */
async function keptText(storage: DurableStorage): Promise<string> {
  const quiet = { onSuperseded: () => undefined, onDeleted: () => undefined, onTerminated: () => undefined }
  const name = `copydesk/durable ${JSON.stringify([owner.site.replace(/\/$/, ''), String(owner.user)])}`
  const database = await storage.open(name, quiet)
  const rows = await database.transaction(['edits'], 'read', (transaction) => transaction.rows('edits'))
  database.close()
  return JSON.stringify(rows)
}

const working = (page: ReturnType<typeof openPage>) => {
  page.edit(9, { title: 'A' })
  page.edit(9, { title: 'B' })
  page.undo()
  return page.edits(9)
}

describe('Storage', () => {
  it.each(['quota', 'fail'] as const)(
    'A15, F3: works on where a write fails with %s, and says so once',
    async (fault) => {
      const server = bookServer()
      const storage = memoryStorage()
      const page = await openedPage(storage, { server, undo: false })
      for (let commit = 1; commit <= 20; commit++) storage.at(commit, fault)
      for (let count = 1; count <= 5; count++) {
        page.edit(1, { title: `Title ${count}` })
        await page.flush()
      }
      expect(working(page)).toEqual({ title: 'A' })
      expect(page.troubles).toMatchObject([
        { code: fault === 'quota' ? 'storage_full' : 'storage_unavailable' },
      ])
      expect(page.status()).toMatchObject({ storage: fault === 'quota' ? 'full' : 'unavailable', unkept: 2 })
      await page.save(1)
      expect(server.shelf.get('1')?.title).toBe('Title 5')
    },
  )

  it('F3: keeps everything again once there is room', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab, { undo: false })
    page.edit(3, { title: 'Gone again' })
    await page.flush()
    // All of it, and then the smallest alone.
    for (const next of [1, 2]) storage.at(storage.commits + next, 'quota')
    page.edit(1, { title: 'One' })
    page.edit(3, { title: undefined })
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'full', reason: 'QuotaExceededError', unkept: 2 })
    page.edit(2, { title: 'Two' })
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
    tab.kill()
    const again = await openedPage(tab.reload())
    expect(again.dirty()).toEqual([1, 2])
  })

  it('F3: gives up undo histories first, those of dead pages before its own', async () => {
    const storage = await leftByDeadPage()
    const page = await openedPage(storage.tab())
    page.edit(2, { title: 'Now' })
    const undoRows = () => storage.rows().filter(({ store }) => store === 'undo').length
    expect(undoRows()).toBe(2)
    storage.at(storage.commits + 1, 'quota')
    await page.flush()
    expect(undoRows()).toBe(2)
    storage.at(storage.commits + 1, 'quota')
    storage.at(storage.commits + 2, 'quota')
    page.edit(2, { title: 'Now again' })
    await page.flush()
    expect(undoRows()).toBe(0)
    expect(page.status()).toMatchObject({ storage: 'on' })
    expect(page.troubles).toEqual([])
    expect(page.recovered()).toMatchObject([{ title: 'Before' }])
  })

  it('says once of what can not be restored that it failed, though taking the rest over is tried again', async () => {
    const storage = await leftByDeadPage()
    const page = await openedPage(storage.tab())
    const items = [...page.recovered().map(({ item }) => item), 'nothing']
    storage.at(storage.commits + 1, 'fail')
    const { restored, failed } = await page.durability.restore(items)
    expect(restored).toHaveLength(1)
    expect(failed).toMatchObject([{ item: 'nothing' }])
    expect(page.edits(1)).toEqual({ title: 'Before' })
  })

  it('keeps what is small first where not all fits, goes on keeping what fits, and says what is not kept', async () => {
    const storage = memoryStorage()
    const page = await openedPage(storage, { limits: { bytes: 20_000 } })
    for (let id = 1; id <= 6; id++) page.edit(id, { text: 'x'.repeat(5000) })
    page.edit(7, { title: 'Small' })
    await page.flush()
    const keptIds = () =>
      storage
        .rows()
        .filter(({ store }) => store === 'edits')
        .flatMap(({ value }) =>
          (JSON.parse(value as string) as { rows: { id: number }[] }).rows.map(({ id }) => id),
        )
    expect(keptIds()).toContain(7)
    expect(keptIds().length).toBeGreaterThan(3)
    expect(page.status()).toMatchObject({ storage: 'full', unkept: 7 - keptIds().length })
    page.edit(8, { title: 'Later' })
    await page.flush()
    expect(keptIds()).toContain(8)
    expect(page.status()).toMatchObject({ storage: 'full', unkept: 8 - keptIds().length })
    expect(page.troubles).toMatchObject([{ code: 'storage_full' }])
    for (let id = 1; id <= 6; id++) page.edit(id, { text: undefined })
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
  })

  it('holds limits.bytes as if there were no more room', async () => {
    const storage = memoryStorage()
    const page = await openedPage(storage, { limits: { bytes: 5000 }, undo: false })
    page.edit(1, { text: 'x'.repeat(3000) })
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'on' })
    expect(page.status().bytes).toBeGreaterThan(3000)
    page.edit(2, { text: 'x'.repeat(3000) })
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'full', unkept: 1 })
    await page.save(1)
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
  })

  it.each(['blocked', 'silent'] as const)('F4, F5: is unavailable where opening is %s', async (fault) => {
    const storage = memoryStorage()
    storage.onOpen(fault)
    await loadKeeping()
    vi.useFakeTimers()
    try {
      const page = openPage(storage)
      await vi.advanceTimersByTimeAsync(2000)
      expect(page.status()).toMatchObject({ storage: 'opening' })
      await vi.advanceTimersByTimeAsync(2000)
      await page.ready
      expect(page.status()).toMatchObject({ storage: 'unavailable', reason: 'TimeoutError' })
      expect(page.troubles).toMatchObject([{ code: 'storage_unavailable' }])
      expect(working(page)).toEqual({ title: 'A' })
      await page.flush()
      expect(await page.durability.restore('nothing')).toMatchObject({ restored: [], failed: [{}] })
    } finally {
      vi.useRealTimers()
    }
  })

  it('F6: flushes and stops where a newer tab wants a newer version', async () => {
    const factory = new IDBFactory()
    const storage = indexedDbStorage(browserPage(factory))
    const page = await openedPage(storage)
    page.edit(1, { title: 'Typed before' })
    await new Promise((resolve, reject) => {
      const request = factory.open(
        `copydesk/durable ${JSON.stringify([owner.site.replace(/\/$/, ''), String(owner.user)])}`,
        99,
      )
      request.onsuccess = () => {
        request.result.close()
        resolve(undefined)
      }
      request.onerror = reject
    })
    expect(page.status()).toMatchObject({ storage: 'superseded' })
    expect(page.troubles).toMatchObject([{ code: 'storage_superseded' }])
    expect(working(page)).toEqual({ title: 'A' })
    await page.flush()
    // Made by a later version now, and readable all the same.
    expect(await keptText(indexedDbStorage(browserPage(factory)))).toContain('Typed before')
  })

  it('F7: opens again where the browser has closed the connection, and writes everything', async () => {
    const { factory, connections } = watchedFactory()
    const page = await openedPage(indexedDbStorage(browserPage(factory)))
    page.edit(1, { title: 'Before' })
    await page.flush()
    forceCloseDatabase(connections[0] as never)
    page.edit(2, { title: 'After' })
    await settle()
    await page.flush()
    expect(connections).toHaveLength(2)
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
    expect(await keptText(indexedDbStorage(browserPage(factory)))).toMatch(/Before.*After|After.*Before/)
  })

  it('F7: opens again where the browser refuses it for a moment, as it does while it deletes what a site has kept', async () => {
    let refusals = 0
    const { factory, connections } = watchedFactory((count) => {
      if (count !== 1 || refusals++ > 0) return
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    const page = await openedPage(indexedDbStorage(browserPage(factory)))
    page.edit(1, { title: 'Before' })
    await page.flush()
    forceCloseDatabase(connections[0] as never)
    await passes(() => expect(connections).toHaveLength(2))
    await page.flush()
    expect(refusals).toBe(2)
    expect(page.troubles).toEqual([])
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
    expect(await keptText(indexedDbStorage(browserPage(factory)))).toContain('Before')
  })

  it('F8: writes everything anew where the database was deleted by hand', async () => {
    const storage = memoryStorage()
    const page = await openedPage(storage.tab())
    page.edit(1, { title: 'One' })
    await page.flush()
    await storage.remove(`copydesk/durable ${JSON.stringify([owner.site.replace(/\/$/, ''), '1'])}`)
    expect(storage.rows()).toEqual([])
    await until(() => storage.rows().length > 0)
    await page.flush()
    expect(JSON.stringify(storage.rows())).toContain('One')
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
  })

  it.each([
    { fault: 'F9: is no JSON', value: '{"format":1,"session":' },
    { fault: 'F10: is of a newer format', value: '{"format":2,"session":"x","everything":{}}' },
    { fault: 'F9: lacks what makes it an edit', value: '{"format":1,"session":"x","rows":[{"values":1}]}' },
    { fault: 'F9: is no text', value: 42 },
  ])('A21: lists a row that can not be read as such and leaves it: $fault', async ({ value }) => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Fine' })
    await page.flush()
    tab.kill()
    const name = `copydesk/durable ${JSON.stringify([owner.site.replace(/\/$/, ''), '1'])}`
    const quiet = { onSuperseded: () => undefined, onDeleted: () => undefined, onTerminated: () => undefined }
    const database = await storage.open(name, quiet)
    await database.transaction(['edits'], 'relaxed', (transaction) =>
      transaction.put('edits', 'elsewhere record x', value),
    )
    const again = await openedPage(tab.reload())
    expect(again.edits(1)).toEqual({ title: 'Fine' })
    expect(again.recovered()).toMatchObject([{ item: 'elsewhere record x', from: 'unreadable', fields: [] }])
    expect(again.troubles).toMatchObject([{ code: 'unreadable', item: 'elsewhere record x' }])
    expect(storage.rows()).toContainEqual({ store: 'edits', key: 'elsewhere record x', value })
    expect(await again.durability.restore(again.recovered())).toMatchObject({ restored: [], failed: [{}] })
    await again.durability.discard(again.recovered())
    expect(again.recovered()).toEqual([])
  })

  it('F10: goes on where a later version has made the database', async () => {
    const storage = memoryStorage()
    storage.onOpen('newer')
    const page = await openedPage(storage)
    page.edit(1, { title: 'One' })
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
  })

  it('F11: works where looking at indexedDB throws', async () => {
    const forbidden: Page = {
      get indexedDB(): IDBFactory {
        throw Object.assign(new Error('Denied.'), { name: 'SecurityError' })
      },
      get sessionStorage(): Storage {
        throw Object.assign(new Error('Denied.'), { name: 'SecurityError' })
      },
    }
    const page = await openedPage(indexedDbStorage(forbidden))
    expect(page.status()).toMatchObject({ storage: 'unavailable', reason: 'SecurityError' })
    expect(page.troubles).toMatchObject([{ code: 'storage_unavailable' }])
    expect(working(page)).toEqual({ title: 'A' })
  })

  it('works where there is no IndexedDB at all', async () => {
    const page = await openedPage(indexedDbStorage({}))
    expect(page.status()).toMatchObject({ storage: 'unavailable', reason: 'NotSupportedError' })
    expect(working(page)).toEqual({ title: 'A' })
  })

  it('is unavailable where opening is refused, with the reason', async () => {
    const storage = memoryStorage()
    storage.onOpen('throws')
    const page = await openedPage(storage)
    expect(page.status()).toMatchObject({ storage: 'unavailable', reason: 'SecurityError' })
  })
})

describe('Without locks', () => {
  beforeEach(async () => {
    await loadKeeping()
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  async function wait(milliseconds: number) {
    await vi.advanceTimersByTimeAsync(milliseconds)
  }

  it('F12: asks who lives, and takes the silent ones for dead after a minute', async () => {
    const storage = memoryStorage()
    const [tabA, tabB, tabC] = [storage.tab(), storage.tab(), storage.tab()]
    const http = (tab: DurableStorage) => without(tab, { locks: undefined })
    const living = openPage(http(tabA))
    const dying = openPage(http(tabB))
    await wait(1000)
    living.edit(1, { title: 'Living' })
    dying.edit(2, { title: 'Dying' })
    await wait(2000)
    tabB.kill()
    const page = openPage(http(tabC))
    await wait(1000)
    expect(page.recovered()).toEqual([])
    await wait(60_000)
    expect(page.recovered().map(({ title }) => title)).toEqual(['Dying'])
    expect(living.edits(1)).toEqual({ title: 'Living' })
  })

  it('F12: takes what this very tab has left at once', async () => {
    const tab = memoryStorage().tab()
    const page = openPage(without(tab, { locks: undefined }))
    await wait(1000)
    page.edit(1, { title: 'Mine' })
    await wait(2000)
    tab.kill()
    const again = openPage(without(tab.reload(), { locks: undefined }))
    await wait(1000)
    expect(again.edits(1)).toEqual({ title: 'Mine' })
  })

  it('F12: needs neither randomUUID nor subtle', async () => {
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) })
    const page = openPage(memoryStorage())
    await wait(100)
    page.edit(1, { title: 'Mine' })
    await wait(2000)
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
    vi.unstubAllGlobals()
  })

  it('F13: does without a BroadcastChannel as well', async () => {
    const storage = memoryStorage()
    const alone = (tab: DurableStorage) => without(tab, { locks: undefined, channel: () => undefined })
    const tab = storage.tab()
    const page = openPage(alone(tab))
    await wait(100)
    page.edit(1, { title: 'Mine' })
    await wait(2000)
    tab.kill()
    const other = openPage(alone(storage.tab()))
    await wait(100)
    expect(other.recovered()).toEqual([])
    const again = openPage(alone(tab.reload()))
    await wait(100)
    expect(again.edits(1)).toEqual({ title: 'Mine' })
    await wait(61_000)
    expect(other.recovered()).toEqual([])
  })

  it('F14: works in a frame that is refused locks and channels', async () => {
    const refused = () => Promise.reject(Object.assign(new Error('Denied.'), { name: 'SecurityError' }))
    const locks = { acquire: refused, held: refused }
    const page = openPage(without(memoryStorage(), { locks, channel: () => undefined }))
    await wait(100)
    page.edit(1, { title: 'Mine' })
    await wait(2000)
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
  })
})

describe('A browser page', () => {
  it.each([
    ['before it is left, while there is time', 'beforeunload'],
    ['when it is left without a change of visibility', 'pagehide'],
  ])('F18: writes what was typed last %s', async (when, event) => {
    const factory = new IDBFactory()
    const target = new EventTarget()
    const page = browserPage(factory, {
      addEventListener: (type, listener) => target.addEventListener(type, listener),
      removeEventListener: (type, listener) => target.removeEventListener(type, listener),
    })
    const first = await openedPage(indexedDbStorage(page))
    first.edit(1, { title: 'Typed last' })
    target.dispatchEvent(new Event(event))
    // No timer has run.
    expect(await keptText(indexedDbStorage(browserPage(factory)))).toContain('Typed last')
  })

  it('F16: listens for beforeunload only while something is not stored, so that browsers can keep the page', async () => {
    const heard = new Set<unknown>()
    const page = browserPage(new IDBFactory(), {
      addEventListener: (type, listener) => type === 'beforeunload' && heard.add(listener),
      removeEventListener: (type, listener) => type === 'beforeunload' && heard.delete(listener),
    })
    const first = await openedPage(indexedDbStorage(page))
    expect(heard.size).toBe(0)
    first.edit(1, { title: 'Typed' })
    expect(heard.size).toBe(1)
    await first.flush()
    expect(heard.size).toBe(0)
    first.edit(1, { title: 'Typed on' })
    expect(heard.size).toBe(1)
    await first.durability.close()
    expect(heard.size).toBe(0)
  })

  it('finds its edits again by sessionStorage', async () => {
    const factory = new IDBFactory()
    const page = browserPage(factory)
    const storage = indexedDbStorage(page)
    const first = await openedPage(storage)
    first.edit(1, { title: 'Mine' })
    await first.durability.close()
    const again = await openedPage(storage)
    expect(again.edits(1)).toEqual({ title: 'Mine' })
  })
})

describe('Clocks', () => {
  it('F19: keeps the edits of this tab where the clock is a year ahead', async () => {
    const tab = memoryStorage().tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Mine' })
    await page.flush()
    tab.kill()
    vi.useFakeTimers({ now: Date.now() + 365 * 86_400_000, toFake: ['Date'] })
    try {
      const again = await openedPage(tab.reload())
      expect(again.edits(1)).toEqual({ title: 'Mine' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('F19: deletes nothing of what is listed where the clock is a year ahead for one visit', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Of yesterday' })
    await page.flush()
    tab.kill()
    vi.useFakeTimers({ now: Date.now() + 365 * 86_400_000, toFake: ['Date'] })
    try {
      const ahead = storage.tab()
      expect((await openedPage(ahead)).recovered()).toMatchObject([{ title: 'Of yesterday' }])
      ahead.kill()
    } finally {
      vi.useRealTimers()
    }
    const right = storage.tab()
    const again = await openedPage(right)
    expect(again.recovered()).toMatchObject([{ title: 'Of yesterday' }])
    expect(again.troubles).toEqual([])
    expect(storage.rows().filter(({ store }) => store === 'leases')).toEqual([])
  })

  it('A20: deletes what nobody has restored for too long, and says so once with its title', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    page.edit(1, { title: 'Old' })
    await page.flush()
    tab.kill()
    vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000, toFake: ['Date'] })
    try {
      // One page alone may have a wrong clock.
      const first = storage.tab()
      expect((await openedPage(first)).recovered()).toHaveLength(1)
      first.kill()
      vi.setSystemTime(Date.now() + 86_400_000)
      const later = await openedPage(storage.tab())
      expect(later.recovered()).toEqual([])
      expect(later.troubles).toMatchObject([{ code: 'expired', kind: 'shop', name: 'book', key: 1 }])
      expect(later.troubles[0]?.message).toContain('"Old"')
      expect(storage.rows()).toEqual([])
      expect((await openedPage(storage.tab())).troubles).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('deletes the oldest where there are more than limits.records', async () => {
    const storage = memoryStorage()
    for (let id = 1; id <= 4; id++) {
      const tab = storage.tab()
      const page = await openedPage(tab)
      page.edit(id, { title: `Book ${id}` })
      await page.flush()
      tab.kill()
      await settle()
    }
    const page = await openedPage(storage.tab(), { limits: { records: 3 } })
    expect(page.recovered().map(({ title }) => title)).toEqual(['Book 4', 'Book 3', 'Book 2'])
    expect(page.troubles).toMatchObject([{ code: 'expired', key: 1 }])
  })
})

describe('Sealing', () => {
  const seal = {
    seal: async (text: string) => new TextEncoder().encode([...text].reverse().join('')),
    unseal: async (bytes: Uint8Array) => [...new TextDecoder().decode(bytes)].reverse().join(''),
  }

  it('keeps nothing readable, and restores with the same key', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab, { seal })
    for (const title of ['One', 'Two']) page.edit(1, { title })
    page.edit(2, { title: 'Secret' })
    await page.flush()
    for (const { store, value } of storage.rows())
      if (store !== 'sessions') expect(value).toBeInstanceOf(Uint8Array)
    tab.kill()
    const again = await openedPage(tab.reload(), { seal })
    expect(again.dirty()).toEqual([1, 2])
    again.undo()
    again.undo()
    expect(again.edits(1)).toEqual({ title: 'One' })
  })

  it.each([
    ['nothing', undefined],
    ['a buffer', new ArrayBuffer(8)],
    ['a text', 'sealed'],
  ])(
    'says that nothing is kept where the sealer gives %s, which nobody could read again',
    async (what, sealed) => {
      const storage = memoryStorage()
      const page = openPage(storage.tab(), { seal: { ...seal, seal: async () => sealed as never } })
      await page.ready
      page.edit(1, { title: 'Typed' })
      await page.flush()
      expect(page.status()).toMatchObject({ storage: 'unavailable', unkept: 1 })
      expect(page.troubles[0]?.message).toMatch(/What seal gives is .+\. Pass a Uint8Array\.$/)
      expect(storage.rows().filter(({ store }) => store === 'edits')).toEqual([])
      expect(page.edits(1)).toEqual({ title: 'Typed' })
    },
  )

  it('lists as unreadable what can not be unsealed', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab, { seal })
    page.edit(1, { title: 'Secret' })
    await page.flush()
    tab.kill()
    const other = {
      ...seal,
      unseal: () => Promise.reject(new Error('Another key.')),
    }
    const again = await openedPage(tab.reload(), { seal: other })
    expect(again.dirty()).toEqual([])
    expect(again.recovered()).toMatchObject([{ from: 'unreadable' }])
  })
})

describe('Many records', () => {
  it('are written in values of a hundred, and those of them that change later in rows of their own', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab, { undo: false })
    for (let id = 1; id <= 250; id++) page.edit(id, { title: `Title ${id}` })
    await page.flush()
    const editRows = () => storage.rows().filter(({ store }) => store === 'edits').length
    expect(editRows()).toBe(3)
    page.edit(7, { title: 'Changed' })
    page.edit(8, { title: undefined })
    await page.flush()
    expect(editRows()).toBe(4)
    page.edit(7, { title: undefined })
    await page.flush()
    tab.kill()
    const again = await openedPage(tab.reload(), { undo: false })
    expect(again.dirty()).toHaveLength(248)
    expect(again.edits(7)).toBeUndefined()
    expect(again.edits(8)).toBeUndefined()
    for (let id = 1; id <= 250; id++) again.edit(id, { title: undefined })
    await again.flush()
    expect(storage.rows()).toEqual([])
  })

  it('are restored one by one without losing the others', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab, { undo: false })
    for (let id = 1; id <= 120; id++) page.edit(id, { title: `Title ${id}` })
    await page.flush()
    tab.kill()
    const other = await openedPage(storage.tab())
    const item = other.recovered().find(({ key }) => key === 60)
    await other.durability.restore(item ?? [])
    expect(other.dirty()).toEqual([60])
    expect(other.recovered()).toHaveLength(119)
    await other.durability.restore(other.recovered())
    expect(other.dirty()).toHaveLength(120)
    await other.flush()
    expect(storage.rows().filter(({ store }) => store === 'sessions')).toHaveLength(1)
  })
})
