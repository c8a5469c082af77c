import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginDocument,
  button,
  contentField,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  openTab,
  readPost,
  saveButton,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab
let page: Page

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

const admin = () => desk.ask('administrator')
const size = { width: 1440, height: 900 }

/** Each test has a tab, and its clock, to itself. */
function inTabsOfTheirOwn(): void {
  beforeEach(async () => {
    tab = await desk.open('administrator', size)
    page = tab.page
  })
  afterEach(async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await tab.close()
  })
}

/** The tests share a tab, and leave nothing unsaved in it. */
function inOneTab(): void {
  beforeEach(async () => {
    tab = await desk.share('administrator', size)
    page = tab.page
    await go(page, '#/post')
  })
}

describe('Somebody who writes without a pause', () => {
  inTabsOfTheirOwn()

  it('has a copy kept within half a minute, and reads when', async () => {
    await page.clock.install()
    const id = await newPost(admin(), { title: 'Public', content: 'Words', status: 'publish' })
    await openDocument(page, 'post', id)
    const kept = page.waitForResponse(
      (response) =>
        response.url().includes(`/posts/${id}/autosaves`) && response.request().method() === 'POST',
    )
    for (let count = 0; count < 8; count++) {
      await contentField(page).press('End')
      await page.keyboard.type('x')
      await page.clock.runFor(4000)
    }
    await kept
    await page.getByText(/Saved a copy at \d\d:\d\d/).waitFor()
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    // It says nothing that a later save has made wrong.
    await titleField(page).fill('Another')
    expect(await page.getByText('Saved a copy at').count()).toBe(0)
  })
})

describe('A save that waits to be sent', () => {
  inTabsOfTheirOwn()

  it('is said to wait all the time, also when a safety copy would be due', async () => {
    await page.clock.install()
    const id = await newPost(admin(), { title: 'Public', content: 'Words', status: 'publish' })
    await openDocument(page, 'post', id)
    await openTab(page, 'Under the hood')
    await page.getByRole('radio', { name: 'Offline' }).check()
    await titleField(page).fill('Saved from afar')
    await saveButton(page).click()
    await eventually(() => stateOf(page).first().textContent()).toBe('Waiting to be sent')
    const said = await page.evaluateHandle(() => {
      const texts: (string | null | undefined)[] = []
      new MutationObserver(() =>
        texts.push(document.querySelector('main [role=status]')?.textContent),
      ).observe(document.body, { subtree: true, childList: true, characterData: true })
      return texts
    })
    await page.clock.runFor(30_000)
    await page.getByText('Kept on this device, and sent to the site as soon as it answers.').waitFor()
    expect(await said.jsonValue()).not.toContain('Unsaved changes')
    await page.getByRole('radio', { name: 'As it is' }).check()
    await eventually(async () => {
      await page.clock.runFor(10_000)
      return stateOf(page).first().textContent()
    }).toBe('Saved')
    expect((await readPost(admin(), id)).title).toBe('Saved from afar')
  })
})

describe('What was discarded', () => {
  inTabsOfTheirOwn()

  it('is not offered again as a newer copy', async () => {
    await page.clock.install()
    const id = await newPost(admin(), { title: 'Public', content: 'Words', status: 'publish' })
    await openDocument(page, 'post', id)
    await contentField(page).fill('Thrown away')
    await page.clock.runFor(11_000)
    await page.getByText('Saved a copy at').waitFor()
    await openTab(page, /^Unsaved/)
    await button(page, 'Discard').click()
    const copies = page.waitForResponse((response) => response.url().includes(`/posts/${id}/autosaves`))
    await page.reload()
    await copies
    await titleField(page).waitFor()
    await eventually(() => contentField(page).inputValue()).toBe('Words')
    expect(await page.getByRole('region', { name: 'Newer copy' }).count()).toBe(0)
  })
})

describe('The revisions', () => {
  inOneTab()

  it('tell an autosave from what is saved, and give both back', async () => {
    const id = await newPost(admin(), { title: 'Public', content: 'Zero', status: 'publish' })
    const path = `/wp/v2/posts/${id}`
    for (const content of ['One', 'Two']) await admin()({ path, method: 'PUT', data: { content } })
    await admin()({ path: `${path}/autosaves`, method: 'POST', data: { content: 'Never saved' } })
    await go(page, `#/post/${id}/revisions`)
    const versions = page.getByRole('navigation', { name: 'Revisions' }).getByRole('listitem')
    const badges = (text: string) => versions.filter({ has: page.getByText(text, { exact: true }) })
    await eventually(() => badges('now').count()).toBe(1)
    expect(await badges('autosave').count()).toBe(1)
    expect(
      await badges('now')
        .filter({ has: page.getByText('autosave') })
        .count(),
    ).toBe(0)
    await badges('now').getByRole('button').click()
    expect(await button(page, 'Restore this version').isDisabled()).toBe(true)
    await badges('autosave').getByRole('button').click()
    await button(page, 'Restore this version').click()
    await eventually(() => contentField(page).inputValue()).toBe('Never saved')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(admin(), id)).content).toBe('Never saved')
    // One of the samples, which was never saved.
    await go(page, '#/post/1046/revisions')
    await page.getByText('No older versions yet').waitFor()
    expect(await page.title()).toMatch(/^Revisions of .+ · Copydesk$/)
  })
})

describe('A new post', () => {
  inOneTab()

  it('is nothing on the site before it is saved, and goes on where the caret is', async () => {
    const writes: string[] = []
    page.on('request', (request) => {
      if (!/^(GET|OPTIONS)$/.test(request.method()) && request.url().includes('/wp/v2/')) {
        writes.push(request.method())
      }
    })
    await beginDocument(page)
    await page.keyboard.type('Fog on the quay')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- One')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Two')
    // It outlasts a look at something else.
    await go(page, '#/post/1046')
    await titleField(page).fill('Another')
    await button(page, '2 unsaved').click()
    await page.getByRole('tab', { name: 'Unsaved 2' }).waitFor()
    const other = page.locator('.unsaved-row').filter({ hasText: 'Another' })
    await other.getByRole('button', { name: 'Discard', exact: true }).click()
    await go(page, '#/post/new')
    await eventually(() => titleField(page).inputValue()).toBe('Fog on the quay')
    expect(writes).toEqual([])
    await page.getByRole('textbox', { name: 'List item' }).last().press('End')
    await page.evaluate(() => localStorage.setItem('copydesk-content-view', 'blocks'))
    await page.keyboard.press('Control+s')
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(writes).toEqual(['POST'])
    await page.keyboard.type('!')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const [, id] = /post\/(\d+)/.exec(page.url()) ?? []
    const { title, content, status } = await readPost(admin(), Number(id))
    expect({ title, status }).toEqual({ title: 'Fog on the quay', status: 'draft' })
    expect(content.replace(/<!--.*?-->|\n| class="[^"]*"/g, '')).toBe('<ul><li>One</li><li>Two!</li></ul>')
    await page.evaluate(() => localStorage.setItem('copydesk-content-view', 'text'))
  })
})

describe('A new link in a menu', () => {
  inOneTab()

  it('is not shown to readers before the menu is saved', async () => {
    const { data } = await admin()({ path: '/wp/v2/menus', method: 'POST', data: { name: 'Third menu' } })
    const { id } = data as { id: number }
    const titles = async () => {
      const items = (await admin()({ path: `/wp/v2/menu-items?menus=${id}` })).data
      return (items as { title: { raw?: string; rendered: string }; url: string }[]).map(
        ({ title, url }) => `${title.rendered} ${url}`,
      )
    }
    await go(page, `#/menus/${id}`)
    await button(page, 'Add a link').click()
    await page.getByLabel('New link').fill('Tides')
    await page.getByLabel('Address').fill('https://example.org/tides')
    expect(await titles()).toEqual([])
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await titles()).toEqual(['Tides https://example.org/tides'])
    expect(await page.getByLabel('New link').count()).toBe(0)
  })

  it('may be a page of the site, stands below another, and is removed by the next save, not before', async () => {
    const { data } = await admin()({ path: '/wp/v2/menus', method: 'POST', data: { name: 'Fourth menu' } })
    const { id } = data as { id: number }
    for (const [at, title] of ['First', 'Second', 'Third'].entries()) {
      const item = { menus: id, menu_order: at + 1, title, url: 'https://example.org/', status: 'publish' }
      await admin()({ path: '/wp/v2/menu-items', method: 'POST', data: item })
    }
    const read = async () =>
      (await admin()({ path: `/wp/v2/menu-items?menus=${id}&orderby=menu_order&order=asc` })).data as {
        id: number
        title: { rendered: string }
        parent: number
        object: string
      }[]
    await go(page, `#/menus/${id}`)
    const items = page.getByRole('region', { name: 'Items' }).getByRole('listitem')
    await eventually(() => items.count()).toBe(3)
    await items.nth(1).getByRole('button', { name: 'Indent' }).click()
    await items.nth(2).getByRole('button', { name: 'Remove' }).click()
    await button(page, 'Add a page or post').click()
    await page.getByRole('combobox', { name: 'Search, or paste an address' }).fill('The editors')
    await page.getByRole('option', { name: 'The editors' }).click()
    expect((await read()).map(({ title }) => title.rendered)).toEqual(['First', 'Second', 'Third'])
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const [first, second, added, ...others] = await read()
    expect(others).toEqual([])
    expect(second).toMatchObject({ title: { rendered: 'Second' }, parent: first?.id })
    expect(added).toMatchObject({ title: { rendered: 'The editors' }, object: 'page' })
  })
})

describe('What a colleague saved meanwhile', () => {
  inOneTab()

  it('is not written over without a word', async () => {
    const id = await newPost(admin(), { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Mine')
    await saveInALaterSecond(id, 'Theirs')
    await saveButton(page).click()
    const dialog = page.getByRole('dialog')
    await eventually(() => dialog.textContent()).toContain('Before → Theirs')
    expect((await readPost(admin(), id)).title).toBe('Theirs')
    await dialog.getByRole('button', { name: 'Not now' }).click()
    const banner = page.getByRole('alert').filter({ hasText: 'You both changed: Title.' })
    await banner.getByRole('button', { name: 'Choose …' }).click()
    await dialog.getByText('Yours', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save what I chose' }).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(admin(), id)).title).toBe('Mine')
  })
})

/** The site tells times to the second: by those two saves of the same one are one. */
async function saveInALaterSecond(id: number, title: string): Promise<void> {
  const path = `/wp/v2/posts/${id}`
  const read = async () => ((await admin()({ path })).data as { modified: string }).modified
  const before = await read()
  do await desk.ask('editor')({ path, method: 'PUT', data: { title } })
  while ((await read()) === before)
}
