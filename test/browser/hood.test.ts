import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  newPost,
  openDesk,
  openDocument,
  openTab,
  saveButton,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => expect(tab.complaints.splice(0)).toEqual([]))
afterAll(() => desk.close())

const details = () => tab.page.getByRole('region', { name: 'Details' })
const go = (hash: string) => tab.page.evaluate((hash) => (location.hash = hash), hash)
const requests = () => tab.page.getByRole('region', { name: 'Requests' })
const request = (text: string | RegExp) => requests().getByRole('listitem').filter({ hasText: text })
const tabs = new Map<string, Tab>()

/** Opens a file beside a panel. Each role has one page, where tests leave what they typed: each types elsewhere. */
async function openMediaWithHood(role: 'administrator' | 'author', id: number, panel = 'Requests') {
  tab = tabs.get(role) ?? (await desk.open(role, { width: 1440, height: 900 }))
  tabs.set(role, tab)
  await go('#/media')
  await details().waitFor({ state: 'detached' })
  await openTab(tab.page, 'Under the hood')
  await openTab(tab.page, panel)
  await go(`#/media/${id}`)
  await details().getByLabel('Title').waitFor()
}

describe('The request log', () => {
  it('says which part of the page asked, for what, and why the store did not know', async () => {
    await openMediaWithHood('author', 501)
    const read = request('/wp/v2/media/501?context=edit')
    await eventually(() => read.first().textContent()).toContain(
      'File details fetchEntityRecord postType/attachment 501 · not known yet',
    )
    await details().getByLabel('Title').fill('Harbour at noon')
    await saveButton(tab.page).click()
    await eventually(() => request(/^PUT/).first().textContent()).toMatch(
      /^PUT200.*File details (?:.* · )?save postType\/attachment 501$/,
    )
    // The list shows the title as the site renders it.
    await eventually(() => request('no longer fresh').first().textContent()).toContain(
      'Media fetchEntityRecords postType/attachment',
    )
  })

  it('shows no request where the store had the answer', async () => {
    await openMediaWithHood('administrator', 501)
    await go('#/media/518')
    await request('/wp/v2/media/518').first().waitFor()
    await button(tab.page, 'Clear').click()
    // A component asks for nothing that the store has: neither the file, nor what may be done with it.
    await go('#/media/501')
    await details().getByLabel('Title').waitFor()
    await go('#/media/518')
    await details().getByLabel('Title').waitFor()
    expect(await request(/(GET|OPTIONS).*media\/(501|518)/).count()).toBe(0)
  })

  it('has what a contributor was refused', async () => {
    tab = await desk.open('contributor', { width: 1440, height: 900 })
    const { page, complaints } = tab
    const id = await newPost(desk.ask('contributor'), { title: 'Soon published', status: 'draft' })
    await openTab(page, 'Under the hood')
    await openDocument(page, 'post', id)
    await desk.ask('administrator')({
      path: `/wp/v2/posts/${id}`,
      method: 'PUT',
      data: { status: 'publish' },
    })
    await titleField(page).fill('Too late')
    await saveButton(page).click()
    await eventually(() =>
      request(/^PUT403/)
        .first()
        .textContent(),
    ).toMatch(new RegExp(`/wp/v2/posts/${id}.*Document (?:.* · )?save postType/post ${id}$`))
    await eventually(() => saveButton(page).isDisabled()).toBe(true)
    // The browser itself reports every answer from 400 up, that to an autosave too.
    await tab.close()
    expect(complaints.splice(0).filter((line) => !line.includes('status of 403'))).toEqual([])
  })
})

describe('Under the hood', () => {
  it('the state is a tree that follows what is typed', async () => {
    await openMediaWithHood('administrator', 535, 'State')
    const node = (name: RegExp) => tab.page.getByRole('button', { name })
    await node(/^edits/).click()
    await details().getByLabel('Title').fill('Seen in the tree')
    for (const name of [/^records/, /^postType\/attachment/, /^535/, /^fields/, /^title/])
      await node(name).last().click()
    await tab.page.getByText('"Seen in the tree"').first().waitFor()
  })

  it('a lock is held while the server is slow, and released after', async () => {
    await openMediaWithHood('author', 552, 'Locks')
    await details().getByLabel('Title').fill('Locked for a while')
    await tab.page.getByRole('radio', { name: 'Slow' }).check()
    await tab.page.clock.install()
    await saveButton(tab.page).click()
    const locks = tab.page.getByRole('region', { name: 'Locks' })
    const path = 'entities / records / postType / attachment / 552'
    await locks.getByRole('listitem').filter({ hasText: path }).getByText('held', { exact: true }).waitFor()
    // The server is slow by the clock of the page.
    await eventually(async () => {
      await tab.page.clock.runFor(1000)
      return locks.getByText(/released after \d{4,} ms/).count()
    }).toBeGreaterThan(0)
    await tab.page.getByRole('radio', { name: 'As it is' }).check()
  })

  it('the undo stack has what was changed, from what to what', async () => {
    await openMediaWithHood('administrator', 569, 'Undo')
    await details().getByLabel('Title').fill('Bells')
    const stack = tab.page.getByRole('region', { name: 'Undo stack' })
    await eventually(() => stack.getByRole('listitem').first().textContent()).toContain(
      'title: Bell tower → Bells',
    )
    await stack.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => stack.getByRole('listitem').first().textContent()).toContain('undone')
    expect(await details().getByLabel('Title').inputValue()).toBe('Bell tower')
  })

  it('everything that was read can be made stale, and what is on screen is read again', async () => {
    await openMediaWithHood('administrator', 586, 'Reads')
    const resolutions = tab.page.getByRole('region', { name: 'Resolutions' })
    const one = resolutions
      .getByRole('listitem')
      .filter({ hasText: 'fetchEntityRecord postType/attachment 586' })
    await eventually(() => one.textContent()).toContain('success')
    const before = await one.textContent()
    await resolutions.getByRole('button', { name: 'Make all stale' }).click()
    await eventually(async () => {
      const now = await one.textContent()
      return now?.includes('success') === true && now !== before
    }).toBe(true)
  })

  it('only what shows a value renders when it is typed', async () => {
    await openMediaWithHood('administrator', 501, 'Renders')
    await tab.page.getByLabel('Count renders, and let what renders light up').check()
    await details().getByLabel('Title').press('End')
    await details().getByLabel('Title').pressSequentially('!!')
    await eventually(() => tab.page.getByRole('row').allTextContents()).toContain('MediaEditor2')
    const counted = (await tab.page.getByRole('row').allTextContents()).join()
    expect(counted).toContain('UndoButtons')
    for (const other of ['GridCell', 'Sidebar']) expect(counted).not.toContain(other)
  })
})
