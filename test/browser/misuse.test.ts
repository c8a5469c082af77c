import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginDocument,
  button,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  openTab,
  readPost,
  rows,
  saveButton,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab
/** What the browser says of each answer that is an error, where a test asks for some. */
let areErrorsExpected = false

beforeAll(async () => {
  desk = await openDesk()
})
beforeEach(() => {
  areErrorsExpected = false
})
afterEach(() => {
  const isExpected = (text: string) => areErrorsExpected && text.startsWith('Failed to load resource')
  expect(tab.complaints.splice(0).filter((text) => !isExpected(text))).toEqual([])
})
afterAll(() => desk.close())

async function sitDown(): Promise<void> {
  tab = await desk.open('administrator')
}

const main = (page: Page) => page.getByRole('main')

/** The requests from here on that change something, as method and last part of the path. */
function listenForWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (!/^(GET|OPTIONS)$/.test(request.method()) && request.url().includes('/wp-json/wp/v2/posts')) {
      writes.push(request.method())
    }
  })
  return writes
}

async function setServer(page: Page, mode: string): Promise<void> {
  await openTab(page, 'Under the hood')
  await page.getByRole('radiogroup', { name: 'Server' }).getByRole('radio', { name: mode }).check()
}

describe('On a page that stays open', () => {
  beforeAll(sitDown)
  afterAll(() => tab.close())

  describe('An address that leads nowhere', () => {
    it.each([
      ['#/post/abc', 'Nothing is at this address'],
      ['#/post/0', 'Nothing is at this address'],
      ['#/post/-1/revisions', 'Nothing is at this address'],
      ['#/media/abc', 'Nothing is at this address'],
      ['#/terms/category/constructor', 'Nothing is at this address'],
      ['#/users/1e3', 'Nothing is at this address'],
      ['#/menus/1.5', 'Nothing is at this address'],
      ['#/post/1009/much/more', 'Nothing is at this address'],
      ['#//', 'Nothing is at this address'],
      ['#/ferry/4', 'This site has no content of the type “ferry”'],
      ['#/%', 'This site has no content of the type “%”'],
    ])('%s says so, with a way on', async (address, said) => {
      const { page } = tab
      await go(page, address)
      await main(page).getByRole('heading', { name: said }).waitFor()
      await main(page).getByRole('link', { name: 'To the posts' }).click()
      await rows(page).first().waitFor()
    })

    it('such as one of a taxonomy that the site has not, says so, too', async () => {
      areErrorsExpected = true
      const { page } = tab
      await go(page, '#/terms/ferry')
      await main(page).getByRole('heading', { name: 'This site has no taxonomy “ferry”' }).waitFor()
    })
  })

  describe('While reads fail', () => {
    it.each([
      ['#/page', 'New page'],
      ['#/users', 'New user'],
      ['#/terms/category', 'New category'],
      ['#/styles', null],
    ])('%s says why it is empty, and no more than is known', async (address, making) => {
      const { page } = tab
      await setServer(page, 'Reads fail')
      await go(page, address)
      const alert = page.locator('.screen').getByRole('alert')
      await alert.getByText('The server is not available (simulated).').first().waitFor()
      expect(await page.getByText('As an administrator you can’t').count()).toBe(0)
      expect(await page.getByText('The theme has no styles').count()).toBe(0)
      await setServer(page, 'As it is')
      await alert.getByRole('button', { name: 'Try again' }).first().click()
      await eventually(() => alert.count()).toBe(0)
      if (making !== null) await eventually(() => button(page, making).isEnabled()).toBe(true)
    })
  })

  describe('What somebody else has already deleted', () => {
    it.each<[name: string, path: string, fields: object, query: string, address: (id: number) => string]>([
      [
        'a post',
        '/wp/v2/posts',
        { title: 'Soon gone', status: 'draft' },
        '?force=true',
        (id) => `#/post/${id}`,
      ],
      [
        'a post in the trash',
        '/wp/v2/posts',
        { title: 'Soon gone', status: 'draft' },
        '',
        (id) => `#/post/${id}`,
      ],
      ['a term', '/wp/v2/categories', { name: 'Soon gone' }, '?force=true', (id) => `#/terms/category/${id}`],
    ])(
      '(%s) leaves the page when one deletes it, in plain words',
      async (...[, path, data, query, address]) => {
        areErrorsExpected = true
        const { page } = tab
        const fetcher = desk.ask('administrator')
        const { id } = (await fetcher({ path, method: 'POST', data })).data as { id: number }
        await go(page, address(id))
        const remove = page.getByRole('button', { name: /^(?:Delete|Move to trash)$/ })
        await eventually(() => remove.isEnabled()).toBe(true)
        await fetcher({ path: `${path}/${id}${query}`, method: 'DELETE' })
        await remove.click()
        // A term has no trash: it is asked for first.
        if (path.endsWith('categories')) await button(page, 'Delete category').click()
        const notice = page.locator('.notice').filter({ hasText: 'Somebody else has already deleted this' })
        await notice.waitFor()
        await notice.getByRole('button', { name: 'Close' }).click()
        await eventually(() => page.evaluate(() => location.hash)).not.toContain(String(id))
        await eventually(() => page.locator('.list li').filter({ hasText: 'Soon gone' }).count()).toBe(0)
      },
    )
  })

  describe('A document', () => {
    it('is saved once and deleted once by a double click', async () => {
      const { page } = tab
      const fetcher = desk.ask('administrator')
      const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
      await openDocument(page, 'post', id)
      const writes = listenForWrites(page)
      await titleField(page).fill('After')
      await saveButton(page).dblclick()
      await eventually(() => stateOf(page).textContent()).toBe('Saved')
      await button(page, 'Move to trash').dblclick()
      await eventually(() => titleField(page).count()).toBe(0)
      expect(writes).toEqual(['PUT', 'DELETE'])
      expect(await readPost(fetcher, id)).toMatchObject({ title: 'After', status: 'trash' })
    })

    it('is saved once where one goes back and forward meanwhile', async () => {
      const { page } = tab
      const fetcher = desk.ask('administrator')
      const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
      await openDocument(page, 'post', id)
      await titleField(page).fill('After')
      const writes = listenForWrites(page)
      await setServer(page, 'Slow')
      await page.clock.install()
      await saveButton(page).click()
      await page.goBack()
      await eventually(() => titleField(page).count()).toBe(0)
      await page.goForward()
      await titleField(page).waitFor()
      expect(await titleField(page).inputValue()).toBe('After')
      // The server is slow by the clock of the page.
      await eventually(async () => {
        await page.clock.runFor(1000)
        return stateOf(page).textContent()
      }).toBe('Saved')
      await setServer(page, 'As it is')
      expect(writes).toEqual(['PUT'])
      expect((await readPost(fetcher, id)).title).toBe('After')
    })

    it('that was deleted for good elsewhere keeps what was typed, and offers no other try, but a new one', async () => {
      areErrorsExpected = true
      const { page } = tab
      const fetcher = desk.ask('administrator')
      const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
      await openDocument(page, 'post', id)
      await titleField(page).fill('Typed too late')
      await fetcher({ path: `/wp/v2/posts/${id}?force=true`, method: 'DELETE' })
      await saveButton(page).click()
      const dialog = page.getByRole('dialog', { name: '“Typed too late” was deleted' })
      await dialog.getByRole('button', { name: 'Make a new post of it' }).waitFor()
      await dialog.getByRole('button', { name: 'Not now' }).click()
      const alert = main(page).getByRole('alert')
      await alert.getByText('This post was deleted for good').waitFor()
      expect(await alert.getByRole('button').allTextContents()).toEqual(['Choose …'])
      expect(await titleField(page).inputValue()).toBe('Typed too late')
    })
  })
})

/** Every screen with something to save: where it is, and a field of it with two values that it takes. */
const forms: readonly [
  name: string,
  address: string | { firstOf: string; at: string },
  field: (page: Page) => Locator,
  values?: readonly [string, string],
][] = [
  ['a post', '#/post/1046', titleField],
  ['a page', { firstOf: 'Documents', at: '#/page' }, titleField],
  ['a file', '#/media/518', (page) => main(page).getByLabel('Caption')],
  ['a user', '#/users/3', (page) => main(page).getByLabel('First name')],
  [
    'a term',
    { firstOf: 'Categories', at: '#/terms/category' },
    (page) => main(page).getByLabel('Description'),
  ],
  ['a comment', { firstOf: 'Comments', at: '#/comments' }, (page) => main(page).getByLabel('Comment')],
  ['a template', { firstOf: 'Templates', at: '#/templates' }, (page) => main(page).getByLabel('Description')],
  [
    'a template part',
    { firstOf: 'Template parts', at: '#/template-parts' },
    (page) => main(page).getByLabel('Content', { exact: true }),
  ],
  [
    'an item of a menu',
    { firstOf: 'Menus', at: '#/menus' },
    (page) => main(page).getByRole('region', { name: 'Items' }).getByRole('textbox').first(),
  ],
  ['the settings', '#/settings', (page) => main(page).getByLabel('Tagline')],
  ['the styles', '#/styles', (page) => main(page).getByLabel('Line height'), ['1.3', '1.7']],
]

describe('On a page whose writes can be held back', () => {
  let server: StandIn
  beforeAll(async () => {
    await sitDown()
    server = await standInFor(tab.page)
  })
  afterAll(() => tab.close())

  describe('What is typed and not saved', () => {
    it.each(forms)(
      'in %s outlives other screens, a reload, a failing server, double clicks, a slow one and no network',
      async (...[, address, field, [first, second] = ['Typed first', 'Typed then']]) => {
        areErrorsExpected = true
        const { page } = tab
        server.mode = 'asked'
        const path = typeof address === 'string' ? address : await firstAddress(page, address)
        await go(page, path)
        await field(page).fill(first)
        const goAndReturn = async () => {
          await go(page, '#/plugins')
          await button(page, 'Activate Tides').waitFor()
          await page.goBack()
          await field(page).waitFor()
          expect(await field(page).inputValue()).toBe(first)
        }
        await goAndReturn()
        // It is kept on this device, so nobody is asked before the page is left.
        await page.getByRole('banner').getByRole('button', { name: 'Kept' }).waitFor()
        expect(await isLeavingAsked(page)).toBe(false)

        server.mode = 'failing'
        await saveButton(page).click()
        const alert = main(page).getByRole('alert')
        await alert.getByText('There has been a critical error.').waitFor()
        expect(await field(page).inputValue()).toBe(first)

        server.writes = []
        server.mode = 'held back'
        await alert.getByRole('button', { name: 'Try again' }).dblclick()
        await eventually(() => state(page)).toBe('Saving …')
        expect(await saveButton(page).isDisabled()).toBe(true)
        await goAndReturn()
        expect(await state(page)).toBe('Saving …')
        server.release()
        await eventually(() => state(page)).toBe('Saved')
        expect(server.writes).toHaveLength(1)
        expect(await isLeavingAsked(page)).toBe(false)

        await field(page).fill(second)
        await page.context().setOffline(true)
        await saveButton(page).click()
        await eventually(() => state(page)).toBe('Waiting to be sent')
        await page.context().setOffline(false)
        await eventually(() => state(page)).toBe('Saved')
        expect(await field(page).inputValue()).toBe(second)
      },
    )
  })

  describe('Who has gone elsewhere meanwhile', () => {
    it('stays there when what was being made is there, and is told', async () => {
      const { page } = tab
      await go(page, '#/post')
      server.mode = 'held back'
      await beginDocument(page)
      await titleField(page).fill('Slow to come')
      await button(page, 'Save draft').click()
      await openDocument(page, 'post', 1046)
      server.release()
      const notice = page.locator('.notice').filter({ hasText: 'The post was created.' })
      await notice.waitFor()
      expect(await page.evaluate(() => location.hash)).toBe('#/post/1046')
      await notice.getByRole('button', { name: 'Open' }).click()
      await eventually(() => titleField(page).inputValue()).toBe('Slow to come')
    })

    it('stays there when something is deleted, and is told when it could not be', async () => {
      areErrorsExpected = true
      const { page } = tab
      const fetcher = desk.ask('administrator')
      const id = await newPost(fetcher, { title: 'Slow to go', status: 'draft' })
      for (const mode of ['failing', 'held back'] as const) {
        await openDocument(page, 'post', id)
        server.mode = 'held back'
        await button(page, 'Move to trash').click()
        await go(page, '#/plugins')
        await button(page, 'Activate Tides').waitFor()
        server.mode = mode
        server.release()
        if (mode === 'failing')
          await page.locator('.notice').getByText('was not moved to the trash').waitFor()
      }
      await eventually(async () => (await readPost(fetcher, id)).status).toBe('trash')
      expect(await page.evaluate(() => location.hash)).toBe('#/plugins')
    })
  })
})

describe('The media library', () => {
  beforeAll(sitDown)
  afterAll(() => tab.close())

  it('refuses no upload before it is known who may', async () => {
    // On a device that has kept no answer yet.
    const fresh = await desk.open('administrator', { width: 1440, height: 900 }, 'Europe/Zurich')
    const { page } = fresh
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/wp-json\/wp\/v2\/media/, (route) => held.then(() => route.continue()))
    await go(page, '#/media')
    await main(page).getByRole('heading', { name: 'Media' }).waitFor()
    expect(await page.getByText('may not upload files').count()).toBe(0)
    expect(await button(page, 'Upload').isDisabled()).toBe(true)
    answer()
    await page.getByText('Drop files anywhere here').waitFor()
    expect(await button(page, 'Upload').isEnabled()).toBe(true)
    expect(fresh.complaints).toEqual([])
    await fresh.close()
  })

  it('says of a file that it could not be asked who may change it, and asks again', async () => {
    areErrorsExpected = true
    const { page } = tab
    const asked: string[] = []
    let isFailing = true
    await page.route(/\/wp-json\/wp\/v2\/media\/501/, (route) => {
      asked.push(route.request().method())
      return isFailing
        ? route.fulfill({ status: 500, json: { code: 'down', message: 'Down.' } })
        : route.continue()
    })
    await go(page, '#/media/501')
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('Down.').waitFor()
    // Who is refused gets the file to look at.
    expect(asked).toEqual(['OPTIONS'])
    isFailing = false
    await details.getByRole('button', { name: 'Try again' }).click()
    await details.getByLabel('Caption').waitFor()
  })

  it('says of each file that can’t be taken why', async () => {
    areErrorsExpected = true
    const { page } = tab
    await go(page, '#/media')
    await page.getByRole('list', { name: 'Files' }).getByRole('button').first().waitFor()
    await main(page)
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
        { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      ])
    const alerts = page.getByRole('list', { name: 'Uploads' }).getByRole('alert')
    await eventually(() => alerts.count()).toBe(2)
    expect(await alerts.allTextContents()).toEqual([
      'The file is empty. Choose another one.',
      expect.stringContaining('The server takes no files of this type.'),
    ])
  })
})

/** How the open record stands. */
const state = (page: Page) => main(page).getByRole('status').first().textContent()

async function firstAddress(page: Page, { firstOf, at }: { firstOf: string; at: string }): Promise<string> {
  await go(page, at)
  const row = rows(page, firstOf).first()
  // The rows of the list before stay until these are there.
  await eventually(async () => (await row.getAttribute('href').catch(() => null)) ?? '').toContain(`${at}/`)
  return (await row.getAttribute('href')) ?? ''
}

/** Whether the browser would be told to ask before the page is left. */
async function isLeavingAsked(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

interface StandIn {
  /** What becomes of the writes from here on. */
  mode: 'asked' | 'failing' | 'held back'
  /** The writes so far, by method. */
  writes: string[]
  /** Lets go of what was held back: it is sent, or fails if that is the mode by now. */
  release: () => void
}

/** Stands between the page and the server, for what is written. */
async function standInFor(page: Page): Promise<StandIn> {
  const waiting: (() => void)[] = []
  const standIn: StandIn = {
    mode: 'asked',
    writes: [],
    release() {
      for (const go of waiting.splice(0)) go()
      if (standIn.mode === 'held back') standIn.mode = 'asked'
    },
  }
  await page.route(/\/wp-json\//, async (route) => {
    const method = route.request().method()
    if (/^(GET|OPTIONS)$/.test(method)) return route.continue()
    standIn.writes.push(method)
    if (standIn.mode === 'held back') await new Promise<void>((go) => waiting.push(go))
    if (standIn.mode !== 'failing') return route.continue()
    const message = 'There has been a critical error.'
    return route.fulfill({ status: 500, json: { code: 'internal_server_error', message } })
  })
  return standIn
}
