import type { Browser, Page } from 'playwright-core'
import { createServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../examples/launchBrowser'
import { copyExample } from './copyExample'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Starts a copied example with Vite, as its `npm start` does, on a free port; in this process, which has loaded Vite. */
async function startExample(name: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const { folder, scripts } = copyExample(name)
  expect(scripts.start, `the start command of ${name}`).toBe('vite')
  const server = await createServer({
    ...{ root: folder, logLevel: 'error' },
    server: { port: 0, host: '127.0.0.1' },
  })
  await server.listen()
  return { address: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() }
}

/** Opens the example's page and does what a person does; fails on any complaint of the page. */
async function drive(name: string, story: (page: Page, address: string) => Promise<void>): Promise<void> {
  const { address, stop } = await startExample(name)
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Neither a page without an icon nor what Redux Toolkit says of a slow machine is a complaint about the example.
    if (message.location().url.endsWith('/favicon.ico') || /Middleware took \d+ms/.test(message.text()))
      return
    complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  try {
    await page.goto(address)
    await story(page, address)
    expect(complaints).toEqual([])
  } finally {
    await page.close()
    await stop()
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('An example, copied, installed, started and used in a browser', () => {
  it('minimal: a title is edited and saved', () =>
    drive('minimal', async (page) => {
      const title = page.getByLabel('Title')
      await expect.poll(() => title.inputValue()).toBe('Hello')
      await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)
      await title.fill('Hello again')
      await button(page, 'Save').click()
      await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)
      await expect.poll(() => title.inputValue()).toBe('Hello again')
    }))

  it('list-and-form: search, an edit shown in the list, undo, redo, save', () =>
    drive('list-and-form', async (page) => {
      await button(page, 'A new bridge').waitFor()
      await page.getByLabel('Search').fill('library')
      await page.getByText('1 posts').waitFor()
      await button(page, 'Library opens on Sunday').click()
      const title = page.getByLabel('Title')
      await expect.poll(() => title.inputValue()).toBe('Library opens on Sunday')
      await title.fill('Library opens on Monday')
      await button(page, 'Library opens on Monday •').waitFor()
      await button(page, 'Undo').click()
      await expect.poll(() => title.inputValue()).toBe('Library opens on Sunday')
      await button(page, 'Redo').click()
      await button(page, 'Save 1').click()
      await expect.poll(() => button(page, /^Save/).isDisabled()).toBe(true)
      await button(page, /^Library opens on Monday$/).waitFor()
    }))

  it('in-redux-toolkit: slices of the application see what the store does', () =>
    drive('in-redux-toolkit', async (page) => {
      await button(page, 'Library opens on Sunday').click()
      await page.getByLabel('Title').fill('Library opens on Monday')
      await page.getByText('1 unsaved, saved 0 times').waitFor()
      await button(page, 'Save').click()
      await page.getByText('0 unsaved, saved 1 times').waitFor()
      await button(page, 'Library opens on Monday').waitFor()
    }))

  it('editor: a post of the site in memory is typed, undone and updated, and a picture is described', () =>
    drive('editor', async (page) => {
      await button(page, 'Try it on a site in memory').click()
      await page.getByText('42 posts').waitFor()
      await page.getByRole('link', { name: 'Library opens on Sunday Published' }).click()
      const title = page.getByLabel('Title', { exact: true })
      await title.fill('Library opens on Monday')
      await button(page, 'Undo').click()
      await expect.poll(() => title.inputValue()).toBe('Library opens on Sunday')
      await button(page, 'Redo').click()
      await page.getByLabel('Find or add categories').fill('Culture')
      await button(page, 'Add “Culture”').click()
      await button(page, 'Update').click()
      await expect.poll(() => page.getByRole('main').getByRole('status').textContent()).toBe('Saved')
      await page.getByRole('link', { name: /^Library opens on Monday/ }).waitFor()
      await page.getByRole('link', { name: 'Media' }).click()
      await button(page, 'Lighthouse').click()
      await page.getByLabel('Alt text').fill('A lighthouse at night')
      await button(page, /^Save$/).click()
      await expect.poll(() => page.getByRole('main').getByRole('status').textContent()).toBe('Saved')
    }))

  it('own-rest-api: pages, search, edit, create and delete reach json-server', () =>
    drive('own-rest-api', async (page, address) => {
      const rows = async (filter: string): Promise<unknown> =>
        (await page.request.get(`${address}api/notes?${filter}`)).json()
      await page.getByText('1 of 3').waitFor()
      await button(page, 'Next').click()
      await page.getByText('2 of 3').waitFor()
      await page.getByLabel('Search').fill('ferry')
      await page.getByText('1 of 1').waitFor()
      await button(page, 'Ferry times').click()
      await page.getByLabel('Title').fill('Ferry times in winter')
      await button(page, 'Save 1').click()
      await button(page, /^Ferry times in winter$/).waitFor()
      // The server keeps what was not edited.
      expect(await rows('id=11')).toEqual([
        { id: 11, title: 'Ferry times in winter', text: 'All about: ferry times.', tags: ['desk'] },
      ])
      await button(page, 'Add').click()
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('New note')
      expect(await rows('title=New note')).toMatchObject([{ id: 13 }])
      await button(page, 'Delete').click()
      await expect.poll(() => page.getByLabel('Title').count()).toBe(0)
      expect(await rows('title=New note')).toEqual([])
    }))
})
