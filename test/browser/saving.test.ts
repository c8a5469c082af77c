import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../examples/playground/session/roles'
import {
  button,
  contentField,
  discardAll,
  eventually,
  go,
  goOffline,
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
  inASharedTab()

  it('offline keeps what was typed, and is sent when the browser is online again', async () => {
    const { page, complaints } = tab
    const id = await openNew('administrator', { title: 'On the train' })
    await goOffline(page)
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
