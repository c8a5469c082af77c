import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type SharedBrowser } from '../support/browser'
import { bringAxe, findings } from '../support/pageQuality'

const root = process.cwd()
const src = (path: string) => join(root, 'src', path)
const nonce = 'c29tZS1ub25jZQ'
/** What only lets in what the page names. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'nonce-${nonce}'`,
  "connect-src 'self' ws:",
].join('; ')

/** A page under a strict Content-Security-Policy, with the devtools; `?nonce=` is what it gives them. */
const strictPage: Plugin = {
  name: 'a strict page',
  configureServer({ middlewares }) {
    middlewares.use('/strict', (...[, response]) => {
      response.setHeader('Content-Security-Policy', policy)
      response.setHeader('Content-Type', 'text/html')
      const head = '<!doctype html><html lang="en"><title>Strict</title><div id="root"></div>'
      response.end(`${head}<script type="module" src="/@id/strict-page.js"></script>`)
    })
  },
  resolveId: (id) => (id === 'strict-page.js' ? id : undefined),
  load: (id) =>
    id === 'strict-page.js'
      ? `
        import { createElement } from 'react'
        import { createRoot } from 'react-dom/client'
        import { createEntityStore } from 'copydesk'
        import { CopydeskDevtools } from 'copydesk/devtools'
        import { createMockSite } from 'copydesk/testing'
        window.refused = []
        addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
        const store = createEntityStore({ fetcher: createMockSite().fetcher })
        const nonce = new URLSearchParams(location.search).get('nonce') ?? undefined
        createRoot(document.getElementById('root')).render(createElement(CopydeskDevtools, { store, nonce }))`
      : undefined,
}

let server: ViteDevServer
let browser: SharedBrowser
let page: Page
const said: string[] = []

/** A small application as it runs in development, with the devtools that it mounts. */
beforeAll(async () => {
  server = await createServer({
    ...{ root: join(root, 'examples/list-and-form'), configFile: false, logLevel: 'error' },
    mode: 'development',
    plugins: [strictPage],
    define: { 'process.env.NODE_ENV': '"development"' },
    cacheDir: join(root, '.tmp/vite-devtools'),
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root] } },
    resolve: {
      alias: [
        { find: /^copydesk$/, replacement: src('index.ts') },
        { find: /^copydesk\/(\w+)$/, replacement: src('$1/index.ts') },
      ],
    },
  })
  await server.listen()
  browser = await connect()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(server.resolvedUrls?.local[0] ?? '')
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const tab = (name: string) => page.getByRole('tab', { name })
const region = (name: string) => page.getByRole('region', { name })

describe('The devtools in an application', () => {
  it('open by key and say which component asked for what', async () => {
    const open = page.getByRole('button', { name: 'Open the Copydesk devtools' })
    await open.focus()
    await page.keyboard.press('Enter')
    await region('Requests').getByText('Posts fetchEntityRecords postType/post · not known yet').waitFor()
    expect(said).toEqual([])
  })

  it('satisfy axe in every tab, in light and in the dark', async () => {
    await page.getByLabel('Title').fill('The ferry is on time')
    await bringAxe(page)
    const names = [
      'Requests',
      'Records',
      'Edits',
      'Reads',
      'Undo',
      'Kept',
      'Locks',
      'Permissions',
      'Renders',
      'State',
    ]
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const name of names) {
        await tab(name).click()
        expect(
          await findings(page, undefined, '[data-copydesk-devtools]'),
          `${name}, ${colorScheme}`,
        ).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('are reached by key, and keep the keys to themselves', async () => {
    await page.evaluate(() =>
      document.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-key', key)),
    )
    await tab('State').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(await tab('Records').getAttribute('aria-selected')).toBe('true')
    await region('Records').getByText('edited', { exact: true }).waitFor()
    expect(await page.locator('body').getAttribute('data-key')).toBeNull()
  })

  it('stay within a narrow window', async () => {
    await page.setViewportSize({ width: 360, height: 700 })
    for (const name of ['Requests', 'Records', 'Permissions']) {
      await tab(name).click()
      const overflow = await page
        .getByRole('complementary', { name: 'Copydesk devtools' })
        .evaluate((panel) => panel.scrollWidth - panel.clientWidth)
      expect(overflow, name).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('take their size from the keyboard, and close', async () => {
    const panel = page.getByRole('complementary', { name: 'Copydesk devtools' })
    const height = () => panel.evaluate((element) => element.clientHeight)
    const before = await height()
    await page.getByRole('separator').focus()
    await page.keyboard.press('ArrowUp')
    expect(await height()).toBe(before + 20)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open the Copydesk devtools' }).waitFor()
    expect(said).toEqual([])
  })
})

describe('The devtools under a strict Content-Security-Policy', () => {
  /** Opens the panel; says how it is laid out and what the browser refused. */
  async function look(query: string) {
    const strict = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const errors: string[] = []
    strict.on('pageerror', (error) => errors.push(error.message))
    await strict.goto(new URL(`strict${query}`, server.resolvedUrls?.local[0]).href)
    await strict.getByRole('button', { name: 'Open the Copydesk devtools' }).click()
    const panel = strict.getByRole('complementary', { name: 'Copydesk devtools' })
    await panel.waitFor()
    for (const name of ['Requests', 'Renders', 'State']) await strict.getByRole('tab', { name }).click()
    const position = await panel.evaluate((element) => getComputedStyle(element).position)
    const refused = await strict.evaluate(() => (window as unknown as { refused: string[] }).refused)
    await strict.close()
    return { position, refused: [...new Set(refused)], errors }
  }

  it('have their styles by the nonce, and nothing that is refused', async () => {
    expect(await look(`?nonce=${nonce}`)).toEqual({ position: 'fixed', refused: [], errors: [] })
  })

  it('work without a nonce, but without their styles', async () => {
    expect(await look('')).toEqual({ position: 'static', refused: ['style-src-elem'], errors: [] })
  })
})
