import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  chooseInUserMenu,
  eventually,
  openDesk,
  openPasswordForm,
  peopleOf,
  rows,
  signIn,
  signInWith,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  await tab.close()
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

describe('Signing in', () => {
  it('shows who is signed in, and the list', async () => {
    tab = await desk.open()
    await signIn(tab.page, 'editor')
    await rows(tab.page).first().waitFor()
    expect(await tab.page.getByRole('banner').textContent()).toContain('Edith Editor editor')
    expect(await rows(tab.page).count()).toBe(20)
  })

  it('says in WordPress’s words that the password is wrong', async () => {
    tab = await desk.open()
    await signInWith(tab.page, 'author', 'no such password')
    const alert = tab.page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain(
      'The password you entered for the username author is incorrect.',
    )
  })

  it('lets one in after a wrong password', async () => {
    tab = await desk.open()
    await signInWith(tab.page, 'author', 'no such password')
    await tab.page.getByRole('alert').waitFor()
    await signIn(tab.page, 'author')
    await rows(tab.page).first().waitFor()
  })

  it('outlasts a reload', async () => {
    tab = await desk.open()
    await signIn(tab.page, 'subscriber')
    await rows(tab.page).first().waitFor()
    await tab.page.reload()
    await rows(tab.page).first().waitFor()
    expect(await tab.page.getByRole('banner').textContent()).toContain('Sam Subscriber')
  })

  it('works with an application password', async () => {
    tab = await desk.open()
    const { page } = tab
    await openPasswordForm(page)
    await page.getByLabel('Sign in as').selectOption('editor')
    await page.getByLabel('Use an application password').check()
    await page.getByLabel('Application password', { exact: true }).fill(desk.applicationPassword('editor'))
    await button(page, 'Sign in').click()
    await rows(page).first().waitFor()
  })
})

describe('The first page', () => {
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
})

describe('Signing out', () => {
  it('ends the session, so that a reload asks again', async () => {
    tab = await desk.open()
    const { page } = tab
    await signIn(page, 'author')
    await rows(page).first().waitFor()
    await chooseInUserMenu(page, 'menuitem', 'Sign out')
    await page.getByRole('list', { name: 'People' }).waitFor()
    await page.reload()
    await page.getByRole('list', { name: 'People' }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ name }) => name.startsWith('wordpress_logged_in_'))).toEqual([])
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
