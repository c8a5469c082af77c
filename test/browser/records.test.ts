import type { Fetcher } from 'copydesk'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../examples/playground/session/roles'
import {
  button,
  eventually,
  go,
  openDesk,
  openRow,
  rows,
  saveButton,
  stateOf,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab
let admin: Fetcher

beforeAll(async () => {
  desk = await openDesk()
  admin = desk.ask('administrator')
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

const read = async (path: string) => (await admin({ path })).data as Record<string, unknown>

async function save(page: Page): Promise<void> {
  await saveButton(page).click()
  await eventually(() => stateOf(page).textContent()).toBe('Saved')
}

describe('An administrator', () => {
  inOneTabOf('administrator')

  it('makes a term, puts it below another, and deletes it', async () => {
    const { page } = tab
    await go(page, '#/terms/category')
    await button(page, 'New category').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Night ferries')
    await button(page, 'Create category').click()
    await page.getByRole('heading', { name: 'Night ferries' }).waitFor()
    await page.getByLabel('Description').fill('What sails after dark')
    await page.getByLabel('Parent').selectOption('Harbour')
    await save(page)
    const id = /\d+$/.exec(page.url())?.[0] ?? ''
    const harbour = (await admin({ path: '/wp/v2/categories?slug=harbour' })).data as { id: number }[]
    expect(await read(`/wp/v2/categories/${id}`)).toMatchObject({
      description: 'What sails after dark',
      parent: harbour[0]?.id,
    })
    // In the tree it stands right below.
    const names = async () =>
      (await rows(page, 'Categories').allTextContents()).map((row) => row.replace(/\d+ post.*/, ''))
    await eventually(
      async () => (await names()).indexOf('Night ferries') - (await names()).indexOf('Harbour'),
    ).toBe(1)
    await button(page, 'Delete').click()
    await button(page, 'Delete category').click()
    await eventually(names).not.toContain('Night ferries')
    await eventually(() => page.locator('main:focus').count()).toBe(1)
  })

  it('changes a profile, and sees what the role may do', async () => {
    const { page } = tab
    await go(page, '#/users?role=contributor')
    await eventually(() => rows(page, 'Users').count()).toBe(1)
    await openRow(rows(page, 'Users').first())
    await page.getByLabel('About').fill('Writes on Tuesdays')
    await save(page)
    const [cleo] = (await admin({ path: '/wp/v2/users?roles=contributor' })).data as { description: string }[]
    expect(cleo?.description).toBe('Writes on Tuesdays')
    const deeds = page.getByRole('region', { name: 'What the role may do' }).getByRole('listitem')
    await eventually(() =>
      deeds.filter({ has: page.getByLabel('May', { exact: true }) }).allTextContents(),
    ).toEqual([' Write posts'])
  })

  it('approves a comment that waits', async () => {
    const { page } = tab
    await go(page, '#/comments?status=hold')
    await page.getByLabel('Status').waitFor()
    await eventually(async () => new Set(await page.locator('li .badge').allTextContents())).toEqual(
      new Set(['Pending']),
    )
    await openRow(rows(page, 'Comments').first())
    await button(page, 'Approve').click()
    await button(page, 'Unapprove').waitFor()
    const id = /comments\/(\d+)/.exec(page.url())?.[1] ?? ''
    expect((await read(`/wp/v2/comments/${id}`)).status).toBe('approved')
  })

  it('changes a template and goes back to what the theme has', async () => {
    const { page } = tab
    await go(page, '#/templates')
    await openRow(rows(page, 'Templates').filter({ hasText: '404' }))
    const blocks = page.getByLabel('Content', { exact: true })
    await blocks.waitFor()
    const before = await blocks.inputValue()
    await blocks.fill('<!-- wp:paragraph --><p>Lost at sea</p><!-- /wp:paragraph -->')
    await save(page)
    await button(page, 'Revert').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
    await eventually(() => blocks.inputValue()).toBe(before)
    expect(await page.getByRole('main').getByText('From the theme').count()).toBe(1)
  })

  it('chooses a colour for the site, takes it back by key, and saves another', async () => {
    const { page } = tab
    await go(page, '#/styles')
    const background = page.getByRole('group', { name: 'Background' })
    await background.getByRole('button').nth(2).click()
    await eventually(() => stateOf(page).textContent()).toBe('Unsaved changes')
    await page.keyboard.press('Control+z')
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    const name = await background.getByRole('button').nth(5).getAttribute('aria-label')
    await background.getByRole('button').nth(5).click()
    await save(page)
    await page.reload()
    await background.getByRole('button', { name: name ?? '', pressed: true }).waitFor()
  })

  it('renames an item of a menu and moves it, and one save takes both', async () => {
    const { page } = tab
    await go(page, '#/menus')
    await openRow(rows(page, 'Menus').filter({ hasText: 'Footer menu' }))
    const items = page.getByRole('region', { name: 'Items' }).getByRole('listitem')
    await eventually(() => items.count()).toBe(3)
    await items.last().getByRole('textbox').first().fill('Tides today')
    await items.last().getByRole('button', { name: 'Up' }).click()
    await eventually(() => items.nth(1).getByRole('textbox').first().inputValue()).toBe('Tides today')
    await save(page)
    const menu = /menus\/(\d+)/.exec(page.url())?.[1] ?? ''
    const saved = (await admin({ path: `/wp/v2/menu-items?menus=${menu}&orderby=menu_order&order=asc` })).data
    expect((saved as { title: { rendered: string } }[])[1]?.title.rendered).toBe('Tides today')
  })

  it('changes the tagline by Ctrl+S', async () => {
    const { page } = tab
    await go(page, '#/settings')
    await page.getByLabel('Tagline').fill('News with the tide')
    await page.keyboard.press('Control+s')
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await read('/wp/v2/settings')).description).toBe('News with the tide')
  })

  it('switches a plugin on', async () => {
    const { page } = tab
    await go(page, '#/plugins')
    await button(page, 'Activate Tides').click()
    await button(page, 'Deactivate Tides').waitFor()
    expect((await read('/wp/v2/plugins/tides/tides')).status).toBe('active')
  })
})

describe('An editor', () => {
  inOneTabOf('editor')

  it('renames a tag, takes it back by key, and saves another name', async () => {
    const { page } = tab
    await go(page, '#/terms/post_tag')
    await button(page, 'New tag').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Fog horns')
    await button(page, 'Create tag').click()
    const name = page.getByRole('main').getByLabel('Name', { exact: true })
    await eventually(() => name.inputValue()).toBe('Fog horns')
    await name.fill('Bells')
    await page.keyboard.press('Control+z')
    expect(await name.inputValue()).toBe('Fog horns')
    await name.fill('Fog signals')
    await save(page)
    const id = /\d+$/.exec(page.url())?.[0] ?? ''
    expect((await read(`/wp/v2/tags/${id}`)).name).toBe('Fog signals')
  })

  it('corrects a comment and moves it to the trash', async () => {
    const { page } = tab
    await go(page, '#/comments?status=approve')
    await openRow(rows(page, 'Comments').first())
    await page.getByLabel('Comment', { exact: true }).fill('Corrected by the desk')
    await save(page)
    const id = /comments\/(\d+)/.exec(page.url())?.[1] ?? ''
    expect((await read(`/wp/v2/comments/${id}?context=edit`)).content).toMatchObject({
      raw: 'Corrected by the desk',
    })
    await button(page, 'Move to trash').click()
    await eventually(() => page.url()).not.toContain(`comments/${id}`)
    await eventually(() => rows(page, 'Comments').allTextContents()).not.toContainEqual(
      expect.stringContaining('Corrected by the desk'),
    )
    expect((await read(`/wp/v2/comments/${id}`)).status).toBe('trash')
  })

  it.each([
    ['users', 'the users of the site', 'list_users'],
    ['templates', 'the templates', 'edit_theme_options'],
    ['template-parts', 'the template parts', 'edit_theme_options'],
    ['styles', 'the styles of the site', 'edit_theme_options'],
    ['menus', 'the menus', 'edit_theme_options'],
    ['plugins', 'the plugins', 'activate_plugins'],
    ['settings', 'the settings of the site', 'manage_options'],
  ])('reads why #/%s is closed, and nothing is asked of the server', async (place, what, capability) => {
    const { page } = tab
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await go(page, `#/${place}`)
    await page.getByText(`As an editor you can’t see ${what}.`).waitFor()
    expect(await page.getByRole('main').textContent()).toContain(capability)
    expect(asked.filter((url) => url.includes('/wp-json/'))).toEqual([])
    page.removeAllListeners('request')
  })

  it('reads in the sidebar what is kept from the role', async () => {
    const { page } = tab
    const closed = page.getByRole('navigation', { name: 'Site' }).locator('details')
    await closed.getByText('No access as an editor').click()
    expect(await closed.textContent()).toContain(
      'Templates, Template parts, Styles, Menus, Users, Plugins, Settings: WordPress keeps these from this role.',
    )
  })
})

describe('An author', () => {
  inOneTabOf('author')

  it('reads a category, and why it is not theirs to change', async () => {
    const { page } = tab
    await go(page, '#/terms/category')
    await page.getByText('As an author you can’t create categories.').waitFor()
    expect(await button(page, 'New category').isDisabled()).toBe(true)
    await openRow(rows(page, 'Categories').filter({ hasText: 'Harbour' }).first())
    await page.getByText('As an author you can’t change this category.').waitFor()
    const name = page.getByRole('main').getByLabel('Name', { exact: true })
    expect(await name.inputValue()).toBe('Harbour')
    expect(await name.getAttribute('readonly')).not.toBeNull()
    for (const deed of ['Save', 'Delete']) expect(await button(page, deed).isDisabled()).toBe(true)
  })

  it('reads the comments that are approved, and can’t moderate', async () => {
    const { page } = tab
    await go(page, '#/comments')
    await page.getByText('As an author you see what is approved, and can’t moderate.').waitFor()
    await openRow(rows(page, 'Comments').first())
    await page.getByRole('main').getByRole('article').waitFor()
    expect(await page.getByRole('main').getByRole('textbox', { name: 'Comment' }).count()).toBe(0)
    expect(await button(page, 'Approve').count()).toBe(0)
  })
})

/** The tests of a group share a tab. */
function inOneTabOf(role: Role): void {
  beforeAll(async () => {
    tab = await desk.open(role)
  })
  afterAll(() => tab.close())
}
