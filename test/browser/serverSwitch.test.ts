import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  newPost,
  openDesk,
  openDocument,
  openTab,
  readPost,
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
    await button(page, 'Save').click()
    await page.getByRole('main').getByRole('alert').getByText(message).waitFor()
    expect(await titleField(page).inputValue()).toBe(`Typed while ${mode}`)
    await eventually(() => requests().allTextContents()).toContainEqual(expect.stringMatching(logged))
    expect((await readPost(fetcher, id)).title).toBe('Before')

    await server('As it is').check()
    await button(page, 'Save').click()
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
    await button(page, 'Save').click()
    // The page looks first what others have saved.
    await eventually(() => requests().allTextContents()).toContainEqual(expect.stringMatching(/^PUT/))
    expect(await stateOf(page).textContent()).toBe('Saving …')
    await titleField(page).fill('Second')
    await eventually(() => stateOf(page).textContent()).toBe('Unsaved changes')
    expect(await titleField(page).inputValue()).toBe('Second')
    expect((await readPost(fetcher, id)).title).toBe('First')
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
