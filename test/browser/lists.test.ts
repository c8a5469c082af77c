import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  go,
  newPost,
  openDocument,
  readPost,
  openRow,
  rows,
  saveButton,
  shareDesk,
  stateOf,
  titleField,
  type Desk,
} from '../support/browser'

let desk: Desk
let page: Page
shareDesk('administrator', { width: 1280, height: 900 }, (opened) => {
  ;({ desk, page } = opened)
})

const admin = () => desk.ask('administrator')
const notice = (text: string) => page.locator('.notice').filter({ hasText: text })

describe('The trash', () => {
  it('gives a document back: at once by Undo, later by its list', async () => {
    const id = await newPost(admin(), { title: 'Thrown away', status: 'pending' })
    await openDocument(page, 'post', id)
    await button(page, 'Move to trash').click()
    await notice('is in the trash').getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await readPost(admin(), id)).status).toBe('pending')
    await openDocument(page, 'post', id)
    await button(page, 'Move to trash').click()
    await eventually(async () => (await readPost(admin(), id)).status).toBe('trash')
    await go(page, '#/post?status=trash')
    await openRow(rows(page).filter({ hasText: 'Thrown away' }))
    await button(page, 'Restore').click()
    await titleField(page).waitFor()
    expect((await readPost(admin(), id)).status).toBe('draft')
  })
})

describe('Several rows of a list', () => {
  it('are moved to the trash together, and brought back as they were', async () => {
    const ids: number[] = []
    for (const status of ['draft', 'publish'])
      ids.push(await newPost(admin(), { title: `Bulk ${status}`, status }))
    await go(page, '#/post?search=Bulk')
    await eventually(() => rows(page).count()).toBe(2)
    await button(page, 'Select several').click()
    for (const status of ['draft', 'publish']) await page.getByLabel(`Select Bulk ${status}`).check()
    await page.getByText('2 posts selected').waitFor()
    // What is not listed any more is not selected any more.
    await page.getByPlaceholder('Search').fill('Bulk pub')
    await eventually(() => rows(page).count()).toBe(1)
    await page.getByText('Select posts').waitFor()
    await page.getByPlaceholder('Search').fill('Bulk')
    await eventually(() => rows(page).count()).toBe(2)
    for (const status of ['draft', 'publish']) await page.getByLabel(`Select Bulk ${status}`).check()
    await page.getByRole('group', { name: 'Selected' }).getByRole('button', { name: 'Move to trash' }).click()
    await notice('2 posts moved to trash.').waitFor()
    await eventually(() => rows(page).count()).toBe(0)
    await notice('2 posts moved to trash.').getByRole('button', { name: 'Undo' }).click()
    const statuses = () => Promise.all(ids.map(async (id) => (await readPost(admin(), id)).status))
    await eventually(statuses).toEqual(['draft', 'publish'])
  })

  it('of comments are approved together', async () => {
    await go(page, '#/comments?status=hold')
    await eventually(() => rows(page, 'Comments').count()).toBeGreaterThan(1)
    const before = await rows(page, 'Comments').count()
    await button(page, 'Select several').click()
    for (const place of [0, 1]) await page.locator('.row-check').nth(place).check()
    await page.getByRole('group', { name: 'Selected' }).getByRole('button', { name: 'Approve' }).click()
    await notice('2 comments approved.').waitFor()
    await eventually(() => rows(page, 'Comments').count()).toBe(before - 2)
  })
})

describe('A comment', () => {
  it('is answered, and approved by that', async () => {
    await go(page, '#/comments?status=hold')
    await openRow(rows(page, 'Comments').first())
    const id = Number(/comments\/(\d+)/.exec(page.url())?.[1])
    await page.getByLabel('Reply').fill('Thank you, we have corrected it.')
    await button(page, 'Approve and reply').click()
    await notice('The reply was published.').waitFor()
    const { data } = await admin()({ path: `/wp/v2/comments?parent=${id}&context=edit` })
    expect(data).toMatchObject([{ content: { raw: 'Thank you, we have corrected it.' } }])
    const { data: answered } = await admin()({ path: `/wp/v2/comments/${id}` })
    expect(answered).toMatchObject({ status: 'approved' })
  })
})

describe('The list of pages', () => {
  it('is a tree, and finds what is searched for', async () => {
    await go(page, '#/page')
    const depthOf = async (title: string) =>
      (await rows(page).filter({ hasText: title }).first().getAttribute('style')) ?? ''
    await rows(page).filter({ hasText: 'The editors' }).first().waitFor()
    await eventually(() => page.title()).toBe('Pages · Copydesk')
    expect(await depthOf('About us')).toBe('')
    expect(await depthOf('The editors')).toContain('padding-left')
    await page.getByPlaceholder('Search').fill('editors')
    await eventually(() => rows(page).count()).toBe(1)
    await page.getByText('1 page', { exact: true }).waitFor()
    await page.getByPlaceholder('Search').fill('')
  })
})

describe('The palette', () => {
  it('opens by Ctrl+K where no text is, and finds posts, screens and commands', async () => {
    const id = await newPost(admin(), { title: 'Found from anywhere', status: 'draft' })
    await go(page, '#/media')
    await page.locator('body').press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search posts, screens and commands' })
    await search.fill('menus')
    await search.press('Enter')
    await eventually(() => page.title()).toBe('Menus · Copydesk')
    await page.locator('body').press('Control+k')
    await search.fill('found from')
    await page.getByRole('option', { name: 'Found from anywhere' }).waitFor()
    await search.press('Enter')
    await titleField(page).waitFor()
    expect(page.url()).toContain(`#/post/${id}`)
    await eventually(() => page.title()).toBe('Found from anywhere · Copydesk')
  })

  it('is not the way past the places for Tab: the first stop skips them', async () => {
    await go(page, '#/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await button(page, 'Skip to content').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })
})

describe('Tags', () => {
  it('are taken by a comma, and by Enter before the search has answered', async () => {
    const id = await newPost(admin(), { title: 'Tagged', status: 'draft' })
    await openDocument(page, 'post', id)
    await button(page, 'Details').click()
    const field = page.getByRole('searchbox', { name: 'Find or add tags' })
    await field.pressSequentially('quick tag,')
    await page.getByRole('checkbox', { name: 'quick tag' }).waitFor()
    await field.pressSequentially('another')
    await field.press('Enter')
    await page.getByRole('checkbox', { name: 'another' }).waitFor()
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const { data } = await admin()({ path: `/wp/v2/tags?post=${id}&_fields=name` })
    expect((data as { name: string }[]).map(({ name }) => name).sort()).toEqual(['another', 'quick tag'])
  })
})
