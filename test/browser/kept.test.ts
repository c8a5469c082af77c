import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchProfile } from '../../examples/launchBrowser'
import {
  beginDocument,
  button,
  contentField,
  discardAll,
  eventually,
  go,
  goOffline,
  newPost,
  openDesk,
  openDocument,
  openTab,
  readPost,
  rows,
  saveButton,
  signIn,
  stateOf,
  takeTerm,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'
import { isStored, killBrowser } from '../support/killBrowser'
import { picture } from '../support/picture'

let desk: Desk
let tab: Tab
/** What the page wrote to the site, in order: method and path. */
let writes: string[]

beforeAll(async () => {
  desk = await openDesk()
  tab = await desk.open('administrator', { width: 1440, height: 900 })
  writes = watchWrites(tab.page)
})
afterEach(async () => {
  await tab.page.context().setOffline(false)
  // The browser itself complains of what it could not ask, and of what is not there.
  expect(tab.complaints.splice(0).filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
  await discardAll(tab.page)
})
afterAll(() => desk.close())

const admin = () => desk.ask('administrator')
const colleague = () => desk.ask('editor')
const dialog = (page: Page) => page.getByRole('dialog')
const mark = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name })
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

describe('1. What was typed more than a second ago', () => {
  it('is there after the browser was killed, with its undo history, and is compared with the site first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'copydesk-kept-'))
    try {
      const id = await newPost(admin(), { title: 'Before', content: 'Words', excerpt: 'Short' })
      const first = await openProfile(folder)
      await openDocument(first.page, 'post', id)
      await titleField(first.page).fill('Typed before the crash')
      await contentField(first.page).fill('Words, and more')
      await mark(first.page, 'Kept').waitFor()
      // A new post is nowhere else.
      await beginDocument(first.page)
      await titleField(first.page).fill('Only here')
      await eventually(() => isStored(folder, 'Only here')).toBe(true)
      await killBrowser(folder, first.context)
      await colleague()({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { excerpt: 'Theirs' } })

      const { page, close } = await openProfile(folder)
      const left = page.getByRole('region', { name: 'Left unsaved' })
      expect(await left.textContent()).toContain('and 1 more have changes that were not saved')
      await left.getByRole('button', { name: 'Look through all' }).click()
      const item = page.getByRole('listitem', { name: 'Typed before the crash' })
      await item.getByText('Somebody has changed other things of it since: both stay.').waitFor()
      expect(await item.locator('.field-difference').first().textContent()).toBe(
        'TitleBefore → Typed before the crash',
      )
      await item.getByText('Discard').isVisible()
      await button(page, 'Keep all').click()
      await page.getByText('Nothing is left over').waitFor()
      await openDocument(page, 'post', id)
      await eventually(() => titleField(page).inputValue()).toBe('Typed before the crash')
      await eventually(() => contentField(page).inputValue()).toBe('Words, and more')
      await go(page, '#/post/new')
      await eventually(() => titleField(page).inputValue()).toBe('Only here')
      await button(page, 'Discard').click()
      await openDocument(page, 'post', id)
      await button(page, 'Undo').click()
      await button(page, 'Undo').click()
      await eventually(() => contentField(page).inputValue()).toBe('Words')
      await button(page, 'Redo').click()
      await saveButton(page).click()
      await eventually(() => stateOf(page).textContent()).toBe('Saved')
      const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit` })
      expect(data).toMatchObject({ excerpt: { raw: 'Theirs' } })
      await close()
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})

describe('2. A save', () => {
  it('replaces nothing that somebody else has written to the same field: one chooses, field by field', async () => {
    const { page } = tab
    const content = [1, 2, 3].map((number) => paragraph(`Number ${number}`)).join('\n\n')
    const id = await newPost(admin(), { title: 'Before', content })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Mine')
    await contentField(page).fill(content.replace('Number 1', 'Mine').replace('Number 3', 'Also mine'))
    const theirs = content.replace('Number 1', 'Theirs').replace('Number 2', 'Also theirs')
    await colleague()({
      path: `/wp/v2/posts/${id}`,
      method: 'PUT',
      data: { title: 'Theirs', content: theirs },
    })
    writes.length = 0
    await saveButton(page).click()
    await dialog(page).getByText('Edith Editor saved this while').waitFor()
    expect(writes).toEqual([])
    const [title, text] = ['Title', 'Content'].map((name) => dialog(page).getByRole('group', { name }))
    expect(await title?.textContent()).toContain('Before → Mine')
    expect(await title?.textContent()).toContain('Before → Theirs')
    expect(await text?.textContent()).toContain('You both changed 1 passage of it.')
    // Who puts it off finds it by the mark in the header.
    await button(page, 'Not now').click()
    await mark(page, 'Conflict').click()
    expect(await button(page, 'Save what I chose').isDisabled()).toBe(true)
    await title?.getByText('Put together by hand').click()
    await title?.getByRole('textbox').fill('Ours')
    await text?.getByText('Edith Editor’s').click()
    await button(page, 'Save what I chose').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await readPost(admin(), id)).toMatchObject({
      title: 'Ours',
      content: theirs.replace('Number 3', 'Also mine'),
    })
  })
})

describe('4. A record that the site does not know yet', () => {
  it('is used like any other, without a network too, and its real id takes the place of the local one', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'With new things', content: paragraph('One') })
    await openDocument(page, 'post', id)
    await button(page, 'Details').click()
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').waitFor()
    await goOffline(page)
    const category = await takeTerm(page, 'Categories', 'Lighthouses')
    await takeTerm(page, 'Tags', 'fog horn')
    await button(page, 'Choose a picture').click()
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'lamp.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await picture(40, 30).arrayBuffer()),
      })
    await page.locator('.featured-image img[src^="blob:"]').waitFor()
    writes.length = 0
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Waiting to be sent')
    await mark(page, 'Offline, waiting to be sent: 4').click()
    expect(await page.getByRole('listitem', { name: 'With new things' }).textContent()).toContain(
      'Goes after “Lighthouses” and “fog horn” and “lamp.png”.',
    )
    expect(writes).toEqual([])
    await page.context().setOffline(false)
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit&_embed=wp:term` })
    const saved = data as { featured_media: number; _embedded: { 'wp:term': { name: string }[][] } }
    expect(saved._embedded['wp:term'].flat().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Lighthouses', 'fog horn']),
    )
    expect(saved.featured_media).toBeGreaterThan(0)
    expect(writes.filter((write) => !write.startsWith('POST /wp/v2/posts'))).toHaveLength(writes.length)
    // It is the same tick, and the picture is the one of the site by now.
    expect(await category.isChecked()).toBe(true)
    await page.locator('.featured-image img:not([src^="blob:"])').waitFor()
    // Under the hood each local id stands beside what it has become.
    await openTab(page, 'Under the hood')
    await page.getByRole('tab', { name: 'Kept' }).click()
    const ids = page.getByRole('region', { name: /^Local ids/ }).getByRole('listitem')
    await eventually(async () =>
      (await ids.allTextContents()).filter((text) => text.includes('answered')),
    ).toHaveLength(await ids.count())
  })
})

describe('6. What is saved without a network', () => {
  it('is sent once, in order, by one of two tabs, whichever is still open', async () => {
    const { page } = tab
    const other = await desk.open('administrator', { width: 1440, height: 900 })
    const otherWrites = watchWrites(other.page)
    const id = await newPost(admin(), { title: 'Before', content: 'Words' })
    await openDocument(page, 'post', id)
    await openDocument(other.page, 'post', 1046)
    await goOffline(page)
    writes.length = 0
    await titleField(page).fill('First')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Waiting to be sent')
    await contentField(page).fill('More words')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Waiting to be sent')
    await beginDocument(other.page)
    await titleField(other.page).fill('Made in the other tab')
    await button(other.page, 'Save draft').click()
    await eventually(() => stateOf(other.page).textContent()).toBe('Waiting to be sent')
    await mark(page, 'Offline, waiting to be sent: 2').waitFor()
    await page.context().setOffline(false)
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    // It goes on under the id of the site, in the tab that has it open.
    await eventually(() => other.page.url()).toMatch(/#\/post\/\d+$/)
    expect(await titleField(other.page).inputValue()).toBe('Made in the other tab')
    expect(await readPost(admin(), id)).toMatchObject({ title: 'First', content: 'More words' })
    const { data } = await admin()({ path: '/wp/v2/posts?search=Made in the other tab&status=any' })
    expect(data).toHaveLength(1)
    const sent = [...writes, ...otherWrites]
    expect(sent.filter((write) => write === `PUT /wp/v2/posts/${id}`)).toHaveLength(1)
    expect(sent.filter((write) => write === 'POST /wp/v2/posts')).toHaveLength(1)
    expect(other.complaints.filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
    await other.close()
  })
})

describe('7. What one tab has saved', () => {
  it('is seen at once in another tab that has the same document open, online and while it waits, and is replaced by neither', async () => {
    const { page } = tab
    const other = await desk.open('administrator', { width: 1440, height: 900 })
    const id = await newPost(admin(), { title: 'Before', content: 'Words' })
    await openDocument(page, 'post', id)
    await openDocument(other.page, 'post', id)
    await contentField(other.page).fill('Words of the other tab')
    await titleField(page).fill('Saved here')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    await eventually(() => titleField(other.page).inputValue()).toBe('Saved here')
    expect(await contentField(other.page).inputValue()).toBe('Words of the other tab')

    await goOffline(page)
    await titleField(page).fill('Waits here')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Waiting to be sent')
    await eventually(() => titleField(other.page).inputValue()).toBe('Waits here')
    await page.context().setOffline(false)
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    await saveButton(other.page).click()
    await eventually(() => stateOf(other.page).textContent()).toBe('Saved')
    expect(await readPost(admin(), id)).toMatchObject({
      title: 'Waits here',
      content: 'Words of the other tab',
    })
    expect(other.complaints.filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
    await other.close()
  })
})

function watchWrites(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^(?:POST|PUT|PATCH|DELETE)$/.test(request.method()) && pathname.startsWith('/wp-json/wp/'))
      seen.push(`${request.method()} ${pathname.slice('/wp-json'.length)}`)
  })
  return seen
}

interface Profile {
  context: BrowserContext
  page: Page
  close: () => Promise<void>
}

/** The editor in a browser of its own, with what an earlier one has left in a folder. */
async function openProfile(folder: string): Promise<Profile> {
  const context = await launchProfile(folder)
  await context.addCookies(inject('editor').cookies.nobody)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(() => {
    localStorage['copydesk-content-view'] = 'text'
    // A browser that is killed has not stored yet who was signed in.
    localStorage.removeItem('copydesk-signed-in')
  })
  await page.goto(desk.url)
  await signIn(page, 'administrator')
  await rows(page).first().waitFor()
  return { context, page, close: () => context.close() }
}
