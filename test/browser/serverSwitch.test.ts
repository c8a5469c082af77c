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
})
afterEach(async () => {
  await server('As it is').check()
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

const server = (name: string) =>
  tab.page.getByRole('radiogroup', { name: 'Server' }).getByRole('radio', { name })
const requests = () => tab.page.getByRole('region', { name: 'Requests' }).getByRole('listitem')

describe('With the server switched off while saving', () => {
  it.each([
    ['Offline', 'The server is out of reach (simulated).', /^PUTfailed.*simulated: offline$/],
    ['Writes fail', 'The server is not available (simulated).', /^PUT503.*simulated: writes fail$/],
  ])('(%s) the edit is kept, the error shown, and the next save works', async (mode, message, logged) => {
    const { page } = tab
    const fetcher = desk.ask('author')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill(`Typed while ${mode}`)
    await server(mode).check()
    await saveButton(page).click()
    await page.getByRole('main').getByRole('alert').getByText(message).waitFor()
    expect(await titleField(page).inputValue()).toBe(`Typed while ${mode}`)
    await eventually(() => requests().allTextContents()).toContainEqual(expect.stringMatching(logged))
    expect((await readPost(fetcher, id)).title).toBe('Before')

    await server('As it is').check()
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    expect((await readPost(fetcher, id)).title).toBe(`Typed while ${mode}`)
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
    await eventually(() => sent.length).toBeGreaterThan(0)
    await titleField(page).fill('Second')
    await eventually(() => said.evaluate((texts) => texts)).toContain('Unsaved changes')
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
