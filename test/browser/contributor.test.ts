import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  button,
  contentField,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  readPost,
  openRow,
  rows,
  saveButton,
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

describe('A contributor', () => {
  beforeEach(async () => {
    tab = await desk.share('contributor')
    await go(tab.page, '#/post')
  })

  it('begins with the drafts that are hers', async () => {
    const { page } = tab
    expect(await page.getByLabel('Author').locator('option:checked').textContent()).toBe('Only mine')
    // The other filters are folded away.
    expect(await button(page, 'Filters and order').getAttribute('aria-expanded')).toBe('false')
    expect(await page.getByRole('search').getByLabel('Order', { exact: true }).count()).toBe(0)
    const texts = await rows(page).allTextContents()
    expect(texts.filter((text) => text.endsWith('Yours'))).toHaveLength(texts.length)
  })

  it('edits, undoes, redoes, saves and deletes a draft of hers', async () => {
    const { page } = tab
    const hers = desk.ask('contributor')
    const id = await newPost(hers, { title: 'A draft of mine', content: 'Words', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('A better draft')
    await contentField(page).fill('Better words')
    await button(page, 'Undo').click()
    expect(await contentField(page).inputValue()).toBe('Words')
    await button(page, 'Redo').click()
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await readPost(hers, id)).toEqual({
      title: 'A better draft',
      content: 'Better words',
      status: 'draft',
    })
    await page.getByPlaceholder('Search').fill('A better draft')
    await eventually(() => rows(page).count()).toBe(1)
    await button(page, 'Move to trash').click()
    await page.getByText('No posts match').waitFor()
  })

  it('can’t choose to publish, and reads why', async () => {
    const { page } = tab
    await openRow(rows(page).first())
    const status = page.getByRole('main').getByLabel('Status')
    await status.waitFor()
    const barred = await status.locator('option:disabled').allTextContents()
    expect(barred).toEqual(['Published', 'Private'])
    await page.getByText('As a contributor you can’t publish').waitFor()
  })

  it('hands a draft in for review', async () => {
    const { page } = tab
    const hers = desk.ask('contributor')
    const id = await newPost(hers, { title: 'Ready to be read', status: 'draft' })
    await openDocument(page, 'post', id)
    await button(page, 'Submit for review').click()
    await page.locator('.notice').getByText('Submitted for review.').waitFor()
    expect((await readPost(hers, id)).status).toBe('pending')
  })

  it('reads what others published, without the means to change it', async () => {
    const { page } = tab
    await page.getByLabel('Author').selectOption('Everybody')
    await openRow(rows(page).filter({ hasNotText: 'Yours' }).first())
    await page.getByText('As a contributor you can read this post, but not change or delete it.').waitFor()
    expect(await saveButton(page).isDisabled()).toBe(true)
    expect(await button(page, 'Move to trash').isDisabled()).toBe(true)
    expect(await titleField(page).count()).toBe(0)
  })

  it('reads pages, but makes none', async () => {
    const { page } = tab
    await page.getByRole('link', { name: 'Pages' }).click()
    await page.getByText('As a contributor you can’t create pages.').waitFor()
    expect(await button(page, 'New page').isDisabled()).toBe(true)
    await eventually(() => rows(page).count()).toBe(14)
  })
})

describe('A contributor whose draft is published meanwhile', () => {
  it('learns from the server why a save was refused, and keeps what she typed', async () => {
    tab = await desk.open('contributor')
    const { page, complaints } = tab
    const id = await newPost(desk.ask('contributor'), { title: 'Soon published', status: 'draft' })
    await openDocument(page, 'post', id)
    await desk.ask('administrator')({
      path: `/wp/v2/posts/${id}`,
      method: 'PUT',
      data: { status: 'publish' },
    })
    await titleField(page).fill('Too late')
    await saveButton(page).click()
    await page.getByRole('alert').getByText('Sorry, you are not allowed to edit this post.').waitFor()
    expect(await titleField(page).inputValue()).toBe('Too late')
    await eventually(() => saveButton(page).isDisabled()).toBe(true)
    await page.getByText('As a contributor you can’t save or delete this post.').waitFor()
    // The browser itself reports every answer from 400 up, that to an autosave too.
    const told = complaints.splice(0)
    expect(told).not.toEqual([])
    expect(told.filter((line) => !line.includes('status of 403'))).toEqual([])
    await tab.close()
  })
})

describe('A subscriber', () => {
  it('reads what is published, and makes nothing', async () => {
    tab = await desk.open('subscriber')
    const { page } = tab
    await page.getByText('As a subscriber you can’t create posts.').waitFor()
    expect(await page.getByLabel('Status').first().isDisabled()).toBe(true)
    await openRow(rows(page).first())
    await page.getByText('As a subscriber you can read this post').waitFor()
  })
})
