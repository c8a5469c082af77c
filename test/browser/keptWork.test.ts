import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  chooseInUserMenu,
  contentField,
  discardAll,
  eventually,
  go,
  goOffline,
  newPost,
  openDesk,
  openDocument,
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
import { picture } from '../support/picture'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
  tab = await desk.open('administrator', { width: 1440, height: 900 })
})
afterEach(async () => {
  await tab.page.unrouteAll({ behavior: 'ignoreErrors' })
  await tab.page.context().setOffline(false)
  // The browser itself complains of what it could not ask.
  expect(tab.complaints.splice(0).filter((line) => !/^Failed to load resource/.test(line))).toEqual([])
  if ((await dialog(tab.page).count()) > 0) await tab.page.keyboard.press('Escape')
  await discardAll(tab.page)
  await tab.page.evaluate(() => (localStorage['copydesk-content-view'] = 'text'))
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

describe('6. What waits for the site', () => {
  it('is there after a reload, and is sent once', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'Before' })
    await openDocument(page, 'post', id)
    const site = await unreachable(page)
    await titleField(page).fill('Saved before the reload')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Waiting to be sent')
    await button(page, 'New post').click()
    await titleField(page).fill('Made before the reload')
    await button(page, 'Save draft').click()
    await mark(page, 'Waiting to be sent: 2').waitFor()
    await page.reload()
    await mark(page, 'Waiting to be sent: 2').click()
    await page.getByRole('heading', { name: 'Saved before the reload' }).waitFor()
    expect(await readPost(admin(), id)).toMatchObject({ title: 'Before' })
    await site.answers()
    await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
    expect(await readPost(admin(), id)).toMatchObject({ title: 'Saved before the reload' })
    const { data } = await admin()({ path: '/wp/v2/posts?search=Made before the reload&status=any' })
    expect(data).toHaveLength(1)
    expect(site.reached.filter((write) => write === 'POST /wp/v2/posts')).toHaveLength(1)
    expect(site.reached.filter((write) => write === `PUT /wp/v2/posts/${id}`)).toHaveLength(1)
  })

  it('may be five kinds of writes, after which the site is as if it had always answered', async () => {
    const { page } = tab
    const thrown = await newPost(admin(), { title: 'Thrown away', status: 'draft' })
    const id = await newPost(admin(), { title: 'Before the outage', content: paragraph('One') })
    await openDocument(page, 'post', thrown)
    await openDocument(page, 'post', id)
    await titleField(page).fill('After the outage')
    await button(page, 'Details').click()
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').waitFor()
    await goOffline(page)
    await takeTerm(page, 'Categories', 'Made in the outage')
    await button(page, 'Choose a picture').click()
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'outage.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await picture(40, 30).arrayBuffer()),
      })
    await page.locator('.featured-image img[src^="blob:"]').waitFor()
    await saveButton(page).click()
    await mark(page, 'Offline, waiting to be sent: 3').waitFor()
    await button(page, 'Content').click()
    await openDocument(page, 'post', thrown)
    await button(page, 'Move to trash').click()
    await mark(page, 'Offline, waiting to be sent: 4').waitFor()
    await button(page, 'New post').click()
    await titleField(page).fill('Written in the outage')
    await button(page, 'Save draft').click()
    await mark(page, 'Offline, waiting to be sent: 5').waitFor()
    // A page needs its network to be loaded; the site is not to be reached before it was looked at.
    const site = await unreachable(page)
    await page.context().setOffline(false)
    await page.reload()
    await mark(page, 'Waiting to be sent: 5').click()
    expect(site.reached).toEqual([])
    await site.answers()
    await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
    const category = await categoryNamed('Made in the outage')
    const [media, ...moreMedia] = await mediaNamed('outage')
    expect(moreMedia).toEqual([])
    expect(await readPost(admin(), id)).toMatchObject({ title: 'After the outage', status: 'draft' })
    const { data } = await admin()({
      path: `/wp/v2/posts/${id}?context=edit&_fields=categories,featured_media`,
    })
    expect(data).toMatchObject({ featured_media: media?.id })
    expect((data as { categories: number[] }).categories).toContain(category)
    expect((await readPost(admin(), thrown)).status).toBe('trash')
    const made = await admin()({
      path: '/wp/v2/posts?search=Written in the outage&status=any&context=edit&_fields=slug,status',
    })
    // The slug that it was made under is nobody's.
    expect(made.data).toMatchObject([{ slug: '', status: 'draft' }])
    const times = (write: string) => site.reached.filter((one) => one === write).length
    for (const write of ['POST /wp/v2/posts', 'POST /wp/v2/media', 'POST /wp/v2/categories'])
      expect(times(write), write).toBe(1)
    expect([times(`PUT /wp/v2/posts/${id}`), times(`DELETE /wp/v2/posts/${thrown}`)]).toEqual([1, 1])
  })

  it('may be a file in a text: it is uploaded once, and stands there under its address', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'With a map', content: paragraph('One') })
    await openDocument(page, 'post', id)
    await button(page, 'Blocks').click()
    const sheet = page.getByRole('main').getByRole('group', { name: 'Blocks', exact: true })
    await sheet.locator('[data-rich]').first().click()
    await goOffline(page)
    const bytes = [...new Uint8Array(await picture(40, 30).arrayBuffer())]
    await page.evaluate((given) => {
      const clipboardData = new DataTransfer()
      const file = new File([new Uint8Array(given)], 'map-of-the-bay.png', { type: 'image/png' })
      clipboardData.items.add(file)
      const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
      document.activeElement?.dispatchEvent(pasted)
    }, bytes)
    await sheet.locator('.image-block img[src^="blob:"]').waitFor()
    await saveButton(page).click()
    await mark(page, 'Offline, waiting to be sent: 2').waitFor()
    // A page needs its network to be loaded; the site is not to be reached before it was looked at.
    const site = await unreachable(page)
    await page.context().setOffline(false)
    await page.reload()
    await mark(page, 'Waiting to be sent: 2').waitFor()
    // The address of the file in the page before is of no use in this one.
    const shown = sheet.locator('.image-block img')
    await eventually(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40)
    expect(await mediaNamed('map-of-the-bay')).toEqual([])
    await mark(page, 'Waiting to be sent: 2').click()
    await site.answers()
    await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
    const [media, ...more] = await mediaNamed('map-of-the-bay')
    expect(more).toEqual([])
    expect(site.reached.filter((write) => write === 'POST /wp/v2/media')).toHaveLength(1)
    const { content } = await readPost(admin(), id)
    expect(content).toContain(`<!-- wp:image {"id":${media?.id}`)
    expect(content).toContain(`src="${media?.source_url}"`)
    expect(content).toContain(`wp-image-${media?.id}`)
    expect(content).not.toMatch(/blob:|\d{16}/)
    await eventually(() => shown.getAttribute('src')).toBe(media?.source_url)
    await button(page, 'Text').click()
    await contentField(page).waitFor()
  })

  it('can be taken out again, and stays unsaved then', async () => {
    const { page } = tab
    const id = await newPost(admin(), { title: 'Before' })
    await openDocument(page, 'post', id)
    await goOffline(page)
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

describe('2. A save', () => {
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

describe('2. Where two people changed the same', () => {
  it.each([
    { whose: 'Yours', expected: 'Mine', status: 'pending' },
    { whose: 'Edith Editor’s', expected: 'Theirs', status: 'publish' },
  ])('one chooses $whose for every kind of field', async ({ whose, expected, status }) => {
    const { page } = tab
    const id = await newPost(admin(), {
      title: 'Before',
      content: [1, 2].map((number) => paragraph(`Number ${number}`)).join('\n\n'),
      excerpt: 'Before',
      meta: { subtitle: 'Before' },
      categories: [1],
    })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Mine')
    await contentField(page).fill([1, 2].map((number) => paragraph(`Mine ${number}`)).join('\n\n'))
    await page.getByRole('main').getByLabel('Status').last().selectOption('pending')
    await button(page, 'Details').click()
    await page.getByLabel('Excerpt').fill('Mine')
    await page.getByLabel('Subtitle').fill('Mine')
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').check()
    const theirs = {
      title: 'Theirs',
      content: [paragraph('Theirs 1'), paragraph('Number 2')].join('\n\n'),
      excerpt: 'Theirs',
      status: 'publish',
      meta: { subtitle: 'Theirs' },
      categories: [1, await categoryNamed('Harbour')],
    }
    await colleague()({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: theirs })
    await saveButton(page).click()
    await dialog(page).getByText('Edith Editor saved this while').waitFor()
    await dialog(page).getByText('What you changed in categories goes together with theirs.').waitFor()
    const groups = dialog(page).locator('fieldset')
    expect(
      await groups.evaluateAll((all) => all.map((one) => one.querySelector('legend')?.textContent)),
    ).toEqual(['Title', 'Content', 'Status', 'Excerpt', 'Subtitle'])
    for (const group of await groups.all()) await group.getByRole('radio', { name: whose }).check()
    await button(page, 'Save what I chose').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit&_embed=wp:term` })
    expect(data).toMatchObject({
      title: { raw: expected },
      // What only one of the two changed is there whoever's passage was chosen.
      content: { raw: [paragraph(`${expected} 1`), paragraph('Mine 2')].join('\n\n') },
      excerpt: { raw: expected },
      status,
      meta: { subtitle: expected },
    })
    const { _embedded: embedded } = data as { _embedded: { 'wp:term': { name: string }[][] } }
    expect(embedded['wp:term'].flat().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Harbour', 'Markets']),
    )
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

describe('5. A list on screen', () => {
  let changed: number
  let published: number

  // Before the list is read, which no story makes stale.
  beforeAll(async () => {
    const date = '2024-04-13T12:00:00'
    changed = await newPost(admin(), { title: 'A draft in a list', status: 'draft', date })
    published = await newPost(admin(), { title: 'About to go out', status: 'draft' })
  })

  it('has what a save has made of a draft, without being read again', async () => {
    const { page } = tab
    await go(page, `#/post/${changed}?status=draft`)
    await titleField(page).waitFor()
    await rows(page).filter({ hasText: 'A draft in a list' }).waitFor()
    const lists: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/wp/v2/posts') && searchParams.has('orderby')) lists.push(request.url())
    })
    await titleField(page).fill('Called otherwise')
    await button(page, 'Save draft').or(saveButton(page)).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    await rows(page).filter({ hasText: 'Called otherwise' }).waitFor()
    expect(lists).toEqual([])
  })

  it('that could not be read without a network is there once the network is back', async () => {
    const { page } = tab
    await go(page, '#/post')
    await rows(page).first().waitFor()
    await page.context().setOffline(true)
    await page.getByPlaceholder('Search').fill('Nobody has looked for this')
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await go(page, '#/post')
  })

  it('shows a saved change at once, without being asked for again', async () => {
    const { page } = tab
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
    await go(page, `#/post/${published}`)
    page.off('request', note)
    expect(asked.filter((url) => url.includes('status=draft'))).toEqual([])
    // The site says the same.
    const { data } = await admin()({ path: '/wp/v2/posts?status=draft&per_page=100&_fields=id' })
    expect((data as { id: number }[]).map((post) => post.id)).not.toContain(published)
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

/** Lets no write and no check of one through to the site, until it answers again; what has reached it since. */
async function unreachable(
  page: Page,
): Promise<{ reached: readonly string[]; answers: () => Promise<void> }> {
  let isReachable = false
  const reached: string[] = []
  await page.route(/\/wp-json\/wp\/v2\/(?:media|posts|categories)/, (route: Route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    if (!isReachable) return route.abort()
    reached.push(`${request.method()} ${new URL(request.url()).pathname.slice('/wp-json'.length)}`)
    return route.continue()
  })
  return {
    reached,
    async answers() {
      isReachable = true
      // The next try is at once, and not when the wait after the last one is over.
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
  }
}

async function mediaNamed(slug: string) {
  const { data } = await admin()({ path: `/wp/v2/media?search=${slug}&_fields=id,source_url` })
  return data as { id: number; source_url: string }[]
}

async function categoryNamed(name: string): Promise<number> {
  const { data } = await admin()({ path: `/wp/v2/categories?search=${name}&_fields=id` })
  return (data as { id: number }[])[0]?.id ?? 0
}
