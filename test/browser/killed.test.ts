import { createServer, type Server } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from 'vite'
import { launchProfile } from '../../examples/launchBrowser'
import { eventually } from '../support/browser'
import { isStored, killBrowser } from '../support/killBrowser'

/** How often a browser is killed; the long command says more. */
const kills = Number(process.env.DURABLE_KILLS ?? 3)

const root = join(import.meta.dirname, '../..')
const source = `
import { createEntityStore, editEntityRecord, selectEntityRecordEdits, selectHasUndo } from 'copydesk'
import { createDurability, durabilityOf } from 'copydesk/durable'

const store = createEntityStore({
  fetcher: () => Promise.reject(new Error('Nothing is asked.')),
  entities: [{ kind: 'shop', name: 'book', baseURL: '/books' }],
  plugins: [createDurability({ owner: { site: location.origin, user: 1 } })],
  devTools: false,
})
const durability = durabilityOf(store)
const edit = (text) => store.dispatch(editEntityRecord('shop', 'book', 1, { text }, { isCached: true }))
let typed = 0
Object.assign(globalThis, {
  durability,
  edit,
  text: () => selectEntityRecordEdits(store.getState(), 'shop', 'book', 1)?.text ?? '',
  hasUndo: () => selectHasUndo(store.getState()),
  typeOn: () => setInterval(() => edit(Array.from({ length: ++typed }, (none, at) => at + 1).join(' '))
    , 20),
  typed: () => typed,
  flushed: async () => {
    const before = typed
    await durability.flush()
    return before
  },
})
`

let folder: string
let server: Server
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copydesk-killed-'))
  await writeFile(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>')
  await writeFile(join(folder, 'main.js'), source)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^copydesk$/, replacement: join(root, 'src/index.ts') },
        { find: /^copydesk\/durable$/, replacement: join(root, 'src/durable/index.ts') },
      ],
    },
    build: { outDir: join(folder, 'built') },
  })
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '/')
    readFile(join(folder, 'built', path)).then(
      (body) => {
        response.setHeader('Content-Type', path.endsWith('.html') ? 'text/html' : 'text/javascript')
        response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  readonly kill: () => Promise<void>
}

async function openProfile(name: string): Promise<Profile> {
  const place = join(folder, name)
  const context = await launchProfile(place)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(url)
  await page.evaluate('durability.ready')
  return {
    context,
    page,
    kill: () => killBrowser(place, context),
  }
}

/** What the tabs of a person find after a crash: their edits are listed, as it is another tab. */
const restoreAll = `durability.restore(durability.recovered()).then(() => text())`

describe('A browser that is killed', () => {
  it(
    `F2, A2: keeps what was said to be kept while somebody typed, ${kills} times`,
    { timeout: kills * 60_000 },
    async () => {
      const unkept: number[] = []
      for (let count = 1; count <= kills; count++) {
        const name = `typing-${count}`
        const { page, kill } = await openProfile(name)
        await page.evaluate('typeOn()')
        await page.waitForFunction('typed() > 40')
        const kept = await page.evaluate<number>('flushed()')
        await page.waitForFunction(`typed() > ${40 + count * 7}`)
        const typed = await page.evaluate<number>('typed()')
        await kill()
        const again = await openProfile(name)
        const text = await again.page.evaluate<string>(restoreAll)
        const words = text.split(' ')
        expect(words.length).toBeGreaterThanOrEqual(kept)
        // What is there is all that was typed up to then.
        expect(text).toBe(Array.from({ length: words.length }, (none, at) => at + 1).join(' '))
        expect(await again.page.evaluate('hasUndo()')).toBe(true)
        unkept.push((typed - words.length) * 20)
        await again.context.close()
        await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
      }
      console.warn(`Milliseconds of typing that were lost, at most: ${Math.max(0, ...unkept)}`)
    },
  )

  it('F2: keeps what was committed by a page that never gives way again', async () => {
    const { page, kill } = await openProfile('busy')
    await page.evaluate('edit("Before")')
    await page.evaluate('durability.flush()')
    // The second flush has no later in which to be told that it is done.
    void page.evaluate('edit("Committed"); void durability.flush(); for (;;) {}').catch(() => undefined)
    await eventually(() => isStored(join(folder, 'busy'), 'Committed')).toBe(true)
    await kill()
    const again = await openProfile('busy')
    expect(await again.page.evaluate(restoreAll)).toBe('Committed')
    await again.context.close()
  })

  it('F1: has what a killed renderer left listed in the other tab, and restored there', async () => {
    const { page, context } = await openProfile('renderer')
    const other = await context.newPage()
    await other.goto(url)
    await other.evaluate('durability.ready')
    await page.evaluate('edit("Typed")')
    await page.evaluate('durability.flush()')
    expect(await other.evaluate('durability.recovered().length')).toBe(0)
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await other.waitForFunction('durability.recovered().length === 1')
    expect(await other.evaluate(restoreAll)).toBe('Typed')
    await context.close()
  })

  it('F18: has what was typed in the last moment before a reload back by itself, with undo', async () => {
    const { page, context } = await openProfile('reload')
    await page.evaluate('edit("Typed last"); location.reload()')
    await page.waitForFunction('globalThis.durability && text() === "Typed last"')
    expect(await page.evaluate('durability.recovered().length')).toBe(0)
    expect(await page.evaluate('hasUndo()')).toBe(true)
    await context.close()
  })
})
