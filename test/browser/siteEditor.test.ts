import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  listen,
  newPost,
  openDesk,
  readPost,
  type Desk,
  type Tab,
} from '../support/browser'
import { bringAxe, findings } from '../support/pageQuality'
import { picture } from '../support/picture'

let desk: Desk
let tab: Tab
let page: Page
let shared: Promise<Tab> | undefined

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** The tests share a tab, and leave nothing unsaved in it. */
function inOneTab(): void {
  beforeEach(async () => {
    shared ??= desk.openEditor('administrator')
    tab = await shared
    page = tab.page
    tab.complaints.length = 0
  })
}

/** Each test has a tab to itself, in a profile of its own. */
function inTabsOfTheirOwn(): void {
  beforeEach(async () => {
    tab = await desk.openEditor('administrator')
    page = tab.page
  })
  afterEach(() => tab.close())
}

const title = () => page.getByRole('textbox', { name: 'Title', exact: true })
const content = () => page.getByRole('textbox', { name: 'Content' })
const state = () => page.getByRole('main').getByRole('status').first()
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const admin = () => desk.ask('administrator')

async function openPost(fields: Record<string, unknown>): Promise<number> {
  const id = await newPost(admin(), { status: 'draft', ...fields })
  await page.evaluate((to) => void (location.hash = `#/posts/${to}`), id)
  await title().waitFor()
  return id
}
const becomes = (text: string) => eventually(() => state().textContent()).toBe(text)

describe('The list of the example editor', () => {
  inOneTab()

  it('is searched and paged, and keeps what was chosen on another page for one action', async () => {
    const list = page.getByRole('region', { name: 'Posts' })
    const rows = list.getByRole('list', { name: 'On the site' }).getByRole('listitem')
    for (const text of ['Quince one', 'Quince two']) await newPost(admin(), { title: text, status: 'draft' })
    await page.getByLabel('Search posts').fill('Quince')
    await list.getByText('2 posts').waitFor()
    await page.getByLabel('Choose Quince one').check()
    await page.getByLabel('Choose Quince two').check()
    await list.getByText('2 chosen').waitFor()
    await button(page, 'Publish').click()
    await list.getByText('2 posts published.').waitFor()
    await eventually(() => rows.getByText(/^Published/).count()).toBe(2)
    await page.getByLabel('Search posts').fill('')
    await eventually(() => rows.count()).toBe(15)
    await rows.first().getByRole('checkbox').check()
    await button(page, 'Next').click()
    await list.getByText(/^2 of/).waitFor()
    await list.getByText('1 chosen').waitFor()
    await button(page, 'Choose none').click()
    await list.getByText('1 chosen').waitFor({ state: 'detached' })
    expect(tab.complaints).toEqual([])
  })
})

describe('A document of the example editor', () => {
  inOneTab()

  it('is typed, undone by keys, and saved; a burst of typing is one step', async () => {
    const id = await openPost({ title: 'Tides', content: paragraph('Low at six.') })
    await content().press('Control+End')
    await page.keyboard.insertText(' High at noon.')
    await becomes('Unsaved changes')
    await title().fill('Tides of today')
    await page.keyboard.press('Control+z')
    await eventually(() => title().inputValue()).toBe('Tides')
    expect(await content().inputValue()).toBe('Low at six. High at noon.')
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+s')
    await becomes('Saved')
    expect(await readPost(admin(), id)).toMatchObject({
      title: 'Tides of today',
      content: paragraph('Low at six. High at noon.'),
    })
    expect(tab.complaints).toEqual([])
  })

  it('keeps the focus of the keyboard where a button has nothing more to do, or goes', async () => {
    const id = await openPost({ title: 'Tides' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const press = async (name: string, then = 'Saved') => {
      await button(page, name).press('Enter')
      await becomes(then)
    }
    await title().fill('Tides by keyboard')
    await press('Save')
    expect(await focused()).toBe('Save')
    await eventually(() => button(page, 'Save').isDisabled()).toBe(true)
    // Nothing more is sent by it.
    await press('Save')
    await press('Publish')
    await button(page, 'Update').waitFor()
    expect(await focused()).toBe('Update')
    expect(await readPost(admin(), id)).toMatchObject({ status: 'publish', title: 'Tides by keyboard' })
    await press('Switch to draft')
    await button(page, 'Publish').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await title().fill('Ebb')
    await press('Undo')
    expect(await focused()).toBe('Undo')
    expect(tab.complaints).toEqual([])
  })

  it('is begun, listed while nobody has saved it, published with a new category, and scheduled', async () => {
    await button(page, 'New post').click()
    // The field of the post before has the same name, and stands there until the address has changed.
    await page.getByRole('form', { name: 'New post' }).waitFor()
    await title().fill('A boat for Mill Lane')
    await content().fill('First.\n\nSecond & last.')
    const drafts = page.getByRole('list', { name: 'Not on the site yet' })
    await drafts.getByText('A boat for Mill Lane').waitFor()
    await button(page, 'Save').click()
    await page.waitForURL(/#\/posts\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    await page.getByLabel('Find or add categories').fill('Boats')
    await button(page, 'Add “Boats”').click()
    await button(page, 'Publish').click()
    await becomes('Saved')
    const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit&_embed=wp:term` })
    expect(data).toMatchObject({
      status: 'publish',
      content: { raw: `${paragraph('First.')}\n\n${paragraph('Second &amp; last.')}` },
      _embedded: { 'wp:term': [expect.arrayContaining([expect.objectContaining({ name: 'Boats' })]), []] },
    })
    await button(page, 'Switch to draft').click()
    await button(page, 'Schedule…').click()
    await page.getByLabel('Appears at').fill('2036-05-06T07:08')
    await button(page, 'Schedule').click()
    await eventually(async () => (await readPost(admin(), id)).status).toBe('future')
    await page
      .getByRole('main')
      .getByText(/Scheduled for May 6, 2036/)
      .waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('shows what two people wrote side by side, and saves what is chosen', async () => {
    const id = await openPost({ title: 'Market day' })
    await title().fill('Market day, moved')
    await admin()({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { title: 'Market day, cancelled' } })
    await button(page, 'Save').click()
    const conflict = page.getByRole('region', { name: 'Conflict' })
    await conflict.getByText('cancelled').waitFor()
    await eventually(() => state().textContent()).toBe('Not saved: please choose')
    expect((await readPost(admin(), id)).title).toBe('Market day, cancelled')
    expect(await button(page, 'Save what I chose').isDisabled()).toBe(true)
    await conflict.getByLabel('Yours').check()
    await button(page, 'Save what I chose').click()
    await becomes('Saved')
    expect((await readPost(admin(), id)).title).toBe('Market day, moved')
    expect(await conflict.count()).toBe(0)
  })
})

describe('A document of the example editor that is typed in', () => {
  inTabsOfTheirOwn()

  it('keeps a copy some seconds after the last key', async () => {
    await page.clock.install()
    const id = await openPost({ title: 'Public', status: 'publish' })
    await content().fill('Not saved yet')
    await page.clock.runFor(6000)
    await page.getByText(/^Copy kept at/).waitFor()
    await becomes('Unsaved changes')
    const { data } = await admin()({ path: `/wp/v2/posts/${id}/autosaves?context=edit` })
    expect(data).toMatchObject([{ content: { raw: paragraph('Not saved yet') } }])
  })
})

describe('What goes wrong in the example editor', () => {
  inTabsOfTheirOwn()

  it('says in people’s words why a save was refused, and keeps what was typed', async () => {
    await openPost({ title: 'Refused' })
    await title().fill('Refused, longer')
    await page.route(/\/wp\/v2\/posts\/\d+/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: {} }),
    )
    await page.route(/\/batch\/v1/, (route) => route.fulfill({ status: 503, json: {} }))
    await button(page, 'Save').click()
    await page.getByRole('alert').getByText('The site is busy at the moment. Try again later.').waitFor()
    await becomes('Not saved')
    expect(await title().inputValue()).toBe('Refused, longer')
  })

  it('sends what was saved without a network once there is one', async () => {
    const id = await openPost({ title: 'On the ferry' })
    await page.context().setOffline(true)
    await title().fill('On the ferry, offline')
    await button(page, 'Save').click()
    await becomes('Saved here; sent when there is a network')
    await button(page, 'Offline: 1 change to be sent').click()
    await page.getByRole('dialog', { name: 'To be sent' }).getByText('On the ferry, offline').waitFor()
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await becomes('Saved')
    expect((await readPost(admin(), id)).title).toBe('On the ferry, offline')
  })

  it('lets somebody who was signed out in the middle of work sign in again, with all that was typed', async () => {
    const id = await openPost({ title: 'Session' })
    await title().fill('Session, ended')
    await becomes('Unsaved changes')
    await page.route('**/wp-json/**', (route) =>
      /GET|OPTIONS/.test(route.request().method())
        ? route.continue()
        : route.fulfill({
            status: 401,
            json: { code: 'rest_not_logged_in', message: 'No.', data: { status: 401 } },
          }),
    )
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'You are signed out' })
    await dialog.waitFor()
    await button(page, 'Later').click()
    await page.getByText('You are signed out. What you write is kept on this device.').waitFor()
    await page.unroute('**/wp-json/**')
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByLabel('Application password').fill(desk.applicationPassword('administrator'))
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await eventually(() => dialog.count()).toBe(0)
    expect(await title().inputValue()).toBe('Session, ended')
    await button(page, 'Save').click()
    await eventually(async () => (await readPost(admin(), id)).title).toBe('Session, ended')
  })

  it('finds again what a page that died has left, side by side with what the site has', async () => {
    const id = await openPost({ title: 'Crash' })
    await title().fill('Crash, not saved')
    await becomes('Unsaved changes')
    await page.getByText('Kept on this device').waitFor()
    const context = page.context()
    const next = await context.newPage()
    await page.close()
    page = next
    listen(page)
    await page.goto(desk.url)
    await page.getByLabel('User name').fill('administrator')
    await page.getByLabel('Application password').fill(desk.applicationPassword('administrator'))
    await button(page, 'Sign in').click()
    await button(page, 'Look through them').click()
    const dialog = page.getByRole('dialog', { name: 'Kept on this device' })
    await dialog.getByText('Nobody has changed it since.').waitFor()
    await dialog.getByRole('button', { name: /^Keep/ }).click()
    await page.waitForURL(new RegExp(`#/posts/${id}$`))
    await eventually(() => title().inputValue()).toBe('Crash, not saved')
  })
})

describe('The media library of the example editor', () => {
  inOneTab()

  it('takes a file, whose description is edited, and which becomes a post’s picture', async () => {
    const id = await openPost({ title: 'With a picture' })
    await page.getByRole('link', { name: 'Media' }).click()
    const file = picture(40, 30)
    await page.getByLabel('File to upload').setInputFiles({
      name: 'gull.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await file.arrayBuffer()),
    })
    await page.waitForURL(/#\/media\/\d+$/)
    const media = Number(page.url().split('/').at(-1))
    await page.getByLabel('Alt text').fill('A gull on a post')
    await button(page, 'Save').click()
    await becomes('Saved')
    await page.goBack()
    await page.goBack()
    await button(page, 'Choose a picture').click()
    await page.getByRole('dialog').getByRole('button', { name: 'gull' }).first().click()
    await button(page, 'Save').click()
    await becomes('Saved')
    const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit` })
    expect(data).toMatchObject({ featured_media: media })
    const { data: saved } = await admin()({ path: `/wp/v2/media/${media}` })
    expect(saved).toMatchObject({ alt_text: 'A gull on a post' })
    expect(tab.complaints).toEqual([])
  })
})

describe('A contributor', () => {
  afterEach(() => tab.close())

  it('sees in the example editor what she may see, and reads why the rest is not hers', async () => {
    const id = await newPost(admin(), { title: 'Not hers', status: 'publish' })
    const own = await newPost(desk.ask('contributor'), { title: 'Hers', status: 'draft' })
    tab = await desk.openEditor('contributor')
    page = tab.page
    await page.getByRole('list', { name: 'On the site' }).getByText('Not hers').waitFor()
    await page.evaluate((to) => void (location.hash = `#/posts/${to}`), own)
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Uncategorized').waitFor()
    await button(page, 'Submit for review').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(tab.complaints).toEqual([])
    await page.evaluate((to) => void (location.hash = `#/posts/${to}`), id)
    await page.getByRole('alert').getByText('Sorry, you are not allowed to edit this post.').waitFor()
  })
})

describe('Everybody', () => {
  inOneTab()

  it('can use the example editor: axe finds nothing serious, and nothing sticks out of a narrow screen', async () => {
    await openPost({ title: 'For all' })
    await bringAxe(page)
    for (const size of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findings(page)).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
})
