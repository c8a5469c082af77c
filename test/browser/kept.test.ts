import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchProfile } from '../../examples/launchBrowser'
import {
  beginDocument,
  button,
  chooseInUserMenu,
  contentField,
  discardAll,
  eventually,
  go,
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

/** What a page has written to its databases. */
interface Counted {
  transactions: number
  written: string
}

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

  it('is there after a reload by itself, without a question on the way', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'Before' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed before the reload')
    await page.reload()
    await eventually(() => titleField(page).inputValue()).toBe('Typed before the reload')
    await button(page, 'Undo').click()
    await eventually(() => titleField(page).inputValue()).toBe('Before')
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
    await dialog(page).getByText('Edith Editor saved this post').waitFor()
    expect(writes).toEqual([])
    const [title, text] = ['Title', 'Content'].map((name) => dialog(page).getByRole('group', { name }))
    expect(await title?.textContent()).toContain('Before → Mine')
    expect(await title?.textContent()).toContain('Before → Theirs')
    expect(await text?.textContent()).toContain('You both changed one passage of it.')
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

  it('of a record that somebody else deleted can go on as a new one', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'Short-lived', content: 'Words', status: 'publish' })
    await openDocument(page, 'post', id)
    await contentField(page).fill('Words worth keeping')
    await colleague()({ path: `/wp/v2/posts/${id}?force=true`, method: 'DELETE' })
    await saveButton(page).click()
    await button(page, 'Make a new post of it').click()
    const shown = () => Number(/post\/(\d+)/.exec(page.url())?.[1])
    await eventually(shown).toBeGreaterThan(id)
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await readPost(admin(), shown())).toMatchObject({
      title: 'Short-lived',
      content: 'Words worth keeping',
    })
  })
})

describe('3. What two people did to different things', () => {
  it('is on the site together, and nobody was asked', async () => {
    const { page } = tab
    const content = `${paragraph('One')}\n\n${paragraph('Two')}`
    const id = await newPost(admin(), { title: 'Before', content, categories: [1] })
    await openDocument(page, 'post', id)
    await contentField(page).fill(content.replace('One', 'My one'))
    await button(page, 'Details').click()
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').check()
    const data = { title: 'Their title', content: content.replace('Two', 'Their two') }
    await colleague()({ path: `/wp/v2/posts/${id}`, method: 'PUT', data })
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await dialog(page).count()).toBe(0)
    expect(await readPost(admin(), id)).toMatchObject({
      title: 'Their title',
      content: `${paragraph('My one')}\n\n${paragraph('Their two')}`,
    })
    await button(page, 'Content').click()
    expect(await titleField(page).inputValue()).toBe('Their title')
  })
})

describe('4. A record that the site does not know yet', () => {
  it('is used like any other, without a network too, and its real id takes the place of the local one', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'With new things', content: paragraph('One') })
    await openDocument(page, 'post', id)
    await button(page, 'Details').click()
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').waitFor()
    await offline(page)
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

describe('5. A list on screen', () => {
  it('shows a saved change at once, without being asked for again', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'About to go out', status: 'draft' })
    await go(page, '#/post?status=draft')
    const row = rows(page).filter({ hasText: 'About to go out' })
    await row.waitFor()
    await row.click()
    await titleField(page).waitFor()
    const asked: string[] = []
    const note = (request: { url(): string; method(): string }) => {
      if (/\/wp\/v2\/posts\?/.test(request.url()) && !/_fields=|include=/.test(request.url()))
        asked.push(request.url())
    }
    page.on('request', note)
    await button(page, 'Publish').click()
    await page.locator('.notice').getByText('Published.').waitFor()
    await eventually(() => row.count()).toBe(0)
    await go(page, `#/post/${id}`)
    page.off('request', note)
    expect(asked.filter((url) => url.includes('status=draft'))).toEqual([])
    // The site says the same.
    const { data } = await admin()({ path: '/wp/v2/posts?status=draft&per_page=100&_fields=id' })
    expect((data as { id: number }[]).map((post) => post.id)).not.toContain(id)
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
    await offline(page)
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

  it('can be taken out again, and stays unsaved then', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'Before' })
    await openDocument(page, 'post', id)
    await offline(page)
    await titleField(page).fill('Not to be sent')
    await saveButton(page).click()
    await mark(page, 'Offline, waiting to be sent: 1').click()
    await button(page, 'Do not send').click()
    await button(page, 'Do not send it').click()
    await page.getByText('Nothing waits').waitFor()
    await page.context().setOffline(false)
    await eventually(() => stateOf(page).textContent()).toBe('Unsaved changes')
    expect((await readPost(admin(), id)).title).toBe('Before')
  })
})

describe('7. What it costs', () => {
  it('is nothing before somebody is signed in, no request per key, and few writes to the disk', async () => {
    const guest = await desk.open()
    const loaded = () =>
      guest.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect((await loaded()).filter((name) => name.includes('/keeping.'))).toEqual([])
    expect(await guest.page.evaluate(() => indexedDB.databases())).toEqual([])
    await guest.close()

    const { page } = tab
    const id = await newPost(admin(), { title: 'Before' })
    await openDocument(page, 'post', id)
    await page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype
      const { put } = IDBObjectStore.prototype
      const counted = Object.assign(globalThis, { transactions: 0, written: '' })
      IDBDatabase.prototype.transaction = function (...given) {
        counted.transactions++
        return transaction.apply(this, given)
      }
      IDBObjectStore.prototype.put = function (...given) {
        counted.written += JSON.stringify(given)
        return put.apply(this, given)
      }
    })
    const asked: string[] = []
    const note = (request: { url(): string }) => asked.push(request.url())
    page.on('request', note)
    await titleField(page).pressSequentially(' and forty keys more, typed one by one', { delay: 25 })
    await page.waitForFunction(() => (globalThis as unknown as Counted).written.includes('typed one by one'))
    page.off('request', note)
    expect(asked).toEqual([])
    const written = await page.evaluate(() => (globalThis as unknown as Counted).transactions)
    expect(written).toBeGreaterThan(0)
    // However slow the machine is: fewer than one in four keys.
    expect(written).toBeLessThan(10)
  })
})

describe('Whoever signs in on the same computer', () => {
  it('sees nothing of what others kept, and signing out forgets one’s own after a question', async () => {
    const own = await desk.open()
    const { page } = own
    await signIn(page, 'editor')
    await rows(page).first().waitFor()
    const id = await newPost(colleague(), { title: 'Private thoughts' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Not for others')
    await mark(page, 'Kept').waitFor()
    await chooseInUserMenu(page, 'menuitemradio', 'author')
    await dialog(page).getByText('kept on this device for you alone').waitFor()
    await button(page, 'Become an author').click()
    await page.getByRole('banner').getByText('Arthur Author').waitFor()
    await rows(page).first().waitFor()
    expect(await page.getByRole('region', { name: 'Left unsaved' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Unsaved 0' }).waitFor()
    // Back, all is as it was left.
    await chooseInUserMenu(page, 'menuitemradio', 'editor')
    await page.getByRole('banner').getByText('Edith Editor').waitFor()
    await page.getByRole('tab', { name: 'Unsaved 1' }).waitFor()
    await chooseInUserMenu(page, 'menuitem', 'Sign out')
    await dialog(page).getByText('Signing out deletes that from this device').waitFor()
    await dialog(page).getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('list', { name: 'People' }).waitFor()
    await eventually(async () =>
      (await page.evaluate(() => indexedDB.databases())).filter(({ name }) => name?.endsWith('"2"]')),
    ).toEqual([])
    expect(own.complaints.filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
    await own.close()
  })
})

async function offline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText('You are offline.').first().waitFor()
}

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
