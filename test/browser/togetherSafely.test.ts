import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../examples/playground/session/roles'
import {
  button,
  contentField,
  eventually,
  newPost,
  openDesk,
  openDocument,
  readPost,
  saveButton,
  stateOf,
  titleField,
  type Desk,
} from '../support/browser'
import { openShared, othersAt, paragraph, sitDown, typeIn, switchTogether } from '../support/colleagues'

let desk: Desk
const closes: (() => Promise<void>)[] = []

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})
afterAll(() => desk.close())

const text = (...paragraphs: string[]) =>
  paragraphs.map((one) => `<!-- wp:paragraph -->\n<p>${one}</p>\n<!-- /wp:paragraph -->`).join('\n\n')
const rawContent = async (id: number) => (await readPost(desk.ask('administrator'), id)).content

/** Somebody who works together with others by the site itself, in a browser of their own. */
async function join(role: Role, view: 'blocks' | 'text' = 'blocks'): Promise<Page> {
  const context = await desk.browser.newContext()
  await context.addInitScript((name) => {
    if (self === top) localStorage['copydesk-content-view'] = name
  }, view)
  const { page, complaints } = await sitDown(context, desk.url, role, 'polling')
  closes.push(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  return page
}

describe('Somebody who saves while others work in the same post', () => {
  it('saves no script that a contributor has hidden in the attributes of a block', async () => {
    const harmless = text('The boats are in.')
    const hidden = '<!-- wp:acf/x {"html":"\\u003cscript\\u003esteal()\\u003c/script\\u003e"} /-->'
    const fields = { title: 'Quay', content: harmless, status: 'draft' }
    const id = await newPost(desk.ask('contributor'), fields)
    const [cleo, ada] = [await join('contributor', 'text'), await join('administrator')]
    await openDocument(cleo, 'post', id)
    await openShared(ada, id)
    await eventually(() => othersAt(ada).count()).toBe(1)
    await contentField(cleo).fill(`${harmless}\n\n${hidden}`)
    await typeIn(cleo, 'end', ' at night', titleField(cleo))
    // What was written after it is there.
    await eventually(() => titleField(ada).inputValue()).toBe('Quay at night')
    await typeIn(ada, 'end', ', mended', titleField(ada))
    await saveButton(ada).click()
    await eventually(() => stateOf(ada).textContent()).toBe('Saved')
    expect(await readPost(desk.ask('administrator'), id)).toMatchObject({ title: 'Quay at night, mended' })
    expect(await rawContent(id)).toBe(harmless)
    expect(await contentField(cleo).inputValue()).toContain('steal()')
  })

  it('keeps what a colleague saves beside it who does not work together', async () => {
    const fields = { title: 'Bridge', content: text('One.', 'Two.'), status: 'publish' }
    const id = await newPost(desk.ask('author'), fields)
    const arthur = await join('author')
    await openShared(arthur, id)
    const request = { path: `/wp/v2/posts/${id}`, method: 'PUT' }
    await desk.ask('editor')({ ...request, data: { content: text('One.', 'Two. COLLEAGUE.') } })
    await typeIn(arthur, 'end', ' Mine.')
    await saveButton(arthur).click()
    await eventually(() => rawContent(id)).toBe(text('One. Mine.', 'Two. COLLEAGUE.'))
    await eventually(() => paragraph(arthur, 1).innerText()).toBe('Two. COLLEAGUE.')
  })

  it('has an open conflict left to choose, and no sentence made of two, when working together is switched on', async () => {
    const vote = (result: string) => text(`The bridge. The vote was ${result} the bridge.`)
    const fields = { title: 'Vote', content: text('The bridge.'), status: 'publish' }
    const id = await newPost(desk.ask('author'), fields)
    const { page, close } = await desk.open('author', undefined, 'Europe/London')
    closes.push(close)
    await page.evaluate(() => (localStorage['copydesk-content-view'] = 'blocks'))
    await page.reload()
    await openShared(page, id)
    await typeIn(page, 'end', ' The vote was 7 to 4 for the bridge.')
    const request = { path: `/wp/v2/posts/${id}`, method: 'PUT' }
    await desk.ask('editor')({ ...request, data: { content: vote('9 to 2 against') } })
    await saveButton(page).click()
    await page.getByRole('dialog').waitFor()
    await button(page, 'Not now').click()
    await switchTogether(page, 'polling')
    await openShared(page, id)
    const mine = 'The bridge. The vote was 7 to 4 for the bridge.'
    await eventually(() => paragraph(page).innerText()).toBe(mine)
    await saveButton(page).click()
    await page.getByRole('dialog').waitFor()
    expect(await rawContent(id)).toBe(vote('9 to 2 against'))
    expect(await paragraph(page).innerText()).toBe(mine)
  })
})
