import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  chooseInUserMenu,
  eventually,
  go,
  newPost,
  openDesk,
  openDocument,
  openPasswordForm,
  openRow,
  readPost,
  rows,
  saveButton,
  signIn,
  signInWith,
  stateOf,
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
})

describe('Somebody who is signed out elsewhere, of which the site alone knows', () => {
  it('is told so at the next save, and saves after signing in again in another tab', async () => {
    tab = await desk.open('author')
    const { page } = tab
    const fetcher = desk.ask('author')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Typed while out')
    const other = await desk.open('author')
    // As by signing out in wp-admin.
    await page.context().clearCookies({ name: /^wordpress_/ })
    await other.page.reload()
    await other.page.getByRole('list', { name: 'People' }).waitFor()
    await saveButton(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('You are signed out, perhaps in another tab.').waitFor()
    await alert.getByText('What you wrote is still here.').waitFor()
    await signIn(other.page, 'author')
    await rows(other.page).first().waitFor()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(fetcher, id)).title).toBe('Typed while out')
    await other.close()
    // The browser itself reports that the other tab, as it was loaded, got no nonce, and that both were refused what they
    // asked for in between.
    const isOfBrowser = (line: string) => line.startsWith('Failed to load resource')
    expect(other.complaints.filter((line) => !/status of 40[03]/.test(line))).toEqual([])
    expect(tab.complaints.splice(0).filter((line) => !isOfBrowser(line))).toEqual([])
  })
})

describe('A change of roles', () => {
  it('brings another page and another store, and explains what is closed', async () => {
    tab = await desk.open()
    const { page } = tab
    await signIn(page, 'administrator')
    const places = page.getByRole('navigation', { name: 'Site' })
    await places.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Tagline').fill('Never saved')

    await chooseInUserMenu(page, 'menuitemradio', 'author')
    await page.getByRole('dialog', { name: 'Become an author?' }).waitFor()
    await button(page, 'Become an author').click()
    await page.getByText('As an author you can’t see the settings of the site.').waitFor()
    await page.getByRole('tab', { name: 'Unsaved 0' }).waitFor()
    expect(await places.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    expect(await places.getByRole('link', { name: 'Media' }).count()).toBe(1)
    await page.getByText('No access as an author').click()
    await page.getByText(/Templates,.* Settings: WordPress keeps these/).waitFor()

    // What an author may read but not change says so at the place.
    await go(page, '#/terms/category')
    await openRow(rows(page, 'Categories').first())
    await page.getByText('As an author you can’t change this category.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Books')
    expect(await saveButton(page).isDisabled()).toBe(true)
    expect(await button(page, 'New category').isDisabled()).toBe(true)
    await page.getByText('As an author you can’t create categories.').waitFor()

    await chooseInUserMenu(page, 'menuitemradio', 'subscriber')
    await places.getByText('No access as a subscriber').waitFor()
    expect(await places.getByRole('link', { name: 'Media' }).count()).toBe(0)
  })
})
