import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  titleField,
  watchScripts,
  type Desk,
  type Tab,
} from '../support/browser'
import { othersAt, togetherLine } from '../support/colleagues'
import { bringAxe, expectNothingSerious, wide } from '../support/pageQuality'

let desk: Desk
let tab: Tab
let page: Page
let id: number

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** Opens the page to work alone, and makes a post. */
async function begin(): Promise<void> {
  const content = '<!-- wp:paragraph -->\n<p>The boats are in.</p>\n<!-- /wp:paragraph -->'
  id = await newPost(desk.ask('editor'), { title: 'A quiet quay', content, status: 'draft' })
  tab = await desk.open('administrator')
  page = tab.page
}

/** Closes the page, and lets the next one begin alone. */
async function end(): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('copydesk-together'))
  await tab.close()
}

describe('Working together', () => {
  beforeEach(begin)
  afterEach(async () => {
    await end()
    expect(tab.complaints).toEqual([])
  })

  it('loads no code and asks nothing until it is on, and asks nothing more once it is off again', async () => {
    const { asked, farewells, code } = watch(page)
    // Time passes when the test says so.
    await page.clock.install()
    await page.reload()
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed alone')
    await page.clock.runFor(60_000)
    expect(await code()).toEqual([])
    expect(asked).toEqual([])

    await chooseByKeys(page)
    await othersNoted(page)
    expect(await code()).toEqual([expect.stringContaining('yjs')])
    expect(asked).not.toEqual([])

    await chooseByKeys(page)
    await eventually(() => farewells.length).toBe(2)
    const before = asked.length
    await titleField(page).fill('Typed alone again')
    await page.clock.runFor(60_000)
    expect(asked.slice(before)).toEqual([])
  })

  it('is switched by the keyboard, and the focus comes back to its button', async () => {
    await openDocument(page, 'post', id)
    const opener = button(page, 'Work together')
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Work together' })
    const focused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
    expect(await focused(dialog.getByRole('switch', { name: 'Work together' }))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused(opener)).toBe(true)

    await opener.press('Enter')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    expect(await focused(dialog.getByRole('combobox', { name: 'Connection' }))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focused(button(page, 'Apply'))).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => opener.getAttribute('aria-pressed')).toBe('true')
    expect(await focused(opener)).toBe(true)
  })

  it('is no matter for those who may only read the document', async () => {
    const reader = await desk.open('contributor')
    await chooseByKeys(reader.page)
    await go(reader.page, '#/post/1009')
    await reader.page.getByText('As a contributor you can read this post').waitFor()
    expect(await togetherLine(reader.page).count()).toBe(0)
    await reader.close()
    expect(reader.complaints).toEqual([])
  })

  it('that can’t be switched says why where one has asked for it', async () => {
    await page.route('**/users/me**', (route) => route.abort())
    await chooseByKeys(page)
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await button(page, 'Apply').isEnabled()).toBe(true)
    tab.complaints.length = 0
  })
})

describe('With six others at a document', () => {
  const names = ['Ann Ash', 'Ben Bell', 'Cleo Cole', 'Dan Dale', 'Eve East', 'Fay Fell']
  // Ids that come to each of the colours once.
  const people = names.map((name, at) => ({ id: 60 + at, name }))

  // One page for all: nothing of it is changed but who is there.
  beforeAll(async () => {
    await begin()
    await chooseByKeys(page)
    await openDocument(page, 'post', id)
    await othersNoted(page)
  })
  beforeEach(async () => {
    await bring(people)
    await eventually(() => page.locator('.field-cursors .caret').count()).toBe(people.length)
  })
  afterEach(() => expect(tab.complaints).toEqual([]))
  afterAll(end)

  it('axe finds nothing serious, in light and dark, there and in the dialog of the switch', async () => {
    await bringAxe(page)
    await expectNothingSerious(page)
    await button(page, 'Work together').click()
    await page.getByRole('dialog').waitFor()
    await expectNothingSerious(page)
    await button(page, 'Cancel').click()
  })

  it('nothing sticks out of a window 360 px wide', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await eventually(() => wide(page)).toEqual([])
    await button(page, 'Work together').click()
    await page.getByRole('dialog').waitFor()
    await eventually(() => wide(page)).toEqual([])
    await button(page, 'Cancel').click()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it.each(['light', 'dark'] as const)('their carets and names can be made out in the %s', async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme })
    const contrasts = await page.locator('.field-cursors .caret').evaluateAll((carets) =>
      carets.map((caret) => {
        const luminance = (color: string) => {
          const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
            const value = Number(part) / 255
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }
        const contrast = (one: string, other: string) => {
          const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
          return (lighter + 0.05) / (darker + 0.05)
        }
        const backgroundOf = (element: Element): string => {
          const { backgroundColor } = getComputedStyle(element)
          const isClear = backgroundColor === 'rgba(0, 0, 0, 0)'
          return isClear && element.parentElement ? backgroundOf(element.parentElement) : backgroundColor
        }
        const name = caret.querySelector('.caret-name') as Element
        return {
          color: caret.getAttribute('data-person'),
          line: contrast(backgroundOf(caret), backgroundOf(caret.parentElement as Element)),
          text: contrast(getComputedStyle(name).color, backgroundOf(name)),
        }
      }),
    )
    expect(new Set(contrasts.map(({ color }) => color)).size).toBe(people.length)
    for (const { color, line, text } of contrasts) {
      expect(line, `caret ${color}`).toBeGreaterThan(3)
      expect(text, `name ${color}`).toBeGreaterThan(4.5)
    }
  })

  it('two of one colour are told apart by their names and, at rest, by their initials', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // Who says nothing for half a minute is gone.
    await bring([...people.slice(0, 1), { id: 66, name: 'Gus Gale' }])
    const carets = page.locator('.field-cursors .caret[data-person="1"]')
    await eventually(() => carets.locator('.caret-name').allTextContents()).toEqual(['Ann Ash', 'Gus Gale'])
    await eventually(() =>
      carets.locator('.caret-name').evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity)),
    ).toEqual(['0', '0'])
    expect(await carets.locator('.caret-initials').allInnerTexts()).toEqual(['AA', 'GG'])
    await bring([{ id: 66, name: 'Gus Gale' }], null)
  })

  it('one who leaves takes the caret along', async () => {
    await bring(people.slice(1), null)
    await bring(people.slice(0, 1))
    await eventually(() => page.locator('.field-cursors .caret-name').allTextContents()).toEqual(['Ann Ash'])
    await eventually(() => othersAt(page).allTextContents()).toHaveLength(1)
  })

  /** Lets somebody be at the title of the post, or leave it, as a page of theirs would. */
  async function bring(all: readonly { id: number; name: string }[], awareness?: null): Promise<void> {
    const rooms = all.map((user) => ({
      room: `postType/post:${id}`,
      client_id: 1000 + user.id,
      after: 0,
      awareness:
        awareness === null
          ? null
          : { user, cursor: { field: 'title', anchor: user.id - 59, head: user.id - 59 } },
      updates: [],
    }))
    await desk.ask('editor')({ path: '/wp-sync/v1/updates', method: 'POST', data: { rooms } })
  }
})

/** Switches working together on or off, with no more than the keyboard. */
async function chooseByKeys(page: Page): Promise<void> {
  await button(page, 'Work together').press('Enter')
  await page.getByRole('switch', { name: 'Work together' }).press('Space')
  await button(page, 'Apply').press('Enter')
}

/** Waits until the document is shared. */
function othersNoted(page: Page): Promise<void> {
  return togetherLine(page)
    .getByText(/^(Nobody else is here|Together)$/)
    .waitFor()
}

/** What the page loads and asks for, as far as it is about working together. */
function watch(page: Page) {
  const asked: string[] = []
  const farewells: string[] = []
  const scripts = watchScripts(page)
  page.on('websocket', (socket) => asked.push(socket.url()))
  page.on('request', (request) => {
    const said = `${request.url()} ${request.postData()}`
    if (/wp-sync|gutenberg_signaling_server|\/collab\//.test(said)) asked.push(said)
    if (/"awareness":null/.test(said)) farewells.push(said)
  })
  const code = async () => (await scripts()).flatMap(({ url, hasYjs }) => (hasYjs ? [url] : []))
  return { asked, farewells, code }
}
