import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  chooseInUserMenu,
  eventually,
  openDesk,
  peopleOf,
  rows,
  signIn,
  signInWith,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'
import { roles } from '../../examples/wordpress/content'
import { signInFirst } from '../support/signInFirst'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('The first page', () => {
  afterEach(async () => {
    await tab.close()
    expect(tab.complaints).toEqual([])
  })

  it('lets one in as anybody with one click, and says what each may do', async () => {
    tab = await desk.open()
    const people = peopleOf(tab.page)
    await eventually(() => people.count()).toBe(5)
    expect(await people.first().textContent()).toBe(
      'Continue as Ada Admin administratorMay do everything: settings, users, plugins and styles.',
    )
    await people.first().click()
    await rows(tab.page).first().waitFor()
    // There is something to begin with, in calm: the panel is closed, as it was left last.
    await eventually(() => titleField(tab.page).inputValue()).toBe('Start here')
    expect(await tab.page.getByRole('banner').textContent()).toContain('The Harbour Gazette')
  })

  it('opens what the address asks for, where it does', async () => {
    tab = await desk.open()
    await tab.page.goto(`${desk.url}/#/settings`)
    await tab.page.reload()
    await signIn(tab.page, 'administrator')
    await tab.page.getByLabel('Tagline').waitFor()
  })

  it('lets one in after a wrong password', async () => {
    tab = await desk.open()
    await signInWith(tab.page, 'author', 'no such password')
    await tab.page.getByRole('alert').waitFor()
    await signIn(tab.page, 'author')
    await rows(tab.page).first().waitFor()
  })

  it('does not come back after a reload, once somebody is signed in', async () => {
    tab = await desk.open()
    await signIn(tab.page, 'subscriber')
    await rows(tab.page).first().waitFor()
    await tab.page.reload()
    await rows(tab.page).first().waitFor()
    expect(await tab.page.getByRole('banner').textContent()).toContain('Sam Subscriber')
  })

  it('leaves nothing of one user for the next', async () => {
    tab = await desk.open()
    const { page } = tab
    await signIn(page, 'administrator')
    await rows(page).first().waitFor()
    await chooseInUserMenu(page, 'menuitem', 'Sign out')
    await signIn(page, 'subscriber')
    await rows(page).first().waitFor()
    expect(await button(page, 'New post').isDisabled()).toBe(true)
  })
})

describe('Who signs in for the first time', () => {
  it.each(roles)('as %s finds a text that is true for them, in fewer than twenty requests', async (role) => {
    const context = await desk.browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signInFirst(context, desk.url, role)
    await context.close()
  })
})
