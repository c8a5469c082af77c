import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import type { TransportName } from '../../examples/playground/together/choice'
import {
  button,
  eventually,
  newPost,
  openDesk,
  flushAfter,
  readPost,
  rows,
  stateOf,
  titleField,
  typeInOneBurst,
  type Desk,
} from './browser'
import {
  makeProfile,
  openShared,
  othersAt,
  paragraph,
  seat,
  sitDown,
  togetherLine,
  typeIn,
  type Colleague,
} from './colleagues'

const title = 'A quiet quay'
const together = 'Ada writes here. The boats are in. Edith writes there. It rains.'

/** Tries to get at a post past the editor, as a page of somebody could; tells how that ended. */
type Knock = (page: Page, id: number) => Promise<unknown>

/**
 * Two browsers, each a process with a profile of its own, and a third that comes later, edit one post of the real
 * WordPress. All of it is told over one transport; over the others, that they meet, bring together what both write, and
 * keep out who may not edit. The rest of what each transport promises is held by `test/sync/transports` and
 * `test/sync/processes`.
 */
export function holdTogether(transport: TransportName, knock: Knock, { isWhole = false } = {}) {
  const profile = makeProfile()
  let desk: Desk
  let ada: Colleague
  let edith: Colleague
  let id: number

  beforeAll(async () => {
    desk = await openDesk()
    const content = '<!-- wp:paragraph -->\n<p>The boats are in.</p>\n<!-- /wp:paragraph -->'
    id = await newPost(desk.ask('author'), { title, content, status: 'draft' })
    ada = await seat(desk.url, 'administrator', transport, profile.folder)
    edith = await here('editor')
    await Promise.all([ada, edith].map(({ page }) => openShared(page, id)))
  })
  afterEach(() => expect([ada.complaints, edith.complaints]).toEqual([[], []]))
  afterAll(async () => {
    await ada.close()
    await desk.close()
    profile.remove()
  })

  /** Somebody in the browser of the desk. */
  async function here(role: 'editor' | 'author'): Promise<Colleague> {
    const context = await desk.browser.newContext()
    const tab = await sitDown(context, desk.url, role, transport)
    return { ...tab, cutOff: async () => {}, kill: async () => {}, close: () => context.close() }
  }

  const names = (page: Page) =>
    othersAt(page).evaluateAll((all) => all.map((one) => one.getAttribute('title')))
  const textOf = (page: Page) => paragraph(page).innerText()
  const both = <Value>(read: (page: Page) => Promise<Value>) =>
    Promise.all([read(ada.page), read(edith.page)])
  // An announcement that got lost is made again after half a minute.
  const once = <Value>(read: () => Promise<Value>) =>
    expect.poll(read, { timeout: flushAfter + 30_000, interval: 50 })
  const agree = async (text: string) => eventually(() => both(textOf)).toEqual([text, text])

  it('shows each who else is here, and in which document of the list', async () => {
    await once(() => both(names)).toEqual([
      [expect.stringContaining('Edith Editor')],
      [expect.stringContaining('Ada Admin')],
    ])
    const row = rows(ada.page).filter({ hasText: title })
    await eventually(() => row.getByRole('list', { name: 'Open at' }).innerText()).toContain('Edith Editor')
  })

  it('brings together what two write at once in one paragraph and in different fields', async () => {
    await Promise.all([
      typeIn(ada.page, 'start', 'Ada writes here. '),
      typeIn(edith.page, 'end', ' Edith writes there.'),
    ])
    await agree('Ada writes here. The boats are in. Edith writes there.')
    await Promise.all([
      typeIn(ada.page, 'end', ' at night', titleField(ada.page)),
      typeIn(edith.page, 'end', ' It rains.'),
    ])
    await agree(together)
    await eventually(() => both((page) => titleField(page).inputValue())).toEqual(
      Array(2).fill(`${title} at night`),
    )
  })

  if (isWhole) holdTheRest()

  it('has no place for those who may not edit the post', async () => {
    for (const role of ['contributor', 'subscriber'] as const) {
      const context = await desk.browser.newContext()
      await context.addCookies(inject('editor').cookies[role])
      const page = await context.newPage()
      // To knock takes no more than an address of the site.
      await page.goto(`${desk.url}/wp-includes/images/blank.gif`)
      expect(await knock(page, id), role).toBe('refused')
      await context.close()
    }
    expect(await knock(edith.page, id)).toBe('let in')
  })

  function holdTheRest() {
    it('shows where the other one’s caret is, in a text and in a block', async () => {
      const caretIn = (page: Page, place: string) => page.locator(`${place} .caret-name`).allTextContents()
      await eventually(() => caretIn(edith.page, '.field-cursors')).toEqual(['Ada Admin'])
      await eventually(() => caretIn(ada.page, '.block-cursors')).toEqual(['Edith Editor'])
    })

    it('takes back by undo what one did oneself, and nothing of the other', async () => {
      const titles = () => both((page) => titleField(page).inputValue())
      const title = await titleField(ada.page).inputValue()
      await titleField(edith.page).press('Control+End')
      await typeInOneBurst(edith.page, ', a mistake')
      await eventually(titles).toEqual(Array(2).fill(`${title}, a mistake`))
      await button(edith.page, 'Undo').click()
      await eventually(titles).toEqual([title, title])
      await agree(together)
    })

    it('leaves nothing unsaved with the other when one saves', async () => {
      await ada.page.keyboard.press('Control+s')
      await eventually(() => both((page) => stateOf(page).first().textContent())).toEqual(['Saved', 'Saved'])
      await eventually(() => both((page) => page.locator('.row .dot').count())).toEqual([0, 0])
      expect(await readPost(desk.ask('editor'), id)).toMatchObject({
        title: `${title} at night`,
        content: expect.stringContaining(together) as string,
      })
    })

    it('gives one who comes later what is not saved yet', async () => {
      await typeIn(edith.page, 'end', ' Not saved.')
      await agree(`${together} Not saved.`)
      const otto = await here('author')
      await openShared(otto.page, id)
      await once(() => textOf(otto.page)).toContain(`${together} Not saved.`)
      await eventually(() => names(otto.page)).toHaveLength(2)
      await otto.close()
      expect(otto.complaints).toEqual([])
    })

    it('keeps what was written offline over a crash, and shares it afterwards', async () => {
      await ada.cutOff()
      await eventually(() => togetherLine(ada.page).innerText()).toMatch(
        /Not connected\. .+(Next try|Trying again)/s,
      )
      await typeIn(ada.page, 'start', 'Written offline. ')
      await typeIn(edith.page, 'end', ' Written meanwhile.')
      // A device stores in its own time, of which no page hears.
      let stored = 0
      const isAtRest = async () => stored === (stored = await countStored(ada.page))
      await expect.poll(isAtRest, { timeout: flushAfter, interval: 400 }).toBe(true)
      await ada.kill()
      ada = await seat(desk.url, 'administrator', transport, profile.folder)
      await openShared(ada.page, id)
      await once(() => names(ada.page)).toContainEqual(expect.stringContaining('Edith Editor'))
      await agree(`Written offline. ${together} Not saved. Written meanwhile.`)
    })
  }
}

/** How many changes of posts the browser has stored. */
function countStored(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name = '' }) =>
      name.includes('post-') ? [name] : [],
    )
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const counting = opening.result.transaction('updates').objectStore('updates').count()
            counting.onsuccess = () => {
              opening.result.close()
              resolve(counting.result)
            }
          }
        }),
    )
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })
}
