import { memoryStorage } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadKeeping, openPage, owner, settle } from './page'
import { passes } from '../../support/until'

const name = `copydesk/durable ${JSON.stringify([owner.site.replace(/\/$/, ''), String(owner.user)])}`

/** The edits of book 1 after what was begun has ended. */
async function titleOf(page: ReturnType<typeof openPage>): Promise<unknown> {
  await page.ready
  return page.edits(1)?.title
}

describe('The stores of one owner in a page', () => {
  it('follow one another: the next has what the one before is still storing, though nobody waits for its end', async () => {
    const storage = memoryStorage()
    const first = openPage(storage)
    await first.ready
    first.edit(1, { title: 'Typed' })
    void first.durability.close()
    const second = openPage(storage)
    expect(await titleOf(second)).toBe('Typed')
    expect([second.status().storage, second.recovered(), second.troubles]).toEqual(['on', [], []])
    expect(first.status()).toMatchObject({ storage: 'off', reason: 'closed' })
  })

  it('lose nothing of one that is closed before it was open', async () => {
    const storage = memoryStorage()
    const first = openPage(storage)
    first.edit(1, { title: 'Early' })
    void first.durability.close()
    const second = openPage(storage)
    void second.durability.close()
    expect(await titleOf(openPage(storage))).toBe('Early')
  })

  it('begin in turn also where the one between ends before it has begun', async () => {
    const storage = memoryStorage()
    const writes: string[] = []
    const first = openPage(storage)
    await first.ready
    first.edit(1, { title: 'First' })
    void first.durability.close().then(() => writes.push('first'))
    const between = openPage(storage)
    void between.durability.close().then(() => writes.push('between'))
    const last = openPage(storage)
    await last.ready
    expect(writes).toEqual(['first', 'between'])
    expect(last.edits(1)?.title).toBe('First')
  })

  it('begin anew once the owner was forgotten, whoever waits for that', async () => {
    const storage = memoryStorage()
    const first = openPage(storage)
    await first.ready
    first.edit(1, { title: 'Secret' })
    await first.flush()
    void first.durability.forget()
    const second = openPage(storage)
    expect(await titleOf(second)).toBeUndefined()
    second.edit(1, { title: 'Signed in again' })
    await second.flush()
    expect(second.status()).toMatchObject({ storage: 'on', unkept: 0 })
    expect(JSON.stringify(storage.rows())).toContain('Signed in again')
    expect(JSON.stringify(storage.rows())).not.toContain('Secret')
    expect(first.status()).toMatchObject({ storage: 'off', reason: 'forgotten' })
  })

  it('begin anew in a tab where the owner was forgotten by another, which leaves no name in it', async () => {
    const storage = memoryStorage()
    const [here, there] = [storage.tab(), storage.tab()]
    const first = openPage(here)
    const other = openPage(there)
    await Promise.all([first.ready, other.ready])
    expect([here.recall(name), there.recall(name)]).toEqual([expect.any(String), expect.any(String)])
    await first.durability.forget()
    await settle()
    expect([here.recall(name), there.recall(name)]).toEqual([undefined, undefined])
    const again = openPage(there)
    await again.ready
    expect(again.status().storage).toBe('on')
  })

  it('wait for one another where it is known only later whose edits they are', async () => {
    const storage = memoryStorage()
    const later = { owner: () => Promise.resolve(owner) }
    const first = openPage(storage, later)
    await first.ready
    const second = openPage(storage, later)
    await second.ready
    expect(second.status()).toMatchObject({ storage: 'unavailable', reason: 'other_store' })
    expect(second.troubles.map(({ code }) => code)).toEqual(['storage_unavailable'])
    first.edit(1, { title: 'Of the first' })
    second.edit(2, { title: 'Of the second' })
    await second.flush()
    expect(JSON.stringify(storage.rows())).not.toContain('Of the second')
    await first.durability.close()
    await passes(() => expect(second.edits(1)?.title).toBe('Of the first'))
    await second.flush()
    expect(second.status()).toMatchObject({ storage: 'on', unkept: 0 })
    expect(JSON.stringify(storage.rows())).toContain('Of the second')
    expect(second.troubles).toHaveLength(1)
  })

  it('can be closed while they wait, and while their owner is not known', async () => {
    const storage = memoryStorage()
    const first = openPage(storage)
    await first.ready
    const waiting = openPage(storage, { owner: () => Promise.resolve(owner) })
    await waiting.ready
    const unknown = openPage(storage, { owner: () => undefined })
    const silent = openPage(storage, { owner: () => new Promise(() => undefined) })
    await Promise.all([waiting, unknown, silent].map(({ durability }) => durability.close()))
    expect([waiting, unknown, silent].map(({ status }) => status().reason)).toEqual(Array(3).fill('closed'))
    await first.durability.close()
    const last = openPage(storage)
    await last.ready
    expect(last.status().storage).toBe('on')
  })

  it('say that one is there already where the storage can not tell when it ends', async () => {
    const { whenFree, ...storage } = memoryStorage()
    expect(whenFree).toBeTypeOf('function')
    const first = openPage(storage)
    await first.ready
    const second = openPage(storage, { owner: () => owner })
    await second.ready
    await first.durability.close()
    expect(second.status()).toMatchObject({ storage: 'unavailable', reason: 'other_store' })
    await second.durability.close()
  })
})

describe('An owner who could not be found', () => {
  afterEach(() => vi.useRealTimers())

  it.each(['online', 'shown', 'a second later'])(
    'is asked for again when the page is %s, and is told of once',
    async (when) => {
      await loadKeeping()
      vi.useFakeTimers()
      const storage = memoryStorage()
      const tab = storage.tab()
      const answers: (() => Promise<typeof owner>)[] = [
        () => Promise.reject(new TypeError('Failed to fetch')),
        () => Promise.resolve(owner),
      ]
      const page = openPage(tab, { owner: () => answers.shift()?.() })
      await page.ready
      expect(page.status()).toMatchObject({ storage: 'unavailable', reason: 'TypeError' })
      page.edit(1, { title: 'Typed offline' })
      if (when === 'online') storage.setOnline(true)
      else if (when === 'shown') {
        tab.freeze()
        tab.thaw()
      } else {
        await vi.advanceTimersByTimeAsync(999)
        expect(answers).toHaveLength(1)
        await vi.advanceTimersByTimeAsync(1)
      }
      await vi.advanceTimersByTimeAsync(10)
      await page.flush()
      expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
      expect(JSON.stringify(storage.rows())).toContain('Typed offline')
      expect(page.troubles.map(({ message }) => message)).toEqual([
        'What is edited is not kept on this device: Failed to fetch',
      ])
    },
  )

  it('is asked for less and less often, and no more once the store is closed', async () => {
    await loadKeeping()
    vi.useFakeTimers()
    let asked = 0
    const page = openPage(memoryStorage(), {
      owner: () => {
        asked++
        throw new Error('Nobody knows.')
      },
    })
    await vi.advanceTimersByTimeAsync(10)
    const times: number[] = []
    for (let minute = 0; minute < 5; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      times.push(asked)
    }
    expect(times).toEqual([6, 7, 8, 9, 10])
    expect(page.troubles).toHaveLength(1)
    await page.durability.close()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toBe(10)
  })
})
