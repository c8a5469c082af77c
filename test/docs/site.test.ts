import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../examples/launchBrowser'
import { bringAxe, findings } from '../support/pageQuality'

const site = join(process.cwd(), 'docs/.vitepress/dist')
const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html') && path !== '404.html')
  .sort()

/** What users of such stores ask, and the page that answers. */
const questions: readonly [question: string, page: string][] = [
  ['typed while a save is under way', 'guide/concepts'],
  ['a list that failed', 'guide/from-core-data'],
  ['keepPreviousData', 'guide/recipes'],
  ['stale time, polling, focus', 'guide/lists'],
  ['page size', 'guide/concepts'],
  ['_fields', 'guide/concepts'],
  ['abort a search', 'guide/links-and-media'],
  ['per_page -1', 'guide/concepts'],
  ['permissions OPTIONS', 'guide/concepts'],
  ['gzipped size', 'reference/performance'],
  ['entity of my own types', 'guide/entities'],
  ['batch one request', 'guide/saving'],
  ['save error on the record', 'reference/errors'],
  ['undo several records', 'guide/editing'],
  ['renders again only', 'guide/five-minutes'],
  ['useRefetch onFocus', 'guide/lists'],
  ['lock', 'guide/concepts'],
  ['server can not be reached', 'guide/recipes'],
  ['dirty records', 'guide/recipes'],
  ['infinite list', 'guide/lists'],
  ['dehydrate server render', 'guide/recipes'],
  ['middleware', 'guide/redux'],
  ['blocks parse serialize', 'guide/blocks'],
  ['devtools failing writes', 'guide/devtools'],
  ['application password', 'guide/deployment'],
  ['useEntityField', 'api/react'],
]

let server: PreviewServer
let browser: Browser
let page: Page
const said: string[] = []
let root = ''

beforeAll(async () => {
  server = await preview({
    configFile: false,
    root: join(site, '..'),
    build: { outDir: 'dist' },
    preview: { port: 0, host: '127.0.0.1' },
  })
  root = server.resolvedUrls?.local[0] ?? ''
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()} ${response.url()}`)
  })
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

describe('the documentation for language models', () => {
  const linked = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path)

  it('has an index whose links lead to pages in Markdown', () => {
    const links = linked(readFileSync(join(site, 'llms.txt'), 'utf8'))
    expect(links).toContain('guide/five-minutes.md')
    expect(links).toContain('api/index.md')
    expect(links.filter((path) => !existsSync(join(site, path)))).toEqual([])
    expect(paths.map((path) => path.replace(/html$/, 'md')).filter((path) => !links.includes(path))).toEqual([
      // What the index itself stands for.
      'index.md',
    ])
  })

  it('has all of it in one text', () => {
    const text = readFileSync(join(site, 'llms-full.txt'), 'utf8')
    for (const sign of ['# Five minutes', 'function createEntityStore(', '### `invalid_option`'])
      expect(text).toContain(sign)
  })
})

describe('the documentation in a browser', () => {
  it.each(paths)('shows %s without an error, a broken link or picture', async (path) => {
    said.length = 0
    await page.goto(root + path)
    expect(await page.locator('h1').count()).toBeGreaterThan(0)
    const links = await page
      .locator('main a[href], aside a[href], header a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    const inside = links.filter((href) => href.startsWith(root)).map((href) => href.slice(root.length))
    const files = inside.map((href) => (href.split('#')[0] ?? '').replace(/(^|\/)$/, '$1index.html'))
    expect(files.filter((file) => !paths.includes(file))).toEqual([])
    const lost = await page.locator('main a[href*="#"]').evaluateAll((all) =>
      (all as HTMLAnchorElement[])
        .filter(({ origin, pathname }) => origin === location.origin && pathname === location.pathname)
        .map(({ hash }) => decodeURIComponent(hash.slice(1)))
        .filter((id) => document.getElementById(id) === null),
    )
    expect(lost, 'anchors of the page').toEqual([])
    const pictures = await page
      .locator('img')
      .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth === 0).length)
    expect(pictures).toBe(0)
    expect(said).toEqual([])
  })

  it.each([360, 1280, 2560])('fits a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      'index.html',
      'guide/five-minutes.html',
      'reference/performance.html',
      'api/react.html',
    ]) {
      await page.goto(root + path)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        path,
      ).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it.each(['light', 'dark'] as const)('satisfies axe in the %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of ['index.html', 'guide/five-minutes.html', 'reference/errors.html', 'api/react.html']) {
      await page.goto(root + path)
      await bringAxe(page)
      expect(await findings(page), path).toEqual([])
    }
  })

  it.each(questions)('finds the answer to “%s”', async (question, answer) => {
    await page.goto(`${root}guide/why.html`)
    await page.locator('#local-search button').first().click()
    await page.locator('.VPLocalSearchBox input').fill(question)
    const results = page.locator('.VPLocalSearchBox .result')
    await results.first().waitFor()
    const hrefs = await results.evaluateAll((all) =>
      all.slice(0, 8).map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    )
    expect(hrefs.map((href) => href.replace(/^\/|\.html$/g, ''))).toContain(answer)
  })
})
