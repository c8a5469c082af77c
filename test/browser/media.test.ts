import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, eventually, openDesk, openTab, type Desk, type Tab } from '../support/browser'
import { boat, clearUploads, filesCalled, openMedia, upload } from '../support/mediaLibrary'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  await clearUploads(tab.page)
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

describe('A file of the library', () => {
  it('is described in place, and the library shows it under its new name', async () => {
    tab = await openMedia(desk, 'author', 501)
    const { page } = tab
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
    expect(await filesCalled(desk, 'noon')).toMatchObject([
      { id: 501, title: { raw: 'Harbour at noon' }, alt_text: 'Ships in the sun' },
    ])
  })

  it('is turned on the server, and the new one deleted once that is confirmed', async () => {
    tab = await openMedia(desk, 'administrator', 518)
    const { page } = tab
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
    tab = await openMedia(desk, 'administrator')
    const { page } = tab
    await page.getByRole('searchbox', { name: 'Search media' }).fill('tower')
    const names = page.getByRole('list', { name: 'Files' }).getByRole('button')
    await eventually(() => names.allTextContents()).toEqual(['Bell tower'])
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Audio')
    await page.getByText('No files match').waitFor()
  })

  it('is only shown to a contributor, with the reason', async () => {
    tab = await openMedia(desk, 'contributor', 535)
    const { page } = tab
    await page.getByText('You may not upload files.').waitFor()
    await page.getByText('a contributor may change only their own').waitFor()
    expect(await button(page, 'Upload').isDisabled()).toBe(true)
    expect(await page.getByRole('region', { name: 'Details' }).getByRole('textbox').count()).toBe(0)
  })

  it('is uploaded where it is dropped on the page', async () => {
    tab = await openMedia(desk, 'author')
    const { page } = tab
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
    await upload(tab.page, 'dropped-boat.png').getByText('Uploaded').waitFor()
    expect(await page.getByText('Drop to upload').count()).toBe(0)
  })
})
