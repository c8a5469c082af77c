import { memoryStorage, type DurableStorage } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { turn, until } from '../../support/until'
import { openOffice, openTab } from '../queue/office'
import { loadKeeping, openPage, owner, settle } from './page'

/** A storage with what an earlier page of the owner has left. */
async function withRemains() {
  const storage = memoryStorage()
  const page = openPage(storage.tab())
  page.edit(1, { title: 'Private' })
  await page.flush()
  await page.durability.close()
  return storage
}

/** Nothing is kept of what is typed after a moment, though it is known who the owner is. */
async function expectNothingKept(
  page: ReturnType<typeof openPage>,
  storage: ReturnType<typeof memoryStorage>,
) {
  page.edit(2, { title: 'Typed afterwards' })
  await page.flush()
  expect(JSON.stringify(storage.rows())).not.toContain('Typed afterwards')
  expect(page.status()).toMatchObject({ storage: 'off', reason: 'forgotten' })
}

describe('To forget', () => {
  afterEach(() => vi.useRealTimers())

  it('ends where nobody knows the owner, and nothing is kept once that is known', async () => {
    const storage = memoryStorage()
    const known: (typeof owner)[] = []
    const page = openPage(storage, { owner: () => known[0] })
    page.edit(1, { title: 'Typed before' })
    await page.durability.forget()
    await page.ready
    known.push(owner)
    await expectNothingKept(page, storage)
    await settle()
    expect(storage.rows()).toEqual([])
    await page.durability.forget()
  })

  it('deletes what is kept of an owner who is known by then, or soon', async () => {
    for (const isKnownByThen of [true, false]) {
      const storage = await withRemains()
      const known: (typeof owner)[] = []
      const soon = () => turn().then(() => owner)
      const page = openPage(storage, { owner: () => (isKnownByThen ? known[0] : soon()) })
      if (isKnownByThen) await settle()
      known.push(owner)
      await page.durability.forget()
      expect(storage.rows()).toEqual([])
      await expectNothingKept(page, storage)
    }
  })

  it('waits three seconds for an owner who is being asked for', async () => {
    await loadKeeping()
    vi.useFakeTimers()
    const storage = memoryStorage()
    const page = openPage(storage, { owner: () => new Promise(() => undefined) })
    let isDone = false
    void page.durability.forget().then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(2900)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(isDone).toBe(true)
    await expectNothingKept(page, storage)
  })

  it('ends where the owner could not be found, and nothing is kept once that is so', async () => {
    const storage = memoryStorage()
    let isThere = false
    const page = openPage(storage, {
      owner: () => (isThere ? owner : Promise.reject(new Error('Nobody answers.'))),
    })
    await page.ready
    await page.durability.forget()
    isThere = true
    storage.setOnline(true)
    await settle()
    await expectNothingKept(page, storage)
  })

  it('is done later where the storage did not answer in time', async () => {
    await loadKeeping()
    const storage = await withRemains()
    vi.useFakeTimers()
    let answer: () => void = () => undefined
    const answering = new Promise<void>((resolve) => (answer = resolve))
    const tab = storage.tab()
    const slow: DurableStorage = { ...tab, open: (...given) => answering.then(() => tab.open(...given)) }
    const page = openPage(slow)
    await vi.advanceTimersByTimeAsync(4000)
    expect(page.status()).toMatchObject({ storage: 'unavailable' })
    await page.durability.forget()
    answer()
    await vi.advanceTimersByTimeAsync(1000)
    expect(storage.rows()).toEqual([])
    await expectNothingKept(page, storage)
  })

  it('ends where another store of the page keeps the edits, and takes no turn afterwards', async () => {
    const storage = memoryStorage()
    const first = openPage(storage)
    await first.ready
    const second = openPage(storage, { owner: () => owner })
    await second.ready
    await second.durability.forget()
    await first.durability.close()
    await settle()
    await expectNothingKept(second, storage)
  })

  it('deletes what was kept also where the storage can not be opened now, in all tabs', async () => {
    const storage = await withRemains()
    const other = openPage(storage.tab())
    await other.ready
    storage.onOpen('throws')
    const page = openPage(storage.tab())
    await page.ready
    expect(page.status()).toMatchObject({ storage: 'unavailable', reason: 'SecurityError' })
    await page.durability.forget()
    expect(storage.rows()).toEqual([])
    expect(other.status()).toMatchObject({ storage: 'off', reason: 'forgotten' })
  })

  it('ends where the browser forbids that as well', async () => {
    const storage = memoryStorage()
    const refused = () => Promise.reject(new Error('Not allowed.'))
    const page = openPage({ ...storage.tab(), open: refused, remove: refused })
    await page.ready
    await page.durability.forget()
    expect(page.status()).toMatchObject({ storage: 'off', reason: 'forgotten' })
  })

  it('says where it was not deleted, and does it when it is called again', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    let failures = 1
    const remove = (name: string) =>
      failures-- > 0 ? Promise.reject(new Error('Not now.')) : tab.remove(name)
    const page = openPage({ ...tab, remove })
    await page.ready
    page.edit(1, { title: 'Private' })
    await page.durability.flush()
    await expect(page.durability.forget()).rejects.toThrow('Not now.')
    expect(storage.rows().length).toBeGreaterThan(0)
    await page.durability.forget()
    await expectNothingKept(page, storage)
  })

  it('opens nothing any more where the browser had just deleted the storage, whoever wants to keep something', async () => {
    const office = openOffice({ posts: 1 })
    const page = office.storage.tab()
    const opened: Parameters<DurableStorage['open']>[1][] = []
    const tab = await openTab(office, {
      page: {
        ...page,
        open: (name, events) => {
          opened.push(events)
          return page.open(name, events)
        },
      },
    })
    await tab.load(11)
    office.goOffline()
    opened[0]?.onDeleted()
    const forgotten = tab.durability.forget()
    const file = tab.upload() as number
    tab.edit(11, { title: 'Typed afterwards', featured_media: file })
    const later = [tab.save(11), tab.saveAll(), tab.queue.retry(), tab.durability.restore([])]
    await forgotten
    await Promise.allSettled(later)
    await settle()
    expect([opened.length, office.storage.rows()]).toEqual([1, []])
  })

  it('leaves no database open that was being opened anew, which would hold up its deletion', async () => {
    const office = openOffice({ posts: 1 })
    const page = office.storage.tab()
    const opened: Parameters<DurableStorage['open']>[1][] = []
    let answer: () => void = () => undefined
    const answering = new Promise<void>((resolve) => (answer = resolve))
    const close = vi.fn()
    const tab = await openTab(office, {
      page: {
        ...page,
        open: async (name, events) => {
          if (opened.push(events) === 1) return page.open(name, events)
          await answering
          return { ...(await page.open(name, events)), close }
        },
      },
    })
    await tab.load(11)
    opened[0]?.onDeleted()
    tab.edit(11, { title: 'Typed' })
    void tab.durability.flush()
    await until(() => opened.length === 2)
    const forgotten = tab.durability.forget()
    answer()
    await forgotten
    await settle()
    expect(close).toHaveBeenCalled()
  })
})
