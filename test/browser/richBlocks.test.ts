import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  go,
  newPost,
  openDocument,
  readPost,
  openRow,
  rows,
  saveButton,
  shareDesk,
  stateOf,
  type Desk,
} from '../support/browser'
import { picture } from '../support/picture'

let desk: Desk
let page: Page
shareDesk('administrator', { width: 1280, height: 900 }, (opened) => {
  ;({ desk, page } = opened)
})

const admin = () => desk.ask('administrator')
const blocks = () => page.getByRole('group', { name: 'Blocks', exact: true })
const dialog = () => page.getByRole('dialog')

describe('A block of other things than text', () => {
  it('is a gallery of several pictures that are chosen together', async () => {
    const id = await begin('/gallery')
    await button(page, 'Choose pictures').click()
    const use = dialog().getByRole('button', { name: /^Use/ })
    expect(await use.isDisabled()).toBe(true)
    for (const place of [0, 1])
      await dialog().getByRole('list', { name: 'Files' }).getByRole('button').nth(place).click()
    await dialog().getByRole('button', { name: 'Use 2' }).click()
    await eventually(() => blocks().locator('.image-block img').count()).toBe(2)
    const content = await saved(id)
    expect(content.match(/<!-- wp:image {"id":\d+/g)).toHaveLength(2)
    expect(content).toMatch(/^<!-- wp:gallery [^]*<figure class="wp-block-gallery [^]*<!-- \/wp:gallery -->$/)
  })

  it('is an embed by its address, with a caption', async () => {
    const id = await begin('/embed')
    const address = page.getByLabel('Address to embed')
    await address.fill('not an address')
    expect(await button(page, 'Embed').isDisabled()).toBe(true)
    // A post of the site itself: no other one is asked.
    await address.fill(`${desk.url}/?p=1003`)
    await button(page, 'Embed').click()
    await button(page, 'Hide preview').click()
    await page.getByRole('textbox', { name: 'Caption' }).fill('From our own pages')
    expect(await saved(id)).toMatch(
      /<!-- wp:embed {"url":"[^"]+\?p=1003".*}[^]*\?p=1003\n<\/div><figcaption class="wp-element-caption">From our own pages<\/figcaption>/,
    )
  })

  it('is a file that is uploaded in the dialog, under a name of its own', async () => {
    const id = await begin('/file')
    await button(page, 'Choose a file').click()
    await uploadInDialog('timetable.png')
    const name = page.getByRole('textbox', { name: 'File name' })
    await eventually(() => name.innerText()).toBe('timetable')
    await name.fill('All departures')
    expect(await saved(id)).toMatch(
      /<!-- wp:file {"id":\d+[^]*href="[^"]*timetable[^"]*">All departures<\/a>/,
    )
  })

  it('is a picture that is uploaded in the dialog', async () => {
    const id = await begin('/picture')
    await blocks().getByRole('button', { name: 'Choose a picture' }).click()
    await uploadInDialog('harbour-wall.png')
    await page.getByLabel('Alt text').fill('The wall at low tide')
    expect(await saved(id)).toMatch(/<img src="[^"]*harbour-wall[^"]*\.png" alt="The wall at low tide"/)
  })

  it('tells why a file was not taken, and leaves the dialog open for another', async () => {
    // The browser complains of the refusal.
    const own = await desk.open('administrator', { width: 1280, height: 900 })
    page = own.page
    await begin('/file')
    await button(page, 'Choose a file').click()
    await dialog()
      .getByLabel('File to upload')
      .setInputFiles({ name: 'notes.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
    await dialog().getByRole('listitem').filter({ hasText: 'notes.exe' }).getByRole('alert').waitFor()
    expect(await dialog().getByRole('button', { name: 'Upload' }).isEnabled()).toBe(true)
    await own.close()
  })
})

describe('The list of posts', () => {
  it('is narrowed to a tag, which stands in the address', async () => {
    const { data } = await admin()({
      path: '/wp/v2/tags',
      method: 'POST',
      data: { name: 'Ferries by night' },
    })
    const tag = (data as { id: number }).id
    await newPost(admin(), { title: 'The last boat', tags: [tag], status: 'publish' })
    await go(page, '#/post')
    await page.reload()
    await rows(page).first().waitFor()
    await button(page, 'Filters and order').click()
    const filter = page.getByLabel('Tag', { exact: true })
    await filter.locator('option', { hasText: 'Ferries by night' }).waitFor({ state: 'attached' })
    await filter.selectOption({ label: 'Ferries by night' })
    await eventually(() => rows(page).count()).toBe(1)
    expect(await rows(page).first().textContent()).toContain('The last boat')
    expect(page.url()).toContain(`tag=${tag}`)
  })
})

describe('The keys', () => {
  it('are listed as they are on the machine, the text’s own among them', async () => {
    await go(page, '#/post')
    await page.keyboard.press('?')
    const keys = await dialog().locator('dl > div').allInnerTexts()
    const listed = keys.map((text) => text.replace(/\s+/g, ' '))
    expect(listed.filter((text) => /^Ctrl [BIKSZ] /.test(text)).length).toBeGreaterThanOrEqual(5)
    expect(listed.some((text) => /^⌘/.test(text))).toBe(false)
    await page.keyboard.press('Escape')
  })

  it('bear the names of a Mac on a Mac', async () => {
    const context = await desk.browser.newContext({ storageState: await page.context().storageState() })
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })
      Object.defineProperty(navigator, 'userAgentData', { value: { platform: 'macOS' } })
    })
    const mac = await context.newPage()
    await mac.goto(desk.url)
    await rows(mac).first().waitFor()
    await mac.keyboard.press('?')
    expect(await mac.getByRole('dialog').innerText()).toMatch(/⌘\s*B/)
    await context.close()
  })
})

describe('A template', () => {
  it('is edited by its blocks, and the theme’s own comes back', async () => {
    await go(page, '#/templates')
    await openRow(rows(page, 'Templates').first())
    await button(page, 'Blocks').click()
    await blocks().waitFor()
    const { data: before } = await templates()
    const id = decodeURIComponent(/#\/templates\/([^?]+)/.exec(page.url())?.[1] ?? '')
    expect(contentOf(before, id)).toContain('<!-- wp:')
    await page
      .getByRole('group', { name: 'Add a block' })
      .last()
      .getByRole('button', { name: 'Paragraph' })
      .click()
    await page.keyboard.type('Printed on paper, too.')
    await saveButton(page).click()
    await eventually(async () => contentOf((await templates()).data, id)).toContain('Printed on paper, too.')
    await button(page, 'Revert').click()
    await dialog().getByRole('button', { name: 'Revert' }).click()
    await eventually(async () => contentOf((await templates()).data, id)).toBe(contentOf(before, id))
  })
})

const templates = () => admin()({ path: '/wp/v2/templates?context=edit' })
function contentOf(data: unknown, id: string): string | undefined {
  return (data as { id: string; content: { raw: string } }[]).find((one) => one.id === id)?.content.raw
}

/** Opens a new draft, and makes a block by what is typed into its first line. */
async function begin(typed: string): Promise<number> {
  const id = await newPost(admin(), { title: 'In blocks', status: 'draft' })
  await openDocument(page, 'post', id)
  await button(page, 'Blocks').click()
  await blocks().locator('[data-rich]').first().click()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  return id
}

async function uploadInDialog(name: string): Promise<void> {
  const buffer = Buffer.from(await picture(8, 8, name).arrayBuffer())
  await dialog().getByLabel('File to upload').setInputFiles({ name, mimeType: 'image/png', buffer })
  await eventually(() => dialog().count()).toBe(0)
}

/** The content as the site has it, once it is saved. */
async function saved(id: number): Promise<string> {
  await saveButton(page).click()
  await eventually(() => stateOf(page).first().textContent()).toBe('Saved')
  return (await readPost(admin(), id)).content
}
