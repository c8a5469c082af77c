import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import {
  button,
  eventually,
  go,
  newPost,
  openDesk,
  readPost,
  rows,
  saveButton,
  signIn,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'
import { picture } from '../support/picture'

/*
 * What an everyday task costs, from the list of posts and in clicks; typing and keys are not counted. Beside each stands
 * what it takes in the administration of WordPress 6.6: its lists with their row actions, and its block editor with its
 * sidebar open, as it is after installation.
 */
let desk: Desk
let tab: Tab
let page: Page
let clicks = 0

beforeAll(async () => {
  desk = await openDesk()
  tab = await desk.open('administrator', { width: 1440, height: 900 })
  page = tab.page
  await page.evaluate(() => {
    localStorage['copydesk-content-view'] = 'blocks'
    localStorage['copydesk-panel'] = 'closed'
  })
  await page.reload()
})
beforeEach(() => {
  clicks = 0
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

const admin = () => desk.ask('administrator')
const blocks = () => page.getByRole('group', { name: 'Blocks', exact: true })
const texts = () => blocks().locator('[data-rich]')
const dialog = () => page.getByRole('dialog')
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

async function click(target: Locator): Promise<void> {
  clicks += 1
  await target.click()
}

/** What is there only as long as the mouse is on its row, which moves from under it where the list is read again. */
async function clickInRow(its: Locator, target: Locator): Promise<void> {
  clicks += 1
  await eventually(async () => {
    await its.hover()
    return target.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }).toBe(true)
}

/** Chooses a file from the disk, by a button that asks for one. */
async function upload(target: Locator, name: string): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await click(target)
  const file = picture(8, 8, name)
  const buffer = Buffer.from(await file.arrayBuffer())
  await (await asked).setFiles({ name, mimeType: 'image/png', buffer })
}

/** A post of its own, in the list that is open. */
async function listed(title: string, fields: Record<string, unknown> = {}): Promise<number> {
  const id = await newPost(admin(), { title, content: paragraph('First words.'), ...fields })
  await go(page, `#/post?search=${encodeURIComponent(title)}`)
  await rows(page).filter({ hasText: title }).waitFor()
  return id
}
const row = (title: string) => rows(page).filter({ hasText: title })
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)
const saved = () => eventually(() => stateOf(page).first().textContent()).toContain('Saved')

/** Asserts on what a task has cost. */
function expectAtMost(inWordPress: number): void {
  expect(clicks).toBeLessThanOrEqual(inWordPress)
}

describe('It takes no more clicks than in WordPress', () => {
  it('to sign in', async () => {
    const guest = await desk.open()
    // A card each; in WordPress the button below name and password.
    await click(
      guest.page
        .getByRole('list', { name: 'People' })
        .getByRole('button', { name: /^Continue as .* editor / }),
    )
    await titleField(guest.page).waitFor()
    await guest.close()
    expectAtMost(1)
  })

  it('to find a post and open it', async () => {
    const id = await newPost(admin(), { title: 'Lighthouse keepers' })
    await go(page, '#/post')
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await eventually(() => isFocused(page.getByPlaceholder('Search'))).toBe(true)
    await page.keyboard.type('Lighthouse keep')
    await click(row('Lighthouse keepers'))
    await eventually(() => titleField(page).inputValue()).toBe('Lighthouse keepers')
    expect(page.url()).toContain(String(id))
    expectAtMost(2)
  })

  it('to mend a typo and save', async () => {
    const id = await listed('A typo')
    await click(row('A typo'))
    await click(texts().first())
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await click(saveButton(page))
    await eventually(async () => (await readPost(admin(), id)).content).toContain('First words.!')
    expectAtMost(3)
  })

  it('to write a new post, title and first words', async () => {
    await go(page, '#/post')
    await click(button(page, 'New post'))
    await eventually(() => isFocused(titleField(page))).toBe(true)
    await page.keyboard.type('Written at once')
    await page.keyboard.press('Enter')
    await page.keyboard.type('And so it began.')
    await page.keyboard.press('Control+s')
    await saved()
    // The draft makes way for the post that was made of it.
    await eventually(shownTexts).toEqual(['And so it began.'])
    expectAtMost(1)
  })

  it('to publish a draft', async () => {
    const id = await listed('To be published')
    await click(row('To be published'))
    await click(button(page, 'Publish'))
    await eventually(async () => (await readPost(admin(), id)).status).toBe('publish')
    expectAtMost(3)
  })

  it('to schedule a draft', async () => {
    const id = await listed('To be scheduled')
    await click(row('To be scheduled'))
    await click(button(page, 'Schedule…'))
    await click(dialog().getByRole('button', { name: 'Schedule' }))
    await eventually(async () => (await readPost(admin(), id)).status).toBe('future')
    expectAtMost(4)
  })

  it('to give it a category', async () => {
    await listed('To be filed')
    await click(row('To be filed'))
    await click(page.getByRole('group', { name: 'Categories' }).getByRole('checkbox').nth(1))
    await click(saveButton(page))
    await saved()
    expectAtMost(4)
  })

  it('to give it a tag', async () => {
    await listed('To be tagged')
    await click(row('To be tagged'))
    await click(page.getByRole('searchbox', { name: 'Find or add tags' }))
    await page.keyboard.type('clicked,')
    await eventually(() => page.getByRole('checkbox', { name: 'clicked' }).isChecked()).toBe(true)
    await click(saveButton(page))
    await saved()
    expectAtMost(4)
  })

  it('to give it a featured image of the library', async () => {
    await listed('To be seen')
    await click(row('To be seen'))
    await click(button(page, 'Choose a picture'))
    await click(dialog().getByRole('list', { name: 'Files' }).getByRole('button').first())
    await click(saveButton(page))
    await saved()
    expectAtMost(5)
  })

  it('to give it a featured image from the disk', async () => {
    await listed('To be pictured')
    await click(row('To be pictured'))
    await click(button(page, 'Choose a picture'))
    await upload(dialog().getByRole('button', { name: 'Upload' }), 'featured.png')
    await page.locator('.featured-image img').first().waitFor()
    await click(saveButton(page))
    await saved()
    expectAtMost(6)
  })

  it('to put a picture of the library into the text', async () => {
    const id = await listed('With a picture')
    await click(row('With a picture'))
    await click(texts().first())
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/pic')
    await page.keyboard.press('Enter')
    await click(blocks().getByRole('button', { name: 'Choose a picture' }))
    await click(dialog().getByRole('list', { name: 'Files' }).getByRole('button').first())
    await click(saveButton(page))
    await eventually(async () => (await readPost(admin(), id)).content).toMatch(/<!-- wp:image {"id":\d+/)
    expectAtMost(6)
  })

  it('to put a picture from the disk into the text', async () => {
    const id = await listed('With a new picture')
    await click(row('With a new picture'))
    await click(texts().first())
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/pic')
    await page.keyboard.press('Enter')
    await click(blocks().getByRole('button', { name: 'Choose a picture' }))
    await upload(dialog().getByRole('button', { name: 'Upload' }), 'inserted.png')
    await blocks().locator('.image-block img').first().waitFor()
    await click(saveButton(page))
    await eventually(async () => (await readPost(admin(), id)).content).toContain('inserted')
    expectAtMost(5)
  })

  it('to go back to an older version', async () => {
    const id = await listed('With a past')
    for (const text of ['Second words.', 'Third words.'])
      await admin()({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { content: paragraph(text) } })
    await click(row('With a past'))
    await click(page.getByRole('link', { name: 'Revisions' }))
    await click(page.getByRole('navigation', { name: 'Revisions' }).locator('button').nth(1))
    await click(button(page, 'Restore and save'))
    await eventually(async () => (await readPost(admin(), id)).content).toContain('Second words.')
    expectAtMost(4)
  })

  it('to move a post to the trash, and to get it back', async () => {
    const id = await listed('To be thrown away', { status: 'pending' })
    const trash = button(page, 'Move to trash: To be thrown away')
    await clickInRow(row('To be thrown away'), trash)
    await eventually(async () => (await readPost(admin(), id)).status).toBe('trash')
    expectAtMost(1)
    await click(page.locator('.notice').getByRole('button', { name: 'Undo' }).last())
    await eventually(async () => (await readPost(admin(), id)).status).toBe('pending')
    expectAtMost(2)
  })

  it('to see the published page', async () => {
    await listed('On the site', { status: 'publish' })
    await row('On the site').hover()
    const opened = page.context().waitForEvent('page')
    await click(page.getByRole('link', { name: 'View On the site' }))
    const shown = await opened
    await eventually(() => shown.title()).toContain('On the site')
    await shown.close()
    expectAtMost(1)
  })

  it('to approve a comment', async () => {
    await go(page, '#/comments?status=hold')
    const waiting = rows(page, 'Comments').first()
    await waiting.hover()
    const before = await rows(page, 'Comments').count()
    await click(
      page
        .getByRole('navigation', { name: 'Comments' })
        .getByRole('button', { name: /^Approve: / })
        .first(),
    )
    await eventually(() => rows(page, 'Comments').count()).toBe(before - 1)
    expectAtMost(1)
  })
})

const shownTexts = () => texts().allInnerTexts()

describe('The first two minutes', () => {
  it('need fewer than 20 requests up to the first list', async () => {
    const fresh = await desk.browser.newContext()
    await fresh.addCookies(inject('editor').cookies.nobody)
    const first = await fresh.newPage()
    const requests: Request[] = []
    first.on('request', (request) => requests.push(request))
    await first.addInitScript(noteFirstRow)
    await first.goto(desk.url)
    await signIn(first, 'administrator')
    await rows(first).first().waitFor()
    const shownAt = await first.evaluate(() => (window as unknown as Noted).firstRowAt)
    // What follows is asked for while this process still hears of the row.
    const begun = await Promise.all(
      requests.map(async (request) => {
        await request.response()
        return request.timing().startTime
      }),
    )
    await fresh.close()
    const before = begun.filter((at) => at <= shownAt)
    expect(before.length).toBeGreaterThan(1)
    expect(before.length).toBeLessThan(20)
  })
})

interface Noted {
  /** Milliseconds since 1970. */
  firstRowAt: number
}

/** Runs in the page: notes when the first row of the list was there. */
function noteFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('nav[aria-label="Documents"] a.row')) return
    Object.assign(window, { firstRowAt: performance.timeOrigin + performance.now() })
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}
