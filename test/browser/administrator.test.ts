import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  askedFor,
  beginDocument,
  button,
  contentField,
  discardAll,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  openRow,
  openTab,
  readPost,
  rows,
  saveButton,
  stateOf,
  signIn,
  titleField,
  typeInOneBurst,
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

const save = /\/wp-json\/wp\/v2\/posts\/\d+\?|\/wp-json\/wp\/v2\/posts\/\d+$/

describe('The list', () => {
  inASharedTab()

  it('has posts and pages, with their totals', async () => {
    const { page } = tab
    const pager = page.locator('.pager')
    await eventually(() => pager.textContent()).toMatch(/Page 1 of \d+, \d{3} posts/)
    await page.getByRole('link', { name: 'Pages' }).click()
    await eventually(() => pager.textContent()).toBe('14 pages')
    // In their tree, in which the first page is the home page.
    expect(await rows(page).first().textContent()).toContain('Home')
  })

  it('goes to the next page and keeps the rows until the new ones are there', async () => {
    const { page } = tab
    await freshList(page, 'Posts')
    const first = await rows(page).first().textContent()
    const counts = watchRowCount(tab)
    await button(page, 'Next').click()
    await eventually(() => rows(page).first().textContent()).not.toBe(first)
    expect(Math.min(...(await counts()))).toBeGreaterThan(0)
  })

  it('is searched while one types', async () => {
    const { page } = tab
    await freshList(page, 'Pages')
    await page.getByPlaceholder('Search').pressSequentially('house st')
    await eventually(() => rows(page).allTextContents()).toEqual([expect.stringContaining('House style')])
  })

  it('says when nothing was found', async () => {
    const { page } = tab
    await freshList(page, 'Posts')
    await page.getByPlaceholder('Search').fill('zyzzyva')
    await page.getByText('No posts match').waitFor()
    expect(await rows(page).count()).toBe(0)
  })

  it('asks who has written once it can be narrowed to an author', async () => {
    const { page } = tab
    await freshList(page, 'Posts')
    expect(await askedFor(page, /who=authors/)).toEqual([])
    await button(page, 'Filters and order').click()
    await eventually(() => page.getByLabel('Author').locator('option').allTextContents()).toEqual([
      'Everybody',
      'Only mine',
      'Arthur Author',
      'Cleo Contributor',
      'Edith Editor',
    ])
    expect(await askedFor(page, /who=authors/)).toHaveLength(1)
    await button(page, 'Filters and order').click()
  })

  it('is narrowed to one status', async () => {
    const { page } = tab
    await freshList(page, 'Posts')
    await page.getByLabel('Status').first().selectOption('pending')
    await eventually(async () => new Set(await page.locator('li .badge').allTextContents())).toEqual(
      new Set(['Pending review']),
    )
  })
})

describe('A list that can not be read', () => {
  inASharedTab()

  it('shows the server’s error, and works again on another try', async () => {
    const { page, complaints } = tab
    const refusal = { code: 'out_of_ink', message: 'The press is out of ink.', data: { status: 500 } }
    await page.route('**/wp-json/wp/v2/pages?*', (route) => route.fulfill({ status: 500, json: refusal }))
    // Of this order nothing was read before.
    await go(page, '#/page?order=title%3Aasc')
    await page.getByText('The press is out of ink.').waitFor()
    await page.unroute('**/wp-json/wp/v2/pages?*')
    await button(page, 'Try again').click()
    await page.getByText('Legal notice').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // The browser itself reports every answer from 400 up.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 500')])
  })
})

describe('Saving', () => {
  inASharedTab()

  it('takes title and content to the server', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'Before', content: 'Old words', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('After')
    await contentField(page).fill('New words')
    expect(await stateOf(page).textContent()).toBe('Unsaved changes')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    // The button that was pressed can do nothing more, and keeps the focus.
    expect(await saveButton(page).isDisabled()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save')
    expect(await readPost(fetcher, id)).toEqual({ title: 'After', content: 'New words', status: 'draft' })
  })

  it('goes by Ctrl+S', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'By key', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Saved by key')
    await page.keyboard.press('Control+s')
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(fetcher, id)).title).toBe('Saved by key')
  })

  it('publishes', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'To be published', status: 'draft' })
    await openDocument(page, 'post', id)
    await button(page, 'Publish').click()
    const notice = page.locator('.notice').filter({ hasText: 'Published.' })
    await notice.getByRole('button', { name: 'View post' }).waitFor()
    expect(await saveButton(page).textContent()).toBe('Update')
    const view = page.getByRole('link', { name: 'View post' })
    expect(await view.getAttribute('href')).toMatch(/to-be-published/)
    expect((await readPost(fetcher, id)).status).toBe('publish')
    // It is the same button, which says what can be done now.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Update')
  })

  it('is done for several documents at once', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const ids = [
      await newPost(fetcher, { title: 'One', status: 'draft' }),
      await newPost(fetcher, { title: 'Two', status: 'draft' }),
    ]
    for (const id of ids) {
      await openDocument(page, 'post', id)
      await titleField(page).fill(`Changed ${id}`)
    }
    await button(page, 'Save all').click()
    await eventually(() => page.getByRole('heading', { name: 'Unsaved' }).textContent()).toBe('Unsaved 0')
    for (const id of ids) expect((await readPost(fetcher, id)).title).toBe(`Changed ${id}`)
  })
})

describe('A new post', () => {
  inASharedTab()

  it('is a draft that opens, ready to be named, and joins the list', async () => {
    const { page } = tab
    await beginDocument(page)
    await page.keyboard.type('My first piece')
    await button(page, 'Save draft').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    await eventually(() => rows(page).allTextContents()).toContainEqual(
      expect.stringMatching(/^My first pieceDraft.*Yours$/),
    )
  })
})

describe('Deleting', () => {
  inASharedTab()

  it('moves the document to the trash and off the list', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'On its way out', status: 'draft' })
    await openDocument(page, 'post', id)
    await page.getByPlaceholder('Search').fill('On its way out')
    await eventually(() => rows(page).count()).toBe(1)
    await button(page, 'Move to trash').click()
    await page.getByText('No posts match').waitFor()
    expect(await page.evaluate(() => location.hash)).toBe('#/post?search=On+its+way+out')
    expect((await readPost(fetcher, id)).status).toBe('trash')
  })

  it('does nothing when it is cancelled', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'To be kept', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('To be kept, with changes')
    await button(page, 'Move to trash').click()
    await button(page, 'Cancel').click()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    expect((await readPost(fetcher, id)).status).toBe('draft')
  })
})

describe('Editing', () => {
  inASharedTab()

  it('opens a document from the list, and shows its unsaved title there', async () => {
    const { page } = tab
    await openRow(rows(page).first())
    await titleField(page).fill('Not yet saved')
    await eventually(() => rows(page).first().textContent()).toMatch(/^Not yet saved.*Unsaved$/)
    expect(await page.getByLabel('Store').getByRole('link', { name: 'Not yet saved' }).count()).toBe(1)
  })

  it('is undone a burst of typing at a time, by key', async () => {
    const { page } = tab
    await openRow(rows(page).first())
    await titleField(page).waitFor()
    const before = await titleField(page).inputValue()
    await titleField(page).press('Control+End')
    await typeInOneBurst(page, ' and on')
    await page.keyboard.press('Control+z')
    expect(await titleField(page).inputValue()).toBe(before)
    await page.keyboard.press('Control+Shift+z')
    expect(await titleField(page).inputValue()).toBe(`${before} and on`)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+y')
    expect(await titleField(page).inputValue()).toBe(`${before} and on`)
  })

  it('is there again after a reload, with undo, and nobody is asked about it', async () => {
    const { page } = tab
    await openRow(rows(page).first())
    const before = await titleField(page).inputValue()
    await titleField(page).fill('Not lost')
    await page.reload()
    await eventually(() => titleField(page).inputValue()).toBe('Not lost')
    await button(page, 'Undo').click()
    expect(await titleField(page).inputValue()).toBe(before)
  })

  it('is asked about before the page is left, where the browser keeps nothing', async () => {
    const own = await desk.open()
    const { page } = own
    await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
    await page.reload()
    await signIn(page, 'administrator')
    await openRow(rows(page).first())
    await titleField(page).fill('Would be lost')
    await button(page, 'Not kept on this device').waitFor()
    const asked = page.waitForEvent('dialog')
    const reloading = page.reload().catch(() => null)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloading
    await titleField(page).waitFor()
    await own.close()
  })
})

describe('A document that is not there', () => {
  inASharedTab()

  it('is explained, with a way back', async () => {
    const { page, complaints } = tab
    await go(page, '#/post/999999')
    await page.getByRole('heading', { name: 'This post is not there' }).waitFor()
    expect(await page.getByRole('link', { name: 'All posts', includeHidden: true }).count()).toBe(1)
    expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 404')])
  })
})

describe('While a save is under way', () => {
  inASharedTab()

  it('what is typed stays, and is saved next', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'Slow', content: '', status: 'draft' })
    await openDocument(page, 'post', id)
    const { release, isHeld } = await holdBack(tab)
    await titleField(page).fill('First words')
    await saveButton(page).click()
    // The page looks first what others have saved.
    await eventually(isHeld).toBe(true)
    expect(await stateOf(page).textContent()).toBe('Saving …')
    await titleField(page).fill('Second thoughts')
    await contentField(page).fill('And more')
    release()
    await eventually(() => stateOf(page).textContent()).toBe('Unsaved changes')
    expect(await titleField(page).inputValue()).toBe('Second thoughts')
    expect(await readPost(fetcher, id)).toMatchObject({ title: 'First words', content: '' })
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await readPost(fetcher, id)).toMatchObject({ title: 'Second thoughts', content: 'And more' })
    await page.unroute(save)
  })
})

describe('Editing in a page that was just opened', () => {
  it('is undone and redone by button', async () => {
    tab = await desk.open('administrator')
    const { page } = tab
    await openRow(rows(page).first())
    await titleField(page).waitFor()
    const before = await titleField(page).inputValue()
    await titleField(page).fill('Changed')
    await contentField(page).fill('Changed too')
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    expect(await titleField(page).inputValue()).toBe(before)
    expect(await button(page, 'Undo').isDisabled()).toBe(true)
    expect(await stateOf(page).textContent()).toBe('Saved')
    await button(page, 'Redo').click()
    expect(await titleField(page).inputValue()).toBe('Changed')
    await button(page, 'Redo').click()
    expect(await contentField(page).inputValue()).toBe('Changed too')
    await tab.close()
  })
})

describe('The requests', () => {
  it('are shown with method, path and status, and can be cleared', async () => {
    tab = await desk.open('administrator')
    const { page } = tab
    await openTab(page, 'Under the hood')
    const panel = page.getByRole('region', { name: 'Requests' })
    const reads = panel.getByRole('listitem').filter({ hasText: '/wp/v2/posts?' })
    expect(await reads.first().textContent()).toMatch(/^GET200\d+ ms\/wp\/v2\/posts\?/)
    await button(page, 'Clear').click()
    expect(await panel.getByRole('listitem').allTextContents()).toEqual(['No request since the log began.'])
    await tab.close()
  })
})

describe('On a screen 360 px wide', () => {
  it('list and document take turns, and nothing sticks out', async () => {
    tab = await desk.open('administrator', { width: 360, height: 740 })
    const { page } = tab
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overhang()).toBe(0)
    await openRow(rows(page).first())
    await titleField(page).waitFor()
    expect(await overhang()).toBe(0)
    expect(await rows(page).first().isVisible()).toBe(false)
    await page.getByRole('link', { name: 'All posts' }).click()
    await rows(page).first().waitFor()
    await tab.close()
  })
})

/** The tests share a tab: each begins at the list, and leaves nothing unsaved. */
function inASharedTab(): void {
  beforeEach(async () => {
    tab = await desk.share('administrator')
    await go(tab.page, '#/post')
  })
  afterEach(() => discardAll(tab.page))
}

/** A list without filters: the other tab and back. */
async function freshList(page: Page, name: 'Posts' | 'Pages'): Promise<void> {
  for (const shown of [name === 'Posts' ? 'Pages' : 'Posts', name] as const) {
    await page.getByRole('link', { name: shown, exact: true }).click()
    await button(page, shown === 'Posts' ? 'New post' : 'New page').waitFor()
    await rows(page).first().waitFor()
  }
}

/** Lets writes to a post wait until they are released. */
async function holdBack({ page }: Tab): Promise<{ release: () => void; isHeld: () => boolean }> {
  let isHeld = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(save, async (route: Route) => {
    if (route.request().method() === 'PUT') {
      isHeld = true
      await released
    }
    await route.continue()
  })
  return { release: () => release(), isHeld: () => isHeld }
}

/** Notes how many rows the list has after every change on the page. */
function watchRowCount({ page }: Tab): () => Promise<number[]> {
  const watching = page.evaluate(() => {
    const counts: number[] = []
    const count = () => counts.push(document.querySelectorAll('.row').length)
    const observer = new MutationObserver(count)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    const stopCounting = () => {
      observer.disconnect()
      return counts
    }
    Object.assign(window, { stopCounting })
    count()
  })
  return async () => {
    await watching
    return page.evaluate(() => (window as unknown as { stopCounting: () => number[] }).stopCounting())
  }
}
