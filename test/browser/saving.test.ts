import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../examples/playground/session/roles'
import {
  button,
  contentField,
  discardAll,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  readPost,
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
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

const panel = (page: Page) => page.getByRole('complementary', { name: 'Store' })
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

describe('The list of unsaved changes', () => {
  inASharedTab()

  it('tells the old and the new value of each field, and gives one of them up', async () => {
    const { page } = tab
    const id = await openNew('administrator', { title: 'Before', content: paragraph('A long story') })
    await titleField(page).fill('After')
    await contentField(page).fill(
      paragraph('A short story, by somebody who has never been to the sea at all'),
    )
    await button(page, 'Show what was changed in After').click()
    const changes = panel(page).locator('.unsaved-fields')
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
    await openNew('administrator', { title: 'Before', content: 'Words' })
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
    const ids = [
      await openNew('administrator', { title: 'Good' }),
      await openNew('administrator', { title: 'Bad' }),
    ]
    for (const id of ids) {
      await openDocument(page, 'post', id)
      await titleField(page).fill(`Changed ${id}`)
    }
    const refusal = { code: 'out_of_ink', message: 'The press is out of ink.', data: { status: 500 } }
    await page.route('**/batch/v1*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      const { responses } = (await response.json()) as { responses: { body: { id: number } }[] }
      const json = {
        responses: responses.map((one) =>
          one.body.id === ids[1] ? { status: 500, headers: {}, body: refusal } : one,
        ),
      }
      return route.fulfill({ response, json })
    })
    await button(page, 'Save all').click()
    await panel(page).getByText('The press is out of ink.').waitFor()
    expect(await panel(page).getByRole('listitem').count()).toBe(1)
    expect(await titleField(page).inputValue()).toBe(`Changed ${ids[1]}`)
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByText('All is saved').waitFor()
    expect((await readPost(desk.ask('administrator'), ids[1] as number)).title).toBe(`Changed ${ids[1]}`)
    expect(complaints.splice(0)).toEqual([])
    await page.unroute('**/batch/v1*')
  })
})

describe('The history', () => {
  it('is walked to any point of it, back and forth', async () => {
    tab = await desk.open('administrator')
    const { page } = tab
    await openNew('administrator', { title: 'Zero', content: 'Words' })
    await titleField(page).fill('One')
    await contentField(page).fill('Two')
    await page.getByRole('main').getByLabel('Status').selectOption('pending')
    await page.getByRole('tab', { name: 'History' }).click()
    const steps = panel(page).getByRole('listitem')
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
    await tab.close()
  })
})

describe('Autosave', () => {
  it('keeps a copy of what is written to a published post, which is offered the next time', async () => {
    tab = await desk.open('administrator')
    const { page } = tab
    await page.clock.install()
    const id = await openNew('administrator', { title: 'Public', content: 'Words', status: 'publish' })
    await contentField(page).fill('Words that were not saved')
    await page.clock.runFor(11_000)
    await page.getByText(/Saved a copy at \d\d:\d\d/).waitFor()
    expect(await stateOf(page).first().textContent()).toBe('Unsaved changes')
    expect((await readPost(desk.ask('administrator'), id)).content).toBe('Words')
    await tab.close()
    // On another computer; this one has kept the words themselves.
    const other = await desk.open()
    await signIn(other.page, 'administrator')
    await openDocument(other.page, 'post', id)
    const offer = other.page.getByRole('region', { name: 'Newer copy' })
    await offer.getByRole('button', { name: 'Compare' }).click()
    await eventually(() => other.page.getByRole('dialog').locator('ins').allTextContents()).not.toEqual([])
    await button(other.page, 'Restore the copy').click()
    await eventually(() => contentField(other.page).inputValue()).toBe('Words that were not saved')
    expect(await offer.count()).toBe(0)
    expect(other.complaints).toEqual([])
    await other.close()
  })

  it('saves a contributor’s own draft', async () => {
    tab = await desk.open('contributor')
    const { page } = tab
    await page.clock.install()
    const id = await openNew('contributor', { title: 'Mine' })
    await titleField(page).fill('Mine, longer')
    await page.clock.runFor(11_000)
    await eventually(() => stateOf(page).first().textContent()).toBe('Saved')
    expect((await readPost(desk.ask('contributor'), id)).title).toBe('Mine, longer')
    await tab.close()
  })
})

describe('Older versions', () => {
  inASharedTab()

  it('are compared word by word, and brought back', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { content: 'The cat sat', status: 'draft' })
    const update = (data: object) => fetcher({ path: `/wp/v2/posts/${id}`, method: 'PUT', data })
    await update({ title: 'First' })
    await update({ title: 'Second' })
    await update({ content: 'The dog sat' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await openDocument(page, 'post', id)
    await page.getByRole('link', { name: 'Revisions' }).click()
    const versions = page.getByRole('navigation', { name: 'Revisions' }).getByRole('listitem')
    await eventually(() => versions.count()).toBe(3)
    const main = page.getByRole('main')
    const changes = () => main.locator('del, ins').allTextContents()
    await eventually(changes).toEqual(['The cat sat', 'The dog sat'])
    // The list has no texts; those of a version come when it is shown, once.
    const list = asked.filter((address) => address.includes(`/posts/${id}/revisions?`))
    expect(list).toEqual([expect.not.stringContaining('content')])
    const single = () => asked.filter((address) => address.includes(`/posts/${id}/revisions/`))
    expect(single()).toHaveLength(2)
    await versions.nth(1).getByRole('button').click()
    await eventually(changes).toEqual(['First', 'Second'])
    await versions.nth(0).getByRole('button').click()
    await eventually(changes).toEqual(['The cat sat', 'The dog sat'])
    expect(single()).toHaveLength(3)
    await versions.nth(1).getByRole('button').click()
    await eventually(changes).toEqual(['First', 'Second'])
    await button(page, 'Restore this version').click()
    await eventually(() => contentField(page).inputValue()).toBe('The cat sat')
    expect(await titleField(page).inputValue()).toBe('Second')
    expect(await stateOf(page).first().textContent()).toBe('Unsaved changes')
  })
})

describe('What goes wrong', () => {
  beforeEach(async () => {
    tab = await desk.open('administrator')
  })
  afterEach(() => tab.close())

  it('offline keeps what was typed, and is sent when the browser is online again', async () => {
    const { page, complaints } = tab
    const id = await openNew('administrator', { title: 'On the train' })
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await titleField(page).fill('In the tunnel')
    await saveButton(page).click()
    await eventually(() => stateOf(page).first().textContent()).toBe('Waiting to be sent')
    await page.getByText('It is kept on this device, and is sent once when you are back.').waitFor()
    expect(await titleField(page).inputValue()).toBe('In the tunnel')
    await page.context().setOffline(false)
    await eventually(() => stateOf(page).first().textContent()).toBe('Saved')
    expect((await readPost(desk.ask('administrator'), id)).title).toBe('In the tunnel')
    complaints.splice(0)
  })

  it('is read as soon as there is a network again, where it was opened without one', async () => {
    const { page, complaints } = tab
    const id = await newPost(desk.ask('administrator'), { title: 'Opened in the tunnel', status: 'draft' })
    await page.context().setOffline(true)
    await go(page, `#/post/${id}`)
    await button(page, 'Try again').waitFor()
    await page.context().setOffline(false)
    await eventually(() => titleField(page).inputValue()).toBe('Opened in the tunnel')
    complaints.splice(0)
  })

  it('by a change elsewhere is told with the fields that both changed', async () => {
    const { page } = tab
    // WordPress tells changes apart by the second: it was not made in the one in which it is changed.
    const date = '2024-01-01T00:00:00'
    const id = await openNew('administrator', { title: 'Ours', content: 'Words', date })
    await contentField(page).fill('My words')
    await desk.ask('editor')({
      path: `/wp/v2/posts/${id}`,
      method: 'PUT',
      data: { content: 'Their words', date },
    })
    // What was read a moment ago is fresh, and is not read again.
    await eventually(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return page.getByText('You both changed: Content').count()
    }).toBe(1)
    expect(await contentField(page).inputValue()).toBe('My words')
  })
})

/** The tests share a tab, in which nothing is left unsaved. */
function inASharedTab(): void {
  beforeEach(async () => {
    tab = await desk.share('administrator')
  })
  afterEach(() => discardAll(tab.page))
}

/** Opens a new post of somebody's in the open tab. */
async function openNew(role: Role, fields: Record<string, unknown>): Promise<number> {
  const id = await newPost(desk.ask(role), { status: 'draft', ...fields })
  await openDocument(tab.page, 'post', id)
  return id
}
