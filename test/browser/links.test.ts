import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  newPost,
  openDesk,
  openDocument,
  readPost,
  saveButton,
  stateOf,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

const search = () => tab.page.getByRole('combobox', { name: 'Search, or paste an address' })
const options = () => tab.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** A draft of somebody's own, with a word of it selected and the link dialog open over it. */
async function linkWordOf(role: 'administrator' | 'contributor') {
  const content = '<!-- wp:paragraph -->\n<p>harbour</p>\n<!-- /wp:paragraph -->'
  const fetcher = desk.ask(role)
  const id = await newPost(fetcher, { title: 'With a link', status: 'draft', content })
  tab = await desk.share(role, { width: 1440, height: 900 })
  const { page } = tab
  await openDocument(page, 'post', id)
  await button(page, 'Blocks').click()
  await page.getByRole('main').getByText('harbour', { exact: true }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+k')
  await search().waitFor()
  return { page, saved: async () => (await readPost(fetcher, id)).content }
}

describe('The link dialog', () => {
  it.each(['administrator', 'contributor'] as const)(
    'suggests to an %s what the site has of that name, best first, and links to it by key',
    async (role) => {
      const { page, saved } = await linkWordOf(role)
      expect(await search().inputValue()).toBe('harbour')
      await eventually(() => options().first().textContent()).toContain('Harbour/category/harbour/')
      await search().press('ArrowDown')
      await eventually(() => options().nth(1).getAttribute('aria-selected')).toBe('true')
      expect(await search().getAttribute('aria-activedescendant')).toBe(
        await options().nth(1).getAttribute('id'),
      )
      await search().press('ArrowUp')
      await search().press('Enter')
      await search().waitFor({ state: 'detached' })
      await saveButton(page).click()
      await eventually(() => stateOf(page).textContent()).toBe('Saved')
      expect(await saved()).toMatch(/<p><a href="[^"]*\/category\/harbour\/">harbour<\/a><\/p>/)
    },
  )

  it('says what a pasted address leads to, and how it looks embedded', async () => {
    const { page } = await linkWordOf('administrator')
    const { data } = await desk.ask('administrator')({ path: '/wp/v2/posts/1009?_fields=link,title' })
    const { link, title } = data as { link: string; title: { rendered: string } }
    await search().fill(link)
    await page.getByRole('group', { name: 'Address' }).getByText(`${title.rendered} –`).waitFor()
    await page.getByText('How it looks embedded').click()
    await page
      .frameLocator(`iframe[title="${title.rendered}"]`)
      .locator('.wp-embedded-content')
      .first()
      .waitFor()
    await button(page, 'Embed it').click()
    await search().waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('main').innerText()).toContain(link)
  })

  it('says so when an address can neither be read nor embedded, and lets it be linked to all the same', async () => {
    const { page } = await linkWordOf('administrator')
    await search().fill('https://example.invalid/nowhere')
    await page.getByText('The link works all the same.').waitFor()
    await page.getByText('How it looks embedded').click()
    await page.getByText('The site found no preview of this address.').waitFor()
    expect(await button(page, 'Link to it').isEnabled()).toBe(true)
    // The browser itself reports the site's two refusals.
    expect(tab.complaints.splice(0)).toEqual([
      expect.stringContaining('status of 404'),
      expect.stringContaining('status of 404'),
    ])
    await search().press('Escape')
  })

  it.each(['https://example.org/100%', 'https://example.org/%E0%A4%A'])(
    'survives the paste of an address whose encoding is broken: %s',
    async (address) => {
      const { page } = await linkWordOf('administrator')
      await page.route('**/url-details?**', (route) => route.fulfill({ json: {} }))
      await search().fill(address)
      await page.getByRole('group', { name: 'Address' }).getByText(address.slice(8)).first().waitFor()
      await page.unroute('**/url-details?**')
      await search().press('Escape')
    },
  )

  it('survives an embed that holds a frame with a broken address', async () => {
    const { page } = await linkWordOf('administrator')
    await page.route('**/url-details?**', (route) => route.fulfill({ json: {} }))
    const html = '<iframe src="http://[broken"></iframe><p>Embedded all the same</p>'
    await page.route('**/oembed/1.0/proxy?**', (route) => route.fulfill({ json: { html, title: 'Broken' } }))
    await search().fill('https://example.org/broken')
    await page.getByText('How it looks embedded').click()
    await page.frameLocator('iframe[title="Broken"]').getByText('Embedded all the same').waitFor()
    await search().press('Escape')
    // What is asked late is answered like the rest.
    await search().waitFor({ state: 'detached' })
    await page.unrouteAll()
  })

  it('says when a search has no results, and closes by Escape', async () => {
    const { page } = await linkWordOf('administrator')
    // What is typed takes the place of the words, which are selected.
    await search().pressSequentially('zyzzyva')
    expect(await search().inputValue()).toBe('zyzzyva')
    await page.getByText('No results on this site.').waitFor()
    await search().press('Escape')
    await search().waitFor({ state: 'detached' })
  })
})
