import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, eventually, go, openDesk, openTab, type Desk, type Tab } from '../support/browser'
import { picture } from '../support/picture'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  const clear = tab.page.getByRole('region', { name: 'Library' }).getByRole('button', { name: 'Clear' })
  if ((await clear.count()) > 0) await clear.click()
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

/** The media library of somebody, once its files are there. */
async function openMedia(role: 'administrator' | 'author' | 'contributor', id?: number) {
  tab = await desk.share(role)
  const { page } = tab
  await go(page, id === undefined ? '#/media' : `#/media/${id}`)
  await page.getByRole('list', { name: 'Files' }).getByRole('button').first().waitFor()
  return page
}

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const boat = async () => Buffer.from(await picture(300, 200).arrayBuffer())
const uploads = () => tab.page.getByRole('list', { name: 'Uploads' })
const upload = (name: string) => uploads().getByRole('listitem').filter({ hasText: name })
const fileInput = () => tab.page.locator('input[type=file]')

async function chooseServer(name: string) {
  await openTab(tab.page, 'Under the hood')
  await tab.page.getByRole('radiogroup', { name: 'Server' }).getByRole('radio', { name }).check()
}

/** The server's files of one name, past the page. */
async function filesCalled(search: string) {
  const { data } = await desk.ask('administrator')({ path: `/wp/v2/media?context=edit&search=${search}` })
  return data as { id: number; title: { raw: string }; alt_text: string; media_details: { width: number } }[]
}

describe('Files that are uploaded by an author', () => {
  it('travel together, and each says what became of it', async () => {
    const page = await openMedia('author')
    await fileInput().setInputFiles([
      file('first-boat.png', 'image/png', await boat()),
      file('second-boat.png', 'image/png', await boat()),
      file('notes.exe', 'application/octet-stream', Buffer.from('not for here')),
      file('huge.png', 'image/png', Buffer.alloc(9_000_000, 1)),
    ])
    await upload('first-boat.png').getByText('Uploaded').waitFor()
    await upload('second-boat.png').getByText('Uploaded').waitFor()
    expect(await upload('notes.exe').getByRole('alert').textContent()).toContain('file type')
    const tooBig = upload('huge.png').getByRole('alert')
    await eventually(() => tooBig.textContent()).toMatch(/exceeds the upload_max_filesize.*It has 9.0 MB/)
    await page.getByRole('list', { name: 'Files' }).getByText('second-boat').waitFor()
    // The browser itself reports both refusals.
    expect(tab.complaints.splice(0)).toEqual(Array(2).fill(expect.stringContaining('status of 500')))
  })

  it('are tried again where they failed, and can be stopped on their way', async () => {
    await openMedia('author')
    await chooseServer('Writes fail')
    await fileInput().setInputFiles(file('late-boat.png', 'image/png', await boat()))
    await upload('late-boat.png').getByRole('alert').waitFor()
    await chooseServer('Slow')
    await button(tab.page, 'Try late-boat.png again').click()
    await button(tab.page, 'Cancel late-boat.png').click()
    await uploads().waitFor({ state: 'hidden' })
    const stopped = tab.page.getByRole('region', { name: 'Requests' }).getByRole('listitem')
    await stopped.filter({ hasText: 'POST' }).getByText('aborted').waitFor()
    expect(await filesCalled('late-boat')).toEqual([])
    await chooseServer('As it is')
  })

  it('wait on this device where the server is out of reach, and are sent once it answers', async () => {
    await openMedia('author')
    await chooseServer('Offline')
    await fileInput().setInputFiles(file('ferry-later.png', 'image/png', await boat()))
    await upload('ferry-later.png').getByText('Waits for a network').waitFor()
    expect(await filesCalled('ferry-later')).toEqual([])
    await chooseServer('As it is')
    await eventually(() => filesCalled('ferry-later')).toHaveLength(1)
    await tab.page.getByRole('list', { name: 'Files' }).getByText('ferry-later').waitFor()
  })

  it('may be dropped on the page', async () => {
    const page = await openMedia('author')
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'dropped-boat.png', { type: 'image/png' }))
        return data
      },
      [...(await boat())],
    )
    const target = page.getByRole('list', { name: 'Files' })
    await target.dispatchEvent('dragenter', { dataTransfer: transfer })
    await page.getByText('Drop to upload').waitFor()
    await target.dispatchEvent('drop', { dataTransfer: transfer })
    await upload('dropped-boat.png').getByText('Uploaded').waitFor()
    expect(await page.getByText('Drop to upload').count()).toBe(0)
  })
})

describe('A file of the library', () => {
  it('is described in place, and the library shows it under its new name', async () => {
    const page = await openMedia('author', 501)
    await openTab(page, /^Unsaved/)
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByLabel('Title').fill('Harbour at noon')
    await details.getByLabel('Alt text').fill('Ships in the sun')
    expect(await details.getByRole('status').textContent()).toBe('Unsaved changes')
    const unsaved = page.getByRole('complementary', { name: 'Store' }).getByRole('listitem')
    await eventually(() => unsaved.textContent()).toContain('Harbour at noonMedia · Title, Alt text')
    await page.keyboard.press('Control+s')
    await eventually(() => details.getByRole('status').textContent()).toBe('Saved')
    await page.getByRole('list', { name: 'Files' }).getByText('Harbour at noon').waitFor()
    expect(await filesCalled('noon')).toMatchObject([
      { id: 501, title: { raw: 'Harbour at noon' }, alt_text: 'Ships in the sun' },
    ])
  })

  it('is turned on the server, and the new one deleted once that is confirmed', async () => {
    const page = await openMedia('administrator', 518)
    await button(page, 'Edit image').click()
    await button(page, 'Rotate right').click()
    await page.getByLabel('Shape').selectOption('Square')
    await button(page, 'Save as a new file').click()
    await eventually(() => page.evaluate(() => location.hash)).not.toBe('#/media/518')
    // One file of both: upright now, and a square of nine tenths of its width.
    await page.getByText('360 × 360 px').waitFor()
    // It lies over the buttons for a while.
    await page.locator('.notice').filter({ hasText: 'made a new file' }).getByRole('button').click()
    const id = Number((await page.evaluate(() => location.hash)).replace(/\D/g, ''))
    // A picture that is on its way while its file is deleted is not found.
    await eventually(() => page.evaluate(() => [...document.images].every((image) => image.complete))).toBe(
      true,
    )
    await button(page, 'Delete').click()
    await button(page, 'Delete permanently').click()
    await eventually(() => page.evaluate(() => location.hash)).toBe('#/media')
    await expect(desk.ask('administrator')({ path: `/wp/v2/media/${id}` })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('is found as one types', async () => {
    const page = await openMedia('administrator')
    await page.getByRole('searchbox', { name: 'Search media' }).fill('tower')
    const names = page.getByRole('list', { name: 'Files' }).getByRole('button')
    await eventually(() => names.allTextContents()).toEqual(['Bell tower'])
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Audio')
    await page.getByText('No files match').waitFor()
  })

  it('is only shown to a contributor, with the reason', async () => {
    const page = await openMedia('contributor', 535)
    await page.getByText('You may not upload files.').waitFor()
    await page.getByText('a contributor may change only their own').waitFor()
    expect(await button(page, 'Upload').isDisabled()).toBe(true)
    expect(await page.getByRole('region', { name: 'Details' }).getByRole('textbox').count()).toBe(0)
  })
})
