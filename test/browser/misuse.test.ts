import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  button,
  chooseInUserMenu,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  openTab,
  readPost,
  rows,
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

describe('An address that leads nowhere', () => {
  beforeAll(sitDown)
  afterAll(() => tab.close())

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
  beforeAll(sitDown)
  afterAll(() => tab.close())

  it.each([
    ['#/page', 'New page'],
    ['#/users', 'New user'],
    ['#/terms/category', 'New term'],
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

describe('A document', () => {
  beforeEach(sitDown)
  afterEach(() => tab.close())

  it('is saved once and deleted once by a double click', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    const writes = listenForWrites(page)
    await titleField(page).fill('After')
    await button(page, 'Save').dblclick()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    await button(page, 'Delete').click()
    await button(page, 'Move to the trash').dblclick()
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
    await button(page, 'Save').click()
    await page.goBack()
    await eventually(() => titleField(page).count()).toBe(0)
    await page.goForward()
    await titleField(page).waitFor()
    expect(await titleField(page).inputValue()).toBe('After')
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(writes).toEqual(['PUT'])
    expect((await readPost(fetcher, id)).title).toBe('After')
  })

  it('that was deleted for good elsewhere keeps what was typed, and says that another try is no use', async () => {
    areErrorsExpected = true
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed too late')
    await fetcher({ path: `/wp/v2/posts/${id}?force=true`, method: 'DELETE' })
    await button(page, 'Save').click()
    const alert = main(page).getByRole('alert')
    await alert.getByText('It was deleted for good meanwhile. What you wrote is still here').waitFor()
    expect(await alert.getByRole('button').count()).toBe(0)
    expect(await titleField(page).inputValue()).toBe('Typed too late')
  })
})

describe('Files that can’t be taken', () => {
  beforeEach(sitDown)
  afterEach(() => tab.close())

  it('say why, each for itself', async () => {
    areErrorsExpected = true
    const { page } = tab
    await go(page, '#/media')
    await page.locator('.media-grid a').first().waitFor()
    await main(page)
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
        { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      ])
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByText('2 files not uploaded').waitFor()
    expect(await uploads.getByRole('alert').allTextContents()).toEqual([
      'The file is empty. Look whether it is the right one.',
      expect.stringContaining('The server takes no files of this type.'),
    ])
  })
})

describe('Somebody who signs out in another tab', () => {
  it('is told so at the next save, and saves after signing in there again', async () => {
    areErrorsExpected = true
    tab = await desk.open('author')
    const { page } = tab
    const fetcher = desk.ask('author')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed while out')
    const other = await desk.open('author')
    await chooseInUserMenu(other.page, 'menuitem', 'Sign out')
    await button(other.page, 'Sign in').waitFor()
    await button(page, 'Save').click()
    const alert = main(page).getByRole('alert')
    await alert.getByText('You are signed out, perhaps in another tab.').waitFor()
    await alert.getByText('What you wrote is still here.').waitFor()
    await other.page.getByLabel('Sign in as').selectOption('author')
    await button(other.page, 'Sign in').click()
    await rows(other.page).first().waitFor()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(fetcher, id)).title).toBe('Typed while out')
    await tab.close()
    await other.close()
    expect(other.complaints).toEqual([])
  })
})
