import { createRestFetcher, type Fetcher } from 'copydesk'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { launchBrowser } from '../../examples/launchBrowser'
import type { Role } from '../../examples/playground/session/roles'

/** The example editor as `npm start` runs it, and a browser to use it with. */
export interface Desk {
  url: string
  browser: SharedBrowser
  /**
   * A new tab, signed in as somebody with the list, or as nobody in a profile of its own with who one can be. With a
   * time zone it is on a device of its own, which is there.
   */
  open(role?: Role, size?: Size, timezoneId?: string): Promise<Tab>
  /** The example `editor` in a profile of its own, in the place of the playground, with somebody signed in. */
  openEditor(role: Role): Promise<Tab>
  /** The tab of somebody that tests share: each leaves it to the others with nothing that disturbs them. */
  share(role: Role, size?: Size): Promise<Tab>
  applicationPassword(role: Role): string
  /** Speaks with the site as somebody, past the page. */
  ask(role: Role): Fetcher
  close(): Promise<void>
}

interface Size {
  width: number
  height: number
}

export interface Tab {
  page: Page
  /** What the console and the page complained about so far: warnings, errors, exceptions. */
  complaints: string[]
  close(): Promise<void>
}

/** Milliseconds until something that should happen is held to be missing: long, for slow machines. */
export const flushAfter = 30_000

/**
 * The editor, a WordPress as it was seeded, and a browser in which nobody is signed in.
 *
 * @param page - How the page is made. Without it, from a bundle with React's warnings; `production` as `npm start`
 *   serves it
 */
export async function openDesk(page?: 'production'): Promise<Desk> {
  // All files of the run share the editor, one after the other.
  const { site, cookies, restoreAddress } = inject('editor')
  const [browser, folder] = await Promise.all([
    connect(),
    page && buildPage('playground', page),
    fetch(restoreAddress, { method: 'POST' }),
  ])
  // One profile for each role: it is signed in once, and the browser keeps the page's files.
  const profiles = new Map<Role, BrowserContext>()
  const shared = new Map<Role, Promise<Tab>>()

  async function open(role?: Role, size = { width: 1280, height: 800 }, timezoneId?: string): Promise<Tab> {
    const isOwn = role === undefined || timezoneId !== undefined
    const known = isOwn ? undefined : profiles.get(role)
    const context = known ?? (await browser.newContext(timezoneId ? { timezoneId } : {}))
    context.setDefaultTimeout(flushAfter)
    // Most tests write the content as text; those of the blocks choose them.
    // The frames of embeds are sandboxed and have no storage.
    if (!known) {
      await context.addInitScript(spareStacks)
      await context.addInitScript((isSignedIn) => {
        if (self !== top) return
        localStorage['copydesk-content-view'] ??= 'text'
        localStorage['copydesk-panel'] ??= 'open'
        // Each page begins with what is unsaved, whatever one before it has shown.
        if (!location.hash) localStorage['copydesk-panel-tab'] = 'unsaved'
        if (isSignedIn) localStorage['copydesk-signed-in'] ??= 'yes'
      }, role !== undefined)
      await context.addCookies(cookies[role ?? 'nobody'])
      if (folder !== undefined) await replacePage(context, site.url, folder)
    }
    const page = await context.newPage()
    await page.setViewportSize(size)
    const complaints = listen(page)
    await page.goto(site.url)
    if (role) {
      await rows(page).first().waitFor()
      if (!isOwn) profiles.set(role, context)
    } else await peopleOf(page).first().waitFor()
    return { page, complaints, close: () => (isOwn ? context.close() : page.close()) }
  }

  /** Opens another page in the place of the playground, on the same site. */
  async function openEditor(role: Role): Promise<Tab> {
    const context = await browser.newContext()
    context.setDefaultTimeout(flushAfter)
    await context.addInitScript(spareStacks)
    await context.addCookies(cookies.nobody)
    await replacePage(context, site.url, await buildPage('editor', 'development'))
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height: 800 })
    const complaints = listen(page)
    await page.goto(site.url)
    const { username, applicationPassword } = site.users[role]
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Application password').fill(applicationPassword)
    await button(page, 'Sign in').click()
    await page.getByRole('list', { name: 'On the site' }).getByRole('listitem').first().waitFor()
    return { page, complaints, close: () => context.close() }
  }

  return {
    url: site.url,
    browser,
    open,
    openEditor,
    share(role, size) {
      const tab = shared.get(role) ?? open(role, size)
      shared.set(role, tab)
      return tab
    },
    applicationPassword: (role) => site.users[role].applicationPassword,
    ask(role) {
      const { username, applicationPassword } = site.users[role]
      return createRestFetcher({
        root: site.root,
        authorization: { username, password: applicationPassword },
      })
    },
    close: () => browser.close(),
  }
}

/** Lets half a minute pass for the WordPress of the run, and for nobody else. */
export async function passHalfAMinute(): Promise<void> {
  const { passAddress = '' } = inject('editor')
  await fetch(passAddress, { method: 'POST' })
}

/**
 * Runs in the page, before its scripts. React notes for each element where it was made, and how long each component took,
 * for the tools of a browser that nobody looks at: a fifth of what the page does. Here all elements share one note.
 */
export function spareStacks(): void {
  Reflect.deleteProperty(console, 'createTask')
  Reflect.deleteProperty(console, 'timeStamp')
  const [name, shared] = ['react-stack-top-frame', new Error('not noted')]
  const apply = (target: ErrorConstructor, receiver: unknown, args: unknown[]) =>
    args[0] === name ? shared : (Reflect.apply(target, receiver, args) as Error)
  self.Error = new Proxy(Error, { apply })
}

/**
 * Gives every test of a file the desk, and the tab of somebody that they share; the page must not complain in any.
 *
 * @param take - Called before each test.
 */
export function shareDesk(role: Role, size: Size, take: (opened: { desk: Desk; page: Page }) => void): void {
  let desk: Desk
  let tab: Tab
  beforeAll(async () => {
    desk = await openDesk()
  })
  beforeEach(async () => {
    tab = await desk.share(role, size)
    take({ desk, page: tab.page })
  })
  afterEach(() => expect(tab.complaints).toEqual([]))
  afterAll(() => desk.close())
}

/** The browser of the run, for a file: `close` ends what it has opened, and leaves the browser to others. */
export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>

/** It ends with the process of the tests, as all that is told to it goes through a pipe. */
let launched: Promise<Browser> | undefined

export async function connect(): Promise<SharedBrowser> {
  launched ??= launchBrowser()
  const browser = await launched
  const contexts: BrowserContext[] = []
  // What moves by itself is drawn sixty times a second, at the expense of the server that is waited for.
  const calm = { reducedMotion: 'reduce' } as const
  return {
    async newContext(options) {
      const context = await browser.newContext({ ...calm, ...options })
      contexts.push(context)
      return context
    },
    async newPage(options) {
      const page = await browser.newPage({ ...calm, ...options })
      contexts.push(page.context())
      return page
    },
    async close() {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    },
  }
}

/** All pages that tests have open by now. */
export async function openPages(): Promise<Page[]> {
  return ((await launched)?.contexts() ?? []).flatMap((context) => context.pages())
}

/** The folder of a page, bundled where that is out of date. */
async function buildPage(page: string, mode: 'production' | 'development'): Promise<string> {
  const build = new URL('../../examples/build.mjs', import.meta.url)
  const { buildPageWhereStale } = (await import(build.href)) as {
    buildPageWhereStale(options: { page: string; mode: string }): Promise<string>
  }
  return buildPageWhereStale({ page, mode })
}

/** Takes the files of the page itself from another folder than the server does. */
async function replacePage(context: BrowserContext, url: string, folder: string): Promise<void> {
  // A pattern is compared where requests pass; of a function, each request would be asked of the tests.
  const files = new RegExp(`^${new URL(url).origin.replaceAll('.', '\\.')}/(?:$|[?#]|page/|assets/)`)
  await context.route(files, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname !== '/') return route.fulfill({ path: join(folder, pathname) })
    // The server may end a connection that it has kept open just when it is used again.
    const response = await route.fetch({ maxRetries: 3 })
    // What the server tells its page is told to this one, too.
    const [told = ''] = /(?:<meta name="copydesk-[^>]*>)+/.exec(await response.text()) ?? []
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    return route.fulfill({ response, body: html.replace('</head>', `${told}</head>`) })
  })
}

/**
 * Notes what the page complains about, from now on.
 * @param expected What is no complaint.
 */
export function listen(page: Page, expected?: RegExp): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = /^(warning|error|assert)$/.test(message.type())
    if (isComplaint && !expected?.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

interface Script {
  url: string
  hasYjs: boolean
}

/** Notes which scripts the page loads, from now on. */
export function watchScripts(page: Page): () => Promise<Script[]> {
  const scripts: Promise<Script>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    // What Yjs calls itself, to find a second copy of itself.
    const read = response.text().then((text) => text.includes('__ $YJS$ __'))
    scripts.push(read.then((hasYjs) => ({ url: response.url(), hasYjs })))
  })
  return () => Promise.all(scripts)
}

/** The buttons of the first page, one for each that somebody can be. */
export const peopleOf = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('button')

/** Chooses who to be on the first page. */
export async function signIn(page: Page, role: Role): Promise<void> {
  await page
    .getByRole('list', { name: 'People' })
    .getByRole('button', { name: new RegExp(`^Continue as .* ${role} `) })
    .click()
}

/** Signs in at the form. */
export async function signInWith(page: Page, role: Role, password: string): Promise<void> {
  await openPasswordForm(page)
  await page.getByLabel('Sign in as').selectOption(role)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function openPasswordForm(page: Page): Promise<void> {
  const form = page.getByLabel('Sign in as')
  if (!(await form.isVisible())) await page.getByText('Sign in with a password', { exact: true }).click()
}

/** Runs a script in a page as one of its own, which is all that the page allows. */
export async function addScript(page: Page, content: string): Promise<void> {
  const url = new URL('/added-by-a-test.js', page.url()).href
  await page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body: content }))
  await page.addScriptTag({ url })
  await page.unroute(url)
}

/** The rows of the list: of the documents, unless told otherwise. */
export function rows(page: Page, list = 'Documents') {
  return page.getByRole('navigation', { name: list, exact: true }).locator('a.row')
}

/**
 * Opens what a row of a list stands for, and waits until that is what the page shows: a document that was open before has
 * fields of the same names.
 */
export async function openRow(row: Locator): Promise<void> {
  const address = await row.getAttribute('href')
  const same = row.page().locator(`a.row[href="${address}"]`)
  await same.click()
  // Where the window is narrow, the list gives way.
  await same.and(row.page().locator('[aria-current]')).waitFor({ state: 'attached' })
}

/** Begins a new document of the list that is shown, and waits until its title has the caret. */
export async function beginDocument(page: Page, kind: 'post' | 'page' = 'post'): Promise<void> {
  await button(page, `New ${kind}`).click()
  await titleField(page).and(page.locator(':focus')).waitFor()
}

/** Goes to an address within the page, which has left what it showed by then. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate(async (to) => {
    const before = location.href
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
    location.hash = to
    if (location.href !== before) await changed
  }, hash)
}

/** Takes the network from a browser, which a page of it has noticed by then. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText('You are offline.').first().waitFor()
}

/** The addresses of a kind that the page has asked for since it was loaded. */
export async function askedFor(page: Page, kind: RegExp): Promise<string[]> {
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return asked.filter((address) => kind.test(address))
}

/** Opens a document by its address, and waits for its title field. */
export async function openDocument(page: Page, type: 'post' | 'page', id: number): Promise<void> {
  await go(page, `#/${type}/${id}`)
  await titleField(page).waitFor()
}

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const contentField = (page: Page) => page.getByRole('textbox', { name: 'Content' })
/** A part of the side panel: `Unsaved 0`, `History`, `Under the hood`. */
export async function openTab(page: Page, name: string | RegExp): Promise<void> {
  const panel = button(page, 'Side panel')
  if ((await panel.getAttribute('aria-pressed')) === 'false') await panel.click()
  await page.getByRole('tab', { name }).click()
}

/** Gives up all that is unsaved on a page. */
export async function discardAll(page: Page): Promise<void> {
  await openTab(page, /^Unsaved/)
  while ((await button(page, 'Discard').count()) > 0) await button(page, 'Discard').first().click()
}

/** Chooses from the menu of the person who is signed in. */
export async function chooseInUserMenu(page: Page, role: 'menuitem' | 'menuitemradio', name: string) {
  await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
  await page.getByRole(role, { name, exact: true }).click()
}
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/**
 * Types letters where the caret is, all in one turn of the page: one burst of typing, whatever the machine does. Between
 * keys that come one by one there may be the pause that begins another step of undo.
 */
export async function typeInOneBurst(page: Page, text: string): Promise<void> {
  await page.evaluate((letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter)
  }, text)
}

/** What saves what is open: of what readers see already it is an update. */
export const saveButton = (page: Page) => page.getByRole('button', { name: /^(?:Save|Update)$/ })

/** How the open document stands: `Saved`, `Unsaved changes`, … */
export const stateOf = (page: Page) => page.getByRole('status')

/** Asserts on something that becomes true in its own time. */
export function eventually<Value>(read: () => Promise<Value> | Value) {
  return expect.poll(read, { timeout: flushAfter, interval: 50 })
}

/** A post of its own for one test. */
export async function newPost(fetcher: Fetcher, fields: Record<string, unknown>): Promise<number> {
  const { data } = await fetcher({ path: '/wp/v2/posts', method: 'POST', data: fields })
  return (data as { id: number }).id
}

/** A post as the server has it, raw. */
export async function readPost(fetcher: Fetcher, id: number) {
  const { data } = await fetcher({ path: `/wp/v2/posts/${id}?context=edit` })
  const { title, content, status } = data as Record<'title' | 'content', { raw: string }> & { status: string }
  return { title: title.raw, content: content.raw, status }
}

/** Types the name of a term in the details of a document, and takes it with Enter, whether it is there or is made. */
export async function takeTerm(page: Page, taxonomy: 'Categories' | 'Tags', name: string): Promise<Locator> {
  const terms = page.getByRole('group', { name: taxonomy })
  await terms.getByRole('searchbox').fill(name)
  await terms.getByRole('searchbox').press('Enter')
  const term = terms.getByLabel(name, { exact: true })
  await term.waitFor()
  expect(await term.isChecked()).toBe(true)
  return term
}
