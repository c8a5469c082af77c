import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginDocument,
  button,
  contentField,
  discardAll,
  eventually,
  goOffline,
  newPost,
  openDesk,
  openDocument,
  readPost,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'
import { bringAxe, expectNothingSerious, wide } from '../support/pageQuality'

let desk: Desk
let tab: Tab
/** What the browser says of each request that failed, where a story takes the network away. */
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

const admin = () => desk.ask('administrator')
const sitDown = async () => {
  tab = await desk.open('administrator', { width: 1440, height: 900 })
}
const dialog = (page: Page) => page.getByRole('dialog')
const mark = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name })
const store = (page: Page) => page.getByRole('complementary', { name: 'Store' })
const panel = (page: Page) => page.locator('.side-panel [role=tabpanel]')
const notice = (page: Page) => page.locator('.notice')
const hasFocus = (element: Locator) => element.evaluate((one) => one.contains(document.activeElement))
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

describe('On a page that stays open', () => {
  beforeAll(sitDown)
  afterEach(async () => {
    await tab.page.context().setOffline(false)
    // A story that failed may have left one open.
    if ((await dialog(tab.page).count()) > 0) await tab.page.keyboard.press('Escape')
    await discardAll(tab.page)
  })
  afterAll(() => tab.close())

  describe('The panels of what is not on the site', () => {
    it('are for the keyboard, for every eye and for a phone, and say aloud what changes', async () => {
      areErrorsExpected = true
      const { page } = tab
      await bringAxe(page)
      const id = await newPost(admin(), { title: 'Before', content: 'Words' })
      await openDocument(page, 'post', id)
      const data = { title: 'Theirs', content: 'Their words' }
      await desk.ask('editor')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data })

      // The dialog takes the focus, and gives it back.
      await titleField(page).fill('Mine')
      await page.keyboard.press('Control+s')
      await dialog(page).getByText('Edith Editor saved this while').waitFor()
      await eventually(() => hasFocus(dialog(page))).toBe(true)
      await expectNothingSerious(page, undefined, 'the conflict')
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await wide(page)).toEqual([])
      expect(await dialog(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await eventually(() => hasFocus(titleField(page))).toBe(true)
      await page.locator('[aria-live=polite]', { hasText: 'Conflict' }).waitFor({ state: 'attached' })
      await mark(page, 'Conflict').press('Enter')
      await dialog(page).getByRole('radio', { name: 'Yours' }).press('Space')
      await button(page, 'Save what I chose').press('Enter')
      await eventually(() => stateOf(page).textContent()).toBe('Saved')
      expect(await readPost(admin(), id)).toMatchObject({ title: 'Mine', content: 'Their words' })
      await page.locator('[aria-live=polite]', { hasText: 'Nothing is left to choose' }).waitFor({
        state: 'attached',
      })

      // What waits: with the row that is taken out the focus is not lost.
      await goOffline(page)
      await titleField(page).fill('Saved on a train')
      await page.keyboard.press('Control+s')
      await mark(page, 'Offline, waiting to be sent: 1').press('Enter')
      await page.getByRole('heading', { name: 'Saved on a train' }).waitFor()
      await expectNothingSerious(page, undefined, 'what waits')
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await wide(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      await button(page, 'Do not send').press('Enter')
      await eventually(() => hasFocus(dialog(page))).toBe(true)
      await button(page, 'Do not send it').press('Enter')
      await page.getByText('Nothing waits').waitFor()
      await eventually(() => hasFocus(panel(page))).toBe(true)
      await page.locator('.notices[aria-live]').getByText('It is not sent: the post').waitFor()
      await page.context().setOffline(false)
      await eventually(() => stateOf(page).textContent()).toBe('Unsaved changes')
    })

    it('are the same for what a page has left', async () => {
      const { page } = tab
      const id = await newPost(admin(), { title: 'Before' })
      const other = await desk.open('administrator', { width: 1440, height: 900 })
      await openDocument(other.page, 'post', id)
      await titleField(other.page).fill('Left behind')
      await mark(other.page, 'Kept on this device').waitFor()
      await eventually(() => titlesOnDisk(other.page)).toContain('Left behind')
      await other.close()
      const left = page.getByRole('region', { name: 'Left unsaved' })
      await left.getByRole('button', { name: 'Look through them' }).press('Enter')
      await page.getByText('Nobody has changed it since.').waitFor()
      await bringAxe(page)
      await expectNothingSerious(page, undefined, 'what was left')
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await wide(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      await button(page, 'Keep Left behind').press('Enter')
      await page.getByText('Nothing is left over').waitFor()
      await eventually(() => hasFocus(panel(page))).toBe(true)
      await page.locator('.notices[aria-live]').getByText('“Left behind” is back').waitFor()
      await openDocument(page, 'post', id)
      expect(await titleField(page).inputValue()).toBe('Left behind')
    })
  })

  describe('The list of unsaved changes', () => {
    it('tells the old and the new value of each field, and gives one of them up', async () => {
      const { page } = tab
      const id = await openNew({ title: 'Before', content: paragraph('A long story') })
      await titleField(page).fill('After')
      await contentField(page).fill(
        paragraph('A short story, by somebody who has never been to the sea at all'),
      )
      await button(page, 'Show what was changed in After').click()
      const changes = store(page).locator('.unsaved-fields')
      await eventually(() => changes.textContent()).toContain('TitleBefore → After')
      await eventually(() => changes.locator('del').allTextContents()).toContain('long')
      await button(page, 'Discard content').click()
      await eventually(() => contentField(page).inputValue()).toBe(paragraph('A long story'))
      await button(page, 'Save it').click()
      await eventually(() => stateOf(page).first().textContent()).toBe('Saved')
      expect(await readPost(desk.ask('administrator'), id)).toMatchObject({
        title: 'After',
        content: paragraph('A long story'),
      })
    })

    it('gives up all of a record, which undo brings back', async () => {
      const { page } = tab
      await openNew({ title: 'Before', content: 'Words' })
      await titleField(page).fill('After')
      await contentField(page).fill('Other words')
      await button(page, 'Discard').click()
      await page.getByText('All is saved').waitFor()
      expect(await titleField(page).inputValue()).toBe('Before')
      await button(page, 'Undo').click()
      expect(await titleField(page).inputValue()).toBe('After')
      expect(await contentField(page).inputValue()).toBe('Other words')
    })

    it('saves all that can be saved, and gives what was refused its reason and another try', async () => {
      const { page, complaints } = tab
      const ids = [await openNew({ title: 'Good' }), await openNew({ title: 'Bad' })]
      for (const id of ids) {
        await openDocument(page, 'post', id)
        await titleField(page).fill(`Changed ${id}`)
      }
      const refusal = { code: 'out_of_ink', message: 'The press is out of ink.', data: { status: 500 } }
      await page.route('**/batch/v1*', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        const sent = route.request().postDataJSON() as { requests: { path: string }[] }
        const isBad = ({ path }: { path: string }) => path.includes(`/posts/${ids[1]}`)
        const postData = { ...sent, requests: sent.requests.filter((one) => !isBad(one)) }
        const response = await route.fetch({ postData })
        const { responses } = (await response.json()) as { responses: unknown[] }
        const refused = { status: 500, headers: {}, body: refusal }
        const json = { responses: sent.requests.map((one) => (isBad(one) ? refused : responses.shift())) }
        return route.fulfill({ response, json })
      })
      await button(page, 'Save all').click()
      await store(page).getByText('The press is out of ink.').waitFor()
      expect(await store(page).getByRole('listitem').count()).toBe(1)
      expect(await titleField(page).inputValue()).toBe(`Changed ${ids[1]}`)
      await store(page).getByRole('button', { name: 'Try again' }).click()
      await page.getByText('All is saved').waitFor()
      expect((await readPost(desk.ask('administrator'), ids[1] as number)).title).toBe(`Changed ${ids[1]}`)
      expect(complaints.splice(0)).toEqual([])
      await page.unroute('**/batch/v1*')
    })
  })
})

describe('On a page of its own', () => {
  beforeEach(sitDown)
  afterEach(() => tab.close())

  describe('The history', () => {
    it('is walked to any point of it, back and forth', async () => {
      const { page } = tab
      await openNew({ title: 'Zero', content: 'Words' })
      await titleField(page).fill('One')
      await contentField(page).fill('Two')
      await page.getByRole('main').getByLabel('Status').selectOption('pending')
      await page.getByRole('tab', { name: 'History' }).click()
      const steps = store(page).getByRole('listitem')
      await eventually(() => steps.locator('.history-what').allTextContents()).toEqual([
        'Statusnow',
        'Content',
        'Title',
        'The beginning',
      ])
      await steps.nth(2).getByRole('button').click()
      expect(await titleField(page).inputValue()).toBe('One')
      expect(await contentField(page).inputValue()).toBe('Words')
      expect(await steps.locator('.history-what').allTextContents()).toEqual([
        'Statusundone',
        'Contentundone',
        'Titlenow',
        'The beginning',
      ])
      await steps.last().getByRole('button').click()
      expect(await titleField(page).inputValue()).toBe('Zero')
      await steps.first().getByRole('button').click()
      expect(await contentField(page).inputValue()).toBe('Two')
      expect(await page.getByRole('main').getByLabel('Status').inputValue()).toBe('pending')
      // When each was done, and where the site has what was done so far.
      expect(await steps.locator('time').allTextContents()).toEqual(
        Array.from({ length: 3 }, () => expect.stringMatching(/^\d\d:\d\d$/)),
      )
      await page.keyboard.press('Control+s')
      const saved = steps.filter({ hasText: /^Saved: Post · One\d\d:\d\d$/ })
      await saved.waitFor()
      await titleField(page).fill('Three')
      await eventually(() => steps.locator('.history-what').allTextContents()).toEqual([
        'Titlewhile you type',
        'Status',
        'Content',
        'Title',
        'The beginning',
      ])
      expect(await steps.nth(1).textContent()).toBe(await saved.textContent())
    })
  })

  describe('An undo of what is not on the screen', () => {
    it('says what it took back and where, leads there, and is undone from there', async () => {
      const { page } = tab
      const [first, second] = [
        await newPost(admin(), { title: 'First', status: 'draft' }),
        await newPost(admin(), { title: 'Second', status: 'draft' }),
      ]
      await openDocument(page, 'post', first)
      await titleField(page).fill('First, changed')
      await openDocument(page, 'post', second)
      await button(page, 'Undo').click()
      await notice(page).getByText('Undid: Title of Post · First').waitFor()
      expect(await titleField(page).inputValue()).toBe('Second')
      await notice(page).getByRole('button', { name: 'Redo' }).click()
      await page.getByRole('tab', { name: 'Unsaved 1' }).waitFor()
      await button(page, 'Undo').click()
      await notice(page).getByRole('button', { name: 'Show' }).click()
      await eventually(() => titleField(page).inputValue()).toBe('First')
      await button(page, 'Redo').click()
      expect(await titleField(page).inputValue()).toBe('First, changed')
      expect(await notice(page).count()).toBe(0)
    })
  })

  describe('A new post that is not saved', () => {
    it('keeps the caret in its text through undo and redo, and tells nothing of what one sees', async () => {
      const { page } = tab
      await beginDocument(page)
      await page.keyboard.type('Low water')
      await page.keyboard.press('Enter')
      await page.keyboard.type('One')
      await page.keyboard.press('Enter')
      await page.keyboard.type('## Two')
      const texts = page.getByRole('main').locator('[data-rich]')
      const shown = async () => (await texts.allTextContents()).filter((text) => text !== '')
      await eventually(shown).toEqual(['One', 'Two'])
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      await eventually(shown).toEqual(['One'])
      for (let times = 0; times < 3; times++) await page.keyboard.press('Control+Shift+z')
      await eventually(shown).toEqual(['One', 'Two'])
      await page.keyboard.type('!')
      await eventually(async () => (await shown()).join(' ')).toContain('!')
      expect(
        await page
          .locator('.notice')
          .filter({ hasText: /^(?:Undid|Redid)/ })
          .count(),
      ).toBe(0)
      await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).click()
    })
  })
})

/** Opens a new draft in the open tab. */
async function openNew(fields: Record<string, unknown>): Promise<number> {
  const id = await newPost(admin(), { status: 'draft', ...fields })
  await openDocument(tab.page, 'post', id)
  return id
}

/** All that is stored of edits, as text. */
async function titlesOnDisk(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error(name))
      })
      if (opened.objectStoreNames.contains('edits')) {
        texts.push(
          await new Promise((resolve) => {
            const all = opened.transaction('edits').objectStore('edits').getAll()
            all.onsuccess = () => resolve(all.result)
          }),
        )
      }
      opened.close()
    }
    return JSON.stringify(texts)
  })
}
