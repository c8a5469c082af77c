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

/** What users of core-data ask most, as one types it into a search box, and the section that answers. */
const questions: readonly [question: string, section: string][] = [
  ['typing lost while saving', 'guide/questions#is-typing-lost-while-saving'],
  [
    'list request failed undefined',
    'guide/questions#a-list-request-failed-and-i-get-undefined-how-do-i-know',
  ],
  ['list flashes empty', 'guide/questions#the-list-flashes-empty-when-i-turn-the-page-or-delete-a-row'],
  ['refetch everything after save', 'guide/questions#why-is-everything-asked-again-after-one-save'],
  ['refresh stale data', 'guide/questions#how-do-i-refresh-data-that-somebody-else-has-changed'],
  ['per_page wrong rows', 'guide/questions#i-change-per-page-and-get-rows-of-another-page'],
  ['_fields id', 'guide/questions#does-fields-have-to-contain-the-id'],
  ['requested twice', 'guide/questions#the-same-record-is-requested-twice-once-alone-and-once-in-its-list'],
  ['cancel request', 'guide/questions#how-do-i-cancel-requests-of-a-search-box'],
  ['per_page -1', 'guide/questions#is-per-page-1-dangerous-on-a-large-site'],
  ['OPTIONS permissions', 'guide/concepts#permissions'],
  ['outside wp-admin', 'guide/questions#does-it-need-wp-admin-or-other-wordpress-packages'],
  ['bundle size', 'guide/questions#how-large-is-the-bundle'],
  ['types custom post type', 'guide/questions#how-do-i-get-types-for-my-own-post-type'],
  ['batch one save failed', 'guide/questions#one-of-many-saves-failed-which'],
  ['why save failed', 'guide/questions#where-do-i-see-why-a-save-failed'],
  ['after deletion edits undo', 'guide/questions#after-a-deletion-are-edits-and-undo-of-that-record-gone'],
  ['undo several records', 'guide/questions#how-does-undo-work-over-several-records'],
  ['typing undo level', 'guide/questions#how-does-typing-become-one-undo-level'],
  ['component rerender', 'guide/questions#my-component-renders-again-at-every-keystroke-elsewhere'],
  ['save waits for read', 'guide/questions#does-a-save-wait-for-slow-reads'],
  [
    'optimistic update',
    'guide/questions#is-there-an-optimistic-update-can-rows-change-before-the-server-has-answered',
  ],
  ['offline', 'guide/questions#what-happens-offline'],
  ['total pages infinite scroll', 'guide/questions#how-do-i-get-total-pages-and-infinite-scroll'],
  ['register entity override', 'guide/questions#how-do-i-register-or-override-an-entity'],
  ['serialise state server', 'guide/questions#can-i-serialise-the-state-on-a-server-or-to-keep-it'],
  ['invalidateResolution', 'guide/from-core-data#from-core-data'],
  ['conflict same post', 'guide/conflicts#resolving-a-conflict'],
]

/** What somebody looks for who knows the word already, and the page that has it. */
const words: readonly [word: string, page: string][] = [
  ['keepPreviousData', 'guide/recipes'],
  ['useRefetch onFocus', 'guide/lists'],
  ['dehydrate server render', 'guide/recipes'],
  ['middleware', 'guide/redux'],
  ['blocks parse serialize', 'guide/blocks'],
  ['devtools failing writes', 'guide/devtools'],
  ['application password', 'guide/deployment'],
  ['offline_error', 'reference/errors'],
  ['useEntityField', 'api/react'],
]

/** What somebody types who comes from another library, and the pages that explain it: one of them is found first. */
const trade: readonly [word: string, pages: readonly string[]][] = [
  ['autosave', ['hooks/useAutosave', 'guide/saving', 'guide/recipes']],
  ['pagination', ['guide/pagination']],
  ['loading', ['guide/loading-and-errors']],
  ['mutation', ['guide/loading-and-errors']],
  ['cursor', ['guide/pagination']],
  ...[
    "Cannot assign to read only property 'title' of object '#<Object>'",
    'Cannot add property 1, object is not extensible',
    '"title" is read-only',
    'Attempted to assign to readonly property.',
  ].map((said): [string, string[]] => [said, ['guide/loading-and-errors']]),
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

  /** Where the first results of the search lead: a page, with its section. */
  async function search(text: string, count: number): Promise<string[]> {
    await page.goto(`${root}guide/why.html`)
    // The box begins with what was asked last, and its results.
    await page.evaluate(() => sessionStorage.clear())
    await page.locator('#local-search button').first().click()
    await page.locator('.VPLocalSearchBox input').fill(text)
    const results = page.locator('.VPLocalSearchBox .result')
    await results.first().waitFor()
    const addresses = await results.evaluateAll(
      (all, first) => all.slice(0, first).map((link) => (link as HTMLAnchorElement).href),
      count,
    )
    return addresses.map((address) => address.slice(root.length).replace('.html', ''))
  }

  it('is asked what users of core-data ask, twenty times at least', () => {
    expect(new Set(questions.map(([question]) => question)).size).toBeGreaterThanOrEqual(20)
  })

  it.each(questions)('finds the answer to “%s” among the first five results', async (question, section) => {
    expect(await search(question, 5)).toContain(section)
    await page.goto(root + section.replace('#', '.html#'))
    expect(await page.locator(`[id="${section.split('#')[1]}"]`).count()).toBe(1)
  })

  it.each(trade)('finds “%s” first where it is explained', async (word, pages) => {
    expect(pages).toContain((await search(word, 1))[0]?.replace(/#.*/, ''))
  })

  it.each(words)('finds “%s”', async (word, answer) => {
    expect((await search(word, 8)).map((address) => address.replace(/#.*/, ''))).toContain(answer)
  })
})
