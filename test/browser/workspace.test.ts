import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  go,
  openDesk,
  openRow,
  rows,
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

const hash = (page: Page) => page.evaluate(() => location.hash)
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('The list of an administrator', () => {
  beforeAll(async () => {
    tab = await desk.open('administrator')
  })
  afterAll(() => tab.close())

  it('keeps what it is narrowed to in the address: links, back and forward find it again', async () => {
    const { page } = tab
    await go(page, '#/post?status=draft&order=title%3Aasc')
    const isDrafts = async () => new Set(await page.locator('li .badge').allTextContents())
    await eventually(isDrafts).toEqual(new Set(['Draft']))
    const titles = await page.locator('.row-title').allTextContents()
    expect(titles).toEqual([...titles].sort((one, other) => one.localeCompare(other, 'en')))

    await page.getByRole('combobox', { name: 'Status' }).selectOption('pending')
    await eventually(isDrafts).toEqual(new Set(['Pending review']))
    await openRow(rows(page).first())
    await titleField(page).waitFor()
    expect(await hash(page)).toMatch(/^#\/post\/\d+\?status=pending&order=title%3Aasc$/)
    await page.goBack()
    await page.goBack()
    await eventually(isDrafts).toEqual(new Set(['Draft']))
    await page.goForward()
    await eventually(isDrafts).toEqual(new Set(['Pending review']))
  })

  it('grows while one scrolls, when that is wanted, with each row once', async () => {
    const { page } = tab
    await go(page, '#/post')
    await button(page, 'Filters and order').click()
    await page.getByLabel('Load more as I scroll').check()
    await page.getByText('of 204').waitFor()
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await eventually(() => rows(page).count()).toBeGreaterThanOrEqual(40)
    const addresses = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('href')))
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('is used by key: search, next, previous, open, help', async () => {
    const { page } = tab
    await go(page, '#/page')
    await page.getByRole('heading', { name: 'Pages' }).waitFor()
    await eventually(() => rows(page).count()).toBe(14)
    const titles = await rows(page).allTextContents()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focusedText(page)).toBe(titles[1])
    await page.keyboard.press('k')
    expect(await focusedText(page)).toBe(titles[0])
    await page.keyboard.press('Enter')
    await titleField(page).waitFor()
    await page.locator('body').press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    // A key that is typed is a letter.
    await page.keyboard.type('jk?')
    expect(await page.getByPlaceholder('Search').inputValue()).toBe('jk?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByPlaceholder('Search').fill('')
    await page.getByPlaceholder('Search').blur()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('asks for a document while the pointer rests on its row', async () => {
    const { page } = tab
    await go(page, '#/post?page=3')
    await page.getByText('Page 3 of').waitFor()
    const last = rows(page).last()
    const [, id] = /\/(\d+)/.exec((await last.getAttribute('href')) ?? '') ?? []
    const asked = page.waitForRequest((request) => request.url().includes(`/wp/v2/posts/${id}?context=edit`))
    await last.hover()
    await asked
    expect(await titleField(page).count()).toBe(0)
  })
})

describe('A list of patterns', () => {
  it('calls them so, and each by its title, for those who may only read them as well', async () => {
    const path = '/wp/v2/blocks'
    const data = { title: 'Sailing times', content: '<p>Six and ten</p>', status: 'publish' }
    await desk.ask('administrator')({ path, method: 'POST', data })
    tab = await desk.open('contributor')
    const { page } = tab
    await go(page, '#/wp_block?author=any')
    await button(page, 'New pattern').waitFor()
    await openRow(rows(page).filter({ hasText: 'Sailing times' }))
    await page.getByText('As a contributor you can read this pattern, but not change or delete it.').waitFor()
    await page.getByText('Six and ten').waitFor()
  })
})
