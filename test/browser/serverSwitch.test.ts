import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  eventually,
  newPost,
  openDesk,
  openDocument,
  openTab,
  readPost,
  saveButton,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
  tab = await desk.open('author')
  await openTab(tab.page, 'Under the hood')
  // What the page waits for by the clock need not be waited for here.
  await tab.page.clock.install()
})
afterEach(async () => {
  await server('As it is').check()
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

const server = (name: string) =>
  tab.page.getByRole('radiogroup', { name: 'Server' }).getByRole('radio', { name })
/** Waits for something that takes seconds of the page's clock. */
const inTime = <Value>(read: () => Promise<Value> | Value) =>
  eventually(async () => {
    await tab.page.clock.runFor(1000)
    return read()
  })
const requests = () => tab.page.getByRole('region', { name: 'Requests' }).getByRole('listitem')

describe('With the server switched off while saving', () => {
  it('(Offline) the save waits, whatever is tried meanwhile, and is sent when the server answers', async () => {
    const { page } = tab
    const fetcher = desk.ask('author')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed while offline')
    await server('Offline').check()
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Waiting to be sent')
    // Before it is written it is looked for what others have written: that is what fails, and is followed by more tries.
    await eventually(() => requests().allTextContents()).toContainEqual(
      expect.stringMatching(/^GETfailed.*modified_gmt.*simulated: offline$/),
    )
    const failed = async () =>
      (await requests().allTextContents()).filter((line) => /^GETfailed.*simulated: offline$/.test(line))
        .length
    await inTime(failed).toBeGreaterThan(2)
    expect(await stateOf(page).textContent()).toBe('Waiting to be sent')
    expect(await titleField(page).inputValue()).toBe('Typed while offline')
    expect((await readPost(fetcher, id)).title).toBe('Before')

    await server('As it is').check()
    await inTime(() => stateOf(page).textContent()).toBe('Saved')
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    expect((await readPost(fetcher, id)).title).toBe('Typed while offline')
  })

  it('(Writes fail) the edit is kept, the error shown, and the next save works', async () => {
    const { page } = tab
    const fetcher = desk.ask('author')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed while writes fail')
    await server('Writes fail').check()
    await saveButton(page).click()
    const message = 'The server is not available (simulated).'
    await inTime(() => page.getByRole('main').getByRole('alert').getByText(message).count()).toBe(1)
    expect(await titleField(page).inputValue()).toBe('Typed while writes fail')
    await eventually(() => requests().allTextContents()).toContainEqual(
      expect.stringMatching(/^PUT503.*simulated: writes fail$/),
    )
    expect((await readPost(fetcher, id)).title).toBe('Before')

    await server('As it is').check()
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    expect((await readPost(fetcher, id)).title).toBe('Typed while writes fail')
  })
})

describe('With a slow server', () => {
  it('typing goes on while the save is under way', async () => {
    const { page } = tab
    const fetcher = desk.ask('author')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('First')
    await server('Slow').check()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(String(request.postDataJSON()?.title))
    })
    // A copy of an own draft is kept by itself after some seconds: what is said until then is collected.
    const said = await stateOf(page).evaluateHandle((state) => {
      const texts: (string | null)[] = []
      new MutationObserver(() => texts.push(state.textContent)).observe(state, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      return texts
    })
    await saveButton(page).click()
    // The page looks first what others have saved.
    await inTime(() => sent.length).toBeGreaterThan(0)
    await titleField(page).fill('Second')
    const isUnsaved = () => said.evaluate((texts) => Number(texts.includes('Unsaved changes')))
    await inTime(isUnsaved).toBe(1)
    expect(await said.evaluate((texts) => texts[0])).toBe('Saving …')
    expect(await titleField(page).inputValue()).toBe('Second')
    expect(sent[0]).toBe('First')
  })
})

describe('The switch', () => {
  it('is reached and moved by key', async () => {
    await server('As it is').focus()
    await tab.page.keyboard.press('ArrowDown')
    expect(await server('Slow').isChecked()).toBe(true)
    await tab.page.keyboard.press('ArrowUp')
    expect(await server('As it is').isChecked()).toBe(true)
  })
})
