import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  contentField,
  discardAll,
  eventually,
  go,
  newPost,
  openDocument,
  openTab,
  shareDesk,
  type Desk,
} from '../support/browser'

let desk: Desk
let page: Page
shareDesk('administrator', { width: 1440, height: 900 }, (opened) => ({ desk, page } = opened))
afterEach(() => discardAll(page))

const admin = () => desk.ask('administrator')
const mark = (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name })

describe('What is unsaved', () => {
  it('has its title after a reload, as what was read is kept, and asks for no document', async () => {
    const ids: number[] = []
    for (const title of ['Known by its title', 'And another one']) {
      const id = await newPost(admin(), { title, content: 'Words', status: 'draft' })
      ids.push(id)
      await openDocument(page, 'post', id)
      await contentField(page).fill('Words and more')
    }
    await go(page, '#/settings')
    await openTab(page, 'Unsaved 2')
    await eventually(() => mark(/^Kept/).count()).toBe(1)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes('/wp/v2/posts')) asked.push(pathname)
    })
    await page.reload()
    const unsaved = page.locator('.unsaved-row')
    await unsaved.getByRole('link', { name: 'Known by its title' }).waitFor()
    await unsaved.getByRole('link', { name: 'And another one' }).waitFor()
    expect(asked).toEqual([])
    await openTab(page, 'History')
    const steps = page.locator('.history-step')
    await steps.filter({ hasText: 'Post · Known by its title' }).first().waitFor()
    expect(await steps.filter({ hasText: /Post \d/ }).count()).toBe(0)
    await openTab(page, 'Unsaved 2')
  })

  it('has its title in the history, too, where only that is looked at', async () => {
    const id = await newPost(admin(), { title: 'A step of yesterday', content: 'Words', status: 'draft' })
    await openDocument(page, 'post', id)
    await contentField(page).fill('Words and more')
    await openTab(page, 'History')
    await go(page, '#/settings')
    await eventually(() => mark(/^Kept/).count()).toBe(1)
    await page.reload()
    const steps = page.locator('.history-step')
    await steps.filter({ hasText: 'Post · A step of yesterday' }).first().waitFor()
    expect(await steps.filter({ hasText: /Post \d/ }).count()).toBe(0)
  })
})
