import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serializeBlocks } from '../../examples/playground/blocks/blockCodec'
import { makeBlock } from '../../examples/playground/blocks/editableBlock'
import {
  button,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  openRow,
  openTab,
  rows,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'
import { bringAxe, expectNothingSerious, findings, wide } from '../support/pageQuality'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => expect(tab.complaints.splice(0)).toEqual([]))
afterAll(() => desk.close())

/** The main views, and what each has when it is there. */
const views: readonly [name: string, address: string, sign: (page: Page) => Locator][] = [
  ['a list with a document', '#/post/1009', titleField],
  ['the media', '#/media/501', (page) => page.getByRole('region', { name: 'Details' }).getByLabel('Title')],
  ['the categories', '#/terms/category', (page) => page.locator('.list a.row').first()],
  ['the settings', '#/settings', (page) => page.getByRole('main').getByRole('textbox').first()],
]

async function show(page: Page, address: string, sign: (page: Page) => Locator) {
  await page.evaluate((hash) => (location.hash = hash), address)
  await sign(page).first().waitFor()
}

describe('axe finds nothing serious', () => {
  afterEach(() => tab.close())

  it('before anybody is signed in', async () => {
    tab = await desk.open()
    await bringAxe(tab.page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme })
      expect(await findings(tab.page), colorScheme).toEqual([])
    }
  })

  it('for an author, in light and dark', async () => {
    tab = await desk.open('author', { width: 1440, height: 900 })
    await bringAxe(tab.page)
    await lookAtViews(views.filter(([name]) => name !== 'the settings'))
  })
})

/** Expects nothing serious in views, and then under the hood, where the log has what all of them asked for. */
async function lookAtViews(shown: typeof views): Promise<void> {
  const { page } = tab
  for (const [name, address, sign] of shown) {
    await show(page, address, sign)
    await expectNothingSerious(page, undefined, name)
  }
  await openTab(page, 'Under the hood')
  await expectNothingSerious(page, '.side-panel')
}

describe('On one page', () => {
  // Each test looks at another address.
  beforeAll(async () => {
    tab = await desk.open('administrator', { width: 1440, height: 900 })
    await bringAxe(tab.page)
  })
  afterAll(() => tab.close())

  describe('axe finds nothing serious, in light and dark,', () => {
    it('in the main views and under the hood', async () => {
      await lookAtViews(views)
      await openTab(tab.page, /^Unsaved/)
    })

    const field = (label: string) => (page: Page) => page.getByRole('main').getByLabel(label, { exact: true })
    const rowsOf = (list: string) => (page: Page) => rows(page, list)

    it.each<
      [name: string, list: string, open: ((page: Page) => Locator) | null, sign: (page: Page) => Locator]
    >([
      ['a term', '#/terms/category', rowsOf('Categories'), field('Slug')],
      ['a user', '#/users', rowsOf('Users'), field('About')],
      ['a comment', '#/comments', rowsOf('Comments'), field('Comment')],
      ['the styles', '#/styles', null, (page) => page.getByRole('group', { name: 'Background' })],
      [
        'a menu',
        '#/menus',
        rowsOf('Menus'),
        (page) => page.getByRole('region', { name: 'Items' }).getByRole('textbox'),
      ],
      ['the plugins', '#/plugins', null, (page) => button(page, 'Activate Tides')],
    ])('in %s', async (...[, address, open, sign]) => {
      const { page } = tab
      await go(page, address)
      await open?.(page).first().click()
      await sign(page).first().waitFor()
      await expectNothingSerious(page)
    })

    it.each([
      ['a template', '#/templates', 'Templates'],
      ['a template part', '#/template-parts', 'Template parts'],
    ])('in the blocks of %s', async (_, address, list) => {
      const { page } = tab
      await go(page, address)
      await openRow(rows(page, list).first())
      await button(page, 'Blocks').click()
      const blocks = page.getByRole('main').getByRole('group', { name: 'Blocks', exact: true })
      await blocks.locator('[data-block]').first().waitFor()
      await expectNothingSerious(page)
    })

    it('in the details of a document, among its revisions, and in all that the side panel has', async () => {
      const { page } = tab
      const fetcher = desk.ask('administrator')
      const id = await newPost(fetcher, { title: 'Before', content: 'The cat sat', status: 'draft' })
      await fetcher({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { content: 'The dog sat' } })
      await fetcher({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { title: 'Between' } })
      await openDocument(page, 'post', id)
      await titleField(page).fill('After')
      await button(page, 'Details').click()
      await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').waitFor()
      await button(page, 'Show what was changed in After').click()
      await page.locator('.unsaved-fields').getByText('After').first().waitFor()
      await expectNothingSerious(page)
      await openTab(page, 'History')
      await page.getByText('The beginning').waitFor()
      await expectNothingSerious(page, '.side-panel')
      await openTab(page, 'Under the hood')
      for (const name of ['State', 'Reads', 'Locks', 'Undo', 'Renders']) {
        await openTab(page, name)
        await page.getByRole('tabpanel', { name }).waitFor()
        await expectNothingSerious(page, '.side-panel')
      }
      await go(page, `#/post/${id}/revisions`)
      await page.getByRole('navigation', { name: 'Revisions' }).getByRole('listitem').first().waitFor()
      await page.getByRole('main').locator('del, ins').first().waitFor()
      await expectNothingSerious(page)
    })

    it('in blocks inside blocks, with their tools and what can be added, which sticks out nowhere on a phone', async () => {
      const { page } = tab
      const content = serializeBlocks([
        makeBlock('core/group', 'In a group'),
        makeBlock('core/columns', 'Left'),
      ])
      const cover =
        '<!-- wp:cover {"dimRatio":50} -->\n<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background' +
        ` has-background-dim"></span><div class="wp-block-cover__inner-container">${content}</div></div>\n<!-- /wp:cover -->`
      const details =
        '<!-- wp:details -->\n<details class="wp-block-details"><summary>How to get there</summary>' +
        `${serializeBlocks([makeBlock('core/paragraph', 'By boat')])}</details>\n<!-- /wp:details -->`
      const id = await newPost(desk.ask('administrator'), {
        title: 'Nested',
        status: 'draft',
        content: `${cover}\n\n${details}`,
      })
      await openDocument(page, 'post', id)
      await button(page, 'Blocks').click()
      await page.getByRole('main').getByText('Left', { exact: true }).click()
      await button(page, 'Add a block below').press('Enter')
      await page.getByRole('menuitem', { name: 'Group' }).waitFor()
      await expectNothingSerious(page)
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await eventually(() => wide(page)).toEqual([])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    it('in the dialogs: links, help, and what is asked before something is deleted', async () => {
      const { page } = tab
      const content = '<!-- wp:paragraph -->\n<p>harbour</p>\n<!-- /wp:paragraph -->'
      const id = await newPost(desk.ask('administrator'), { title: 'With a link', status: 'draft', content })
      await openDocument(page, 'post', id)
      await button(page, 'Blocks').click()
      await page.getByRole('main').getByText('harbour', { exact: true }).dblclick()
      await page.keyboard.press('Control+k')
      await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor()
      await expectNothingSerious(page)
      await page.keyboard.press('Escape')
      await titleField(page).fill('With a link, changed')
      await button(page, 'Move to trash').click()
      await page.getByRole('dialog').waitFor()
      await expectNothingSerious(page)
      await button(page, 'Cancel').click()
      await page.locator('body').press('?')
      await page.getByRole('dialog').waitFor()
      await expectNothingSerious(page)
    })
  })

  it('what shows that a list is being read moves on and on, but not for those who want less motion', async () => {
    const { page } = tab
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/wp-json\//, (route) => held.then(() => route.continue()))
    await go(page, '#/page')
    await page.locator('.progress[data-busy=true]').waitFor()
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await eventually(moving).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await eventually(moving).toBe(1)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    answer()
    await page.locator('.progress[data-busy=false]').waitFor()
  })
})

describe('Nothing sticks out, and nothing jumps', () => {
  const answers: Answers = new Map()
  afterEach(() => tab.close())

  it.each([360, 768, 1440, 2560])('as parts of the page come in, in a window %i px wide', async (width) => {
    // On a device of its own: rows that were kept make place for those that are new since.
    tab = await desk.open('administrator', { width, height: 900 }, 'Europe/Zurich')
    const { page } = tab
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await watchJumps(page, answers)
    const expectOrder = async (name: string) => {
      expect(await jumps(page), name).toEqual([])
      expect(await wide(page), name).toEqual([])
    }
    await expectOrder('the first page')
    for (const [name, address, sign] of [...views, ...moreViews]) {
      await show(page, address, sign)
      await expectOrder(name)
    }
    const menu = await rows(page, 'Menus').first().getAttribute('href')
    await show(page, menu ?? '', (page) => page.getByRole('region', { name: 'Items' }).getByRole('textbox'))
    await expectOrder('a menu')
    const panel = page.getByRole('button', { name: /^Side panel/ })
    if (!(await page.getByRole('tablist', { name: 'Store' }).isVisible())) await panel.click()
    await openTab(page, 'Under the hood')
    await page.getByRole('region', { name: 'Requests' }).getByRole('listitem').first().waitFor()
    expect(await wide(page), 'under the hood').toEqual([])
  })
})

const moreViews: typeof views = [
  ['all media', '#/media', (page) => page.getByRole('list', { name: 'Files' }).getByRole('button').first()],
  [
    'a file beside them',
    '#/media/501',
    (page) => page.getByRole('region', { name: 'Details' }).getByLabel('Title'),
  ],
  ['the comments', '#/comments', (page) => rows(page, 'Comments').first()],
  ['the users', '#/users/1', (page) => page.getByRole('main').getByLabel('About')],
  ['the templates', '#/templates', (page) => rows(page, 'Templates').first()],
  ['the styles', '#/styles', (page) => page.getByRole('group', { name: 'Background' })],
  ['the plugins', '#/plugins', (page) => button(page, 'Activate Tides')],
  ['the menus', '#/menus', (page) => rows(page, 'Menus').first()],
]

/** What the site has answered, by method and address: it is the same in a window of any width. */
type Answers = Map<string, { status: number; headers: Record<string, string>; body: Buffer }>

/**
 * Notes what moves from when the page was opened, without anybody having pressed something. From here on each answer
 * of the server is on the page before the next one comes, so that nothing is spared by coming together with another.
 */
async function watchJumps(page: Page, answers: Answers): Promise<void> {
  let turn: Promise<unknown> = Promise.resolve()
  await page.route(/\/wp-json\//, (route) => {
    const asked = `${route.request().method()} ${route.request().url()}`
    const answer = async () => {
      let told = answers.get(asked)
      if (!told) {
        const response = await route.fetch({ maxRetries: 3 })
        told = { status: response.status(), headers: response.headers(), body: await response.body() }
        answers.set(asked, told)
      }
      await route.fulfill(told)
      await page.evaluate(
        () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
      )
    }
    // Some are no longer wanted when it is their turn.
    turn = turn.then(answer).catch(() => {})
  })
  await page.evaluate(() => {
    const moved: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => moved.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { takeMoved: () => [...moved.splice(0), ...observer.takeRecords()] })
  })
}

/** What moved since this was asked last by 0.02 of the window or more, in the browser's own measure. */
async function jumps(page: Page): Promise<string[]> {
  await page.waitForFunction(() => !document.querySelector('.skeleton, [data-busy=true], [aria-busy=true]'))
  return page.evaluate(async () => {
    // What the last frame moved is told after it.
    for (let frame = 0; frame < 3; frame++) await new Promise((next) => requestAnimationFrame(next))
    const { takeMoved } = window as unknown as { takeMoved: () => Shift[] }
    return takeMoved()
      .filter(({ value, hadRecentInput }) => value >= 0.02 && !hadRecentInput)
      .map(
        ({ value, sources }) =>
          `${value.toFixed(3)} ${sources.map(({ node }) => node?.className).join(', ')}`,
      )
  })
}

/** An entry of the browser about what moved. */
interface Shift {
  /** The part of the window times the part of the way across it. */
  value: number
  hadRecentInput: boolean
  sources: readonly { node?: Element }[]
}
