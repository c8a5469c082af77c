import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  chooseInUserMenu,
  discardAll,
  eventually,
  newPost,
  openDesk,
  openDocument,
  readPost,
  rows,
  saveButton,
  signIn,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
  tab = await desk.open('administrator', { width: 1440, height: 900 })
})
afterEach(async () => {
  await tab.page.context().setOffline(false)
  // The browser itself complains of what it could not ask, and of what is not there.
  expect(tab.complaints.splice(0).filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
  // A story that failed may have left one open.
  if ((await dialog(tab.page).count()) > 0) await tab.page.keyboard.press('Escape')
  await discardAll(tab.page)
})
afterAll(() => desk.close())

const admin = () => desk.ask('administrator')
const colleague = () => desk.ask('editor')
const dialog = (page: Page) => page.getByRole('dialog')
const put = (id: number, data: Record<string, unknown>) =>
  colleague()({ path: `/wp/v2/posts/${id}`, method: 'PUT', data })

describe('What somebody else does meanwhile', () => {
  it('is asked about again where it is done while one still chooses, and needs no answer where it comes to the same', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'Before' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Mine')
    await put(id, { title: 'Theirs' })
    await saveButton(page).click()
    const title = dialog(page).getByRole('group', { name: 'Title' })
    await title.getByRole('insertion').getByText('Theirs', { exact: true }).waitFor()
    await put(id, { title: 'Theirs, once more' })
    await title.getByRole('radio', { name: 'Yours' }).check()
    await button(page, 'Save what I chose').click()
    // Nothing was replaced: it is another question, with nothing chosen.
    await title.getByText('Theirs, once more').waitFor()
    expect((await readPost(admin(), id)).title).toBe('Theirs, once more')
    await eventually(() => button(page, 'Save what I chose').isDisabled()).toBe(true)
    // They come round to it themselves: there is nothing to send.
    await put(id, { title: 'Mine' })
    const writes: string[] = []
    const note = (request: { method(): string; url(): string }) => {
      if (request.method() === 'PUT' && request.url().includes(`/posts/${id}`)) writes.push(request.url())
    }
    page.on('request', note)
    await title.getByRole('radio', { name: 'Yours' }).check()
    await button(page, 'Save what I chose').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    page.off('request', note)
    await dialog(page).waitFor({ state: 'detached' })
    expect(writes).toEqual([])
  })

  it('takes nothing from the screen where it is put in the trash, and one may take it out', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'In use', status: 'publish' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('In use, and being written')
    await colleague()({ path: `/wp/v2/posts/${id}`, method: 'DELETE' })
    // As whoever comes back to the page does.
    await eventually(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return page.getByRole('alert').filter({ hasText: 'put this post in the trash' }).count()
    }).toBe(1)
    expect(await titleField(page).inputValue()).toBe('In use, and being written')
    await button(page, 'Take it out and save').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await readPost(admin(), id)).toMatchObject({
      title: 'In use, and being written',
      status: 'draft',
    })
    // Whoever does not look is asked by the save.
    await titleField(page).fill('In use once more')
    await colleague()({ path: `/wp/v2/posts/${id}`, method: 'DELETE' })
    await saveButton(page).click()
    await dialog(page).getByText('is in the trash').waitFor()
    await dialog(page).getByRole('radio', { name: 'Yours' }).check()
    await button(page, 'Save what I chose').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await readPost(admin(), id)).toMatchObject({ title: 'In use once more', status: 'draft' })
  })
})

describe('Signing out in one tab', () => {
  it('shows nobody what another one has unsaved, and loses nothing of it', async () => {
    const own = await desk.open(undefined, { width: 1440, height: 900 })
    const { page } = own
    await signIn(page, 'editor')
    await rows(page).first().waitFor()
    const other = await page.context().newPage()
    const id = await newPost(colleague(), { title: 'Private thoughts' })
    // By its address at once: a page that has just begun opens what was open last, and may do so after it was sent elsewhere.
    await other.goto(`${desk.url}#/post/${id}`)
    await titleField(other).waitFor()
    await titleField(other).fill('Not for others')
    await chooseInUserMenu(page, 'menuitem', 'Sign out')
    await dialog(page).getByText('Another tab has unsaved changes to one record').waitFor()
    await dialog(page).getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, 'author')
    await rows(page).first().waitFor()
    await other.getByText('Arthur Author signed in on this device, in another tab.').waitFor()
    expect(await other.getByText('Not for others').count()).toBe(0)
    expect(await titleField(other).count()).toBe(0)
    await button(other, 'Go on as Edith Editor').click()
    await eventually(() => titleField(other).inputValue()).toBe('Not for others')
    await page.getByText('Edith Editor signed in on this device, in another tab.').waitFor()
    await saveButton(other).click()
    await eventually(() => stateOf(other).textContent()).toBe('Saved')
    const { data } = await admin()({ path: `/wp/v2/posts/${id}/revisions?_fields=author` })
    expect((data as { author: number }[])[0]?.author).toBe(2)
    expect((await readPost(admin(), id)).title).toBe('Not for others')
    expect(own.complaints.filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
    await own.close()
  })
})

describe('A new post', () => {
  it('has its details before the site knows it', async () => {
    const { page } = tab
    await button(page, 'New post').click()
    // Beside the side panel there is room for one of the two.
    await button(page, 'Details').click()
    await page.getByText('Begin with a title or the text.').waitFor()
    await button(page, 'Content').click()
    await titleField(page).fill('Begun with all it needs')
    await button(page, 'Details').click()
    await page.getByLabel('Slug').fill('all-it-needs')
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Harbour').check()
    await page.getByLabel('Excerpt').fill('In short')
    // It is kept like all else, and is sent with the first save.
    await button(page, 'Save draft').click()
    await eventually(() => page.url()).toMatch(/#\/post\/\d+$/)
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const [, id] = /post\/(\d+)/.exec(page.url()) ?? []
    const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit&_embed=wp:term` })
    expect(data).toMatchObject({
      slug: 'all-it-needs',
      status: 'draft',
      title: { raw: 'Begun with all it needs' },
      excerpt: { raw: 'In short' },
    })
    const { _embedded: embedded } = data as { _embedded: { 'wp:term': { name: string }[][] } }
    expect(embedded['wp:term'].flat().map(({ name }) => name)).toEqual(['Harbour'])
  })
})
