import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, isReady, openProfile, sayTo, startDesk, type DeskTab, type Profile } from './openDesk'

// What the storage of a real Chromium does, by its own means: its quota, its tabs, its frames, its "clear site data".

let folder: string
let server: Server
let port: number
let profile: Profile
/** An origin of its own for each test: what one has stored is not there for the next. */
let host = 0
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copydesk-faults-'))
  ;({ server, port } = await startDesk())
  profile = await openProfile(join(folder, 'ada'), {
    // A page that is no secure one is reached by a name.
    args: ['--host-resolver-rules=MAP *.desk.test 127.0.0.1'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
})
afterAll(async () => {
  await profile.close()
  server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const nextOrigin = () => (origin = `http://desk-${++host}.localhost:${port}`)

async function openTab(): Promise<DeskTab> {
  return profile.open(`${origin}/desk`)
}

/** A tab of the same origin that has no store. */
async function openBlank(): Promise<Page> {
  const page = await profile.context.newPage()
  await page.goto(`${origin}/blank`)
  return page
}

/** The database of the origin, as the browser names it. */
const nameOf = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '')[0] ?? '')

const rowsOf = (page: Page) =>
  page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const opening = indexedDB.open(name)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('It can not be opened.'))
    })
    const asked = database.transaction(['edits']).objectStore('edits').getAll()
    const rows = await new Promise<unknown[]>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
    database.close()
    return rows
  })

async function closeAll(): Promise<void> {
  for (const page of profile.context.pages().slice(1)) await page.close()
}

describe('The storage of a real Chromium', () => {
  it('F3: that has no room left is told once, and everything is kept as soon as there is some', async () => {
    nextOrigin()
    // Before anything is stored: the browser remembers for a while how much room there was.
    const session = await profile.context.newCDPSession(await openBlank())
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 })
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'There was room' })
    await say('flush')
    expect((await say('status')).storage).toBe('on')
    // Some ten or twenty MB beyond it the browser lets pass.
    for (const id of [2, 3]) {
      await say('edit', id, { text: 'x'.repeat(18_000_000) })
      await say('flush')
    }
    await eventually(async () => (await say('status')).storage).toBe('full')
    await say('edit', 4, { text: 'Still works' })
    await say('flush')
    expect(await say('troubles')).toEqual(['storage_full'])
    expect(await say('dirty')).toEqual([1, 2, 3, 4])
    await session.send('Storage.overrideQuotaForOrigin', { origin })
    await eventually(async () => {
      await say('flush')
      return (await say('status')).storage
    }).toBe('on')
    await page.reload()
    await isReady(page)
    expect(await say('dirty')).toEqual([1, 2, 3, 4])
    await closeAll()
  })

  it('F4, F5: that does not answer is unavailable, edits work on, and are kept when it does', async () => {
    nextOrigin()
    const first = await openTab()
    await first.say('flush')
    const name = await nameOf(first.page)
    await first.page.close()
    const holder = await openBlank()
    // A tab that stays connected, and another that deletes: whoever opens now waits for both.
    await holder.evaluate(
      (called) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open(called)
          opening.onsuccess = () => {
            Object.assign(globalThis, { connected: opening.result })
            resolve()
          }
        }),
      name,
    )
    await holder.evaluate((called) => void indexedDB.deleteDatabase(called), name)
    const { page, say } = await openTab()
    expect(await say('status')).toMatchObject({ storage: 'unavailable', reason: 'TimeoutError' })
    await say('edit', 1, { text: 'Typed meanwhile' })
    expect(await say('troubles')).toEqual(['storage_unavailable'])
    await holder.close()
    await eventually(async () => (await say('status')).storage).toBe('on')
    await say('flush')
    await page.reload()
    await isReady(page)
    expect(await say('text')).toBe('Typed meanwhile')
    await closeAll()
  })

  it('F6, F10: of which a newer page wants a newer version is left to it, with all that was typed', async () => {
    nextOrigin()
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'Typed before' })
    const name = await nameOf(page)
    const newer = await openBlank()
    await newer.evaluate(
      (called) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open(called, 7)
          opening.onupgradeneeded = () => opening.result.createObjectStore('of a later version')
          opening.onsuccess = () => {
            opening.result.close()
            resolve()
          }
        }),
      name,
    )
    await eventually(async () => (await say('status')).storage).toBe('superseded')
    expect(await say('troubles')).toEqual(['storage_superseded'])
    await say('edit', 2, { text: 'Works on' })
    expect(await say('dirty')).toEqual([1, 2])
    // The next page is as old as the first: it finds what it knows.
    await page.reload()
    await isReady(page)
    expect(await say('status')).toMatchObject({ storage: 'on' })
    expect(await say('text')).toBe('Typed before')
    await closeAll()
  })

  it('F7: whose connection the browser has closed, as by "clear site data", is opened again and written anew', async () => {
    nextOrigin()
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'Typed before' })
    await say('flush')
    const session = await profile.context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    const blank = await openBlank()
    await eventually(async () => (await nameOf(blank)) && (await rowsOf(blank)).length).toBe(1)
    expect(await say('text')).toBe('Typed before')
    await page.reload()
    await isReady(page)
    expect(await say('text')).toBe('Typed before')
    await closeAll()
  })

  it('F8: whose database was deleted by hand is written anew', async () => {
    nextOrigin()
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'Typed before' })
    await say('flush')
    const blank = await openBlank()
    const name = await nameOf(blank)
    await blank.evaluate(
      (called) =>
        new Promise<void>((resolve, reject) => {
          const deleting = indexedDB.deleteDatabase(called)
          deleting.onsuccess = () => resolve()
          deleting.onblocked = () => reject(new Error('The page did not let go of it.'))
        }),
      name,
    )
    await eventually(async () => (await nameOf(blank)) && (await rowsOf(blank)).length).toBe(1)
    await page.reload()
    await isReady(page)
    expect(await say('text')).toBe('Typed before')
    await closeAll()
  })

  it('F9: with rows that nobody can read lists them, harms nothing else, and leaves them there', async () => {
    nextOrigin()
    const first = await openTab()
    await first.say('edit', 1, { text: 'Readable' })
    await first.say('flush')
    await first.page.close({ runBeforeUnload: false })
    const blank = await openBlank()
    await blank.evaluate(async () => {
      const [{ name = '' } = {}] = await indexedDB.databases()
      const opening = indexedDB.open(name)
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const transaction = opening.result.transaction(['edits', 'sessions'], 'readwrite')
      const edits = transaction.objectStore('edits')
      edits.put('{"format":1,"half of a ro', 'dead record broken')
      edits.put('{"format":99,"rows":[]}', 'dead record later')
      edits.put({ not: 'a text' }, 'dead record object')
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      opening.result.close()
    })
    const { say } = await openTab()
    const found = await say('recovered')
    expect(found.filter(({ from }) => from === 'unreadable')).toHaveLength(3)
    expect(found.filter(({ from }) => from !== 'unreadable')).toMatchObject([{ key: 1 }])
    await say('restoreAll')
    await say('flush')
    expect(await say('text')).toBe('Readable')
    expect(await rowsOf(blank)).toHaveLength(4)
    await closeAll()
  })

  it('F11: that a frame without an origin may not look at is unavailable, and everything else works', async () => {
    nextOrigin()
    const page = await openBlank()
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts')
      frame.src = '/desk'
      document.body.append(frame)
    })
    await eventually(() => page.frames().length).toBe(2)
    const [, frame] = page.frames()
    if (!frame) throw new Error('There is no frame.')
    await isReady(frame)
    const say = sayTo(frame)
    expect(await say('status')).toMatchObject({ storage: 'unavailable' })
    await say('edit', 1, { text: 'Works' })
    await say('flush')
    expect(await say('text')).toBe('Works')
    expect(await say('troubles')).toEqual(['storage_unavailable'])
    await say('undo')
    expect(await say('dirty')).toEqual([])
    await closeAll()
  })

  it('F12: of a page without https, which has no locks and no randomUUID, keeps and lists all the same', async () => {
    origin = `http://site-${++host}.desk.test:${port}`
    const { page, say } = await openTab()
    expect(
      await page.evaluate(() => [isSecureContext, 'locks' in navigator, 'randomUUID' in crypto]),
    ).toEqual([false, false, false])
    const other = await openTab()
    await say('edit', 1, { text: 'Typed without https' })
    await say('flush')
    await page.reload()
    await isReady(page)
    expect(await say('text')).toBe('Typed without https')
    // Who lives is asked of the others: they answer while they do.
    expect(await other.say('recovered')).toEqual([])
    await page.close()
    await other.page.reload()
    await isReady(other.page)
    await eventually(async () => (await other.say('recovered')).length).toBe(1)
    expect(await other.say('restoreAll')).toBe(1)
    expect(await other.say('text')).toBe('Typed without https')
    await closeAll()
  })

  it('F14: of a frame in the page of another site is its own, and has nothing of the same site elsewhere', async () => {
    nextOrigin()
    const alone = await openTab()
    await alone.say('edit', 1, { text: 'On its own' })
    await alone.say('flush')
    const page = await profile.context.newPage()
    await page.goto(`http://127.0.0.1:${port}/blank`)
    const embed = async () => {
      await page.evaluate((src) => {
        const frame = document.createElement('iframe')
        frame.src = src
        document.body.replaceChildren(frame)
      }, `${origin}/desk`)
      await eventually(() => page.frames().some((one) => one.url().startsWith(origin))).toBe(true)
      const frame = page.frames().find((one) => one.url().startsWith(origin))
      if (!frame) throw new Error('There is no frame.')
      await isReady(frame)
      return sayTo(frame)
    }
    const say = await embed()
    expect([await say('dirty'), await say('recovered')]).toEqual([[], []])
    await say('edit', 2, { text: 'In a frame' })
    await say('flush')
    const again = await embed()
    await eventually(async () => (await again('dirty')).length + (await again('recovered')).length).toBe(1)
    expect(await alone.say('recovered')).toEqual([])
    await closeAll()
  })

  it('F15: of a duplicated tab is left to the first, as long as that lives', async () => {
    nextOrigin()
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'Of the first' })
    await say('flush')
    // With a copy of its session storage, as a duplicate has it.
    const opened = profile.context.waitForEvent('page')
    await page.evaluate(() => void globalThis.open(location.href))
    const copy = await opened
    await isReady(copy)
    const sayToCopy = sayTo(copy)
    expect(await copy.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
    expect([await sayToCopy('dirty'), await sayToCopy('recovered')]).toEqual([[], []])
    await sayToCopy('edit', 2, { text: 'Of the copy' })
    await sayToCopy('flush')
    await page.reload()
    await isReady(page)
    expect(await say('dirty')).toEqual([1])
    await copy.reload()
    await isReady(copy)
    expect(await sayToCopy('dirty')).toEqual([2])
    await closeAll()
  })

  it('F16: of a page that is left and come back to has its edits, whether the browser kept the page or not', async () => {
    nextOrigin()
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'Before it was left' })
    await page.goto(`${origin}/blank`)
    await page.goBack()
    await isReady(page)
    expect(await say('text')).toBe('Before it was left')
    expect(await say('recovered')).toEqual([])
    await say('edit', 1, { text: 'And after' })
    await say('flush')
    await page.reload()
    await isReady(page)
    expect(await say('text')).toBe('And after')
    await closeAll()
  })

  it('F17: of a frozen tab is left to it', async () => {
    nextOrigin()
    const { page, say } = await openTab()
    await say('edit', 1, { text: 'Of the frozen one' })
    await say('flush')
    const session = await profile.context.newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    const other = await openTab()
    expect(await other.say('recovered')).toEqual([])
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    expect(await say('text')).toBe('Of the frozen one')
    await say('edit', 1, { text: 'And thawed' })
    await say('flush')
    await page.reload()
    await isReady(page)
    expect(await say('text')).toBe('And thawed')
    await closeAll()
  })

  it('F20: is for one store of a person in a page: a second is refused', async () => {
    nextOrigin()
    const { say } = await openTab()
    expect(await say('second')).toBe('invalid_option')
    await closeAll()
  })
})
