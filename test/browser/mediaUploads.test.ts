import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, eventually, openDesk, openTab, type Desk, type Tab } from '../support/browser'
import { boat, clearUploads, filesCalled, openMedia, upload, uploads } from '../support/mediaLibrary'

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

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const fileInput = () => tab.page.locator('input[type=file]')

async function chooseServer(name: string) {
  await openTab(tab.page, 'Under the hood')
  await tab.page.getByRole('radiogroup', { name: 'Server' }).getByRole('radio', { name }).check()
}

describe('Files that are uploaded by an author', () => {
  it('travel together, and each says what became of it', async () => {
    tab = await openMedia(desk, 'author')
    const { page } = tab
    await fileInput().setInputFiles([
      file('first-boat.png', 'image/png', await boat()),
      file('second-boat.png', 'image/png', await boat()),
      file('notes.exe', 'application/octet-stream', Buffer.from('not for here')),
      file('huge.png', 'image/png', Buffer.alloc(9_000_000, 1)),
    ])
    await upload(tab.page, 'first-boat.png').getByText('Uploaded').waitFor()
    await upload(tab.page, 'second-boat.png').getByText('Uploaded').waitFor()
    expect(await upload(tab.page, 'notes.exe').getByRole('alert').textContent()).toContain('file type')
    const tooBig = upload(tab.page, 'huge.png').getByRole('alert')
    await eventually(() => tooBig.textContent()).toMatch(/exceeds the upload_max_filesize.*It has 9.0 MB/)
    await page.getByRole('list', { name: 'Files' }).getByText('second-boat').waitFor()
    // The browser itself reports both refusals.
    expect(tab.complaints.splice(0)).toEqual(Array(2).fill(expect.stringContaining('status of 500')))
  })

  it('are tried again where they failed, and can be stopped on their way', async () => {
    tab = await openMedia(desk, 'author')
    await chooseServer('Writes fail')
    await fileInput().setInputFiles(file('late-boat.png', 'image/png', await boat()))
    await upload(tab.page, 'late-boat.png').getByRole('alert').waitFor()
    await chooseServer('Slow')
    await button(tab.page, 'Try late-boat.png again').click()
    await button(tab.page, 'Cancel late-boat.png').click()
    await uploads(tab.page).waitFor({ state: 'hidden' })
    const stopped = tab.page.getByRole('region', { name: 'Requests' }).getByRole('listitem')
    await stopped.filter({ hasText: 'POST' }).getByText('aborted').waitFor()
    expect(await filesCalled(desk, 'late-boat')).toEqual([])
    await chooseServer('As it is')
  })

  it('wait on this device where the server is out of reach, and are sent once it answers', async () => {
    tab = await openMedia(desk, 'author')
    await chooseServer('Offline')
    await fileInput().setInputFiles(file('ferry-later.png', 'image/png', await boat()))
    await upload(tab.page, 'ferry-later.png').getByText('Waits for a network').waitFor()
    expect(await filesCalled(desk, 'ferry-later')).toEqual([])
    await chooseServer('As it is')
    await eventually(() => filesCalled(desk, 'ferry-later')).toHaveLength(1)
    await tab.page.getByRole('list', { name: 'Files' }).getByText('ferry-later').waitFor()
  })
})
