import type { Page } from 'playwright-core'
import { go, type Desk, type Tab } from './browser'
import { picture } from './picture'

/** The media library of somebody, once its files are there. */
export async function openMedia(
  desk: Desk,
  role: 'administrator' | 'author' | 'contributor',
  id?: number,
): Promise<Tab> {
  const tab = await desk.share(role)
  const { page } = tab
  await go(page, id === undefined ? '#/media' : `#/media/${id}`)
  await page.getByRole('list', { name: 'Files' }).getByRole('button').first().waitFor()
  return tab
}

export const boat = async () => Buffer.from(await picture(300, 200).arrayBuffer())
export const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' })
export const upload = (page: Page, name: string) =>
  uploads(page).getByRole('listitem').filter({ hasText: name })

/** Takes away what the page says of uploads. */
export async function clearUploads(page: Page): Promise<void> {
  const clear = page.getByRole('region', { name: 'Library' }).getByRole('button', { name: 'Clear' })
  if ((await clear.count()) > 0) await clear.click()
}

/** The server's files of one name, past the page. */
export async function filesCalled(desk: Desk, search: string) {
  const { data } = await desk.ask('administrator')({ path: `/wp/v2/media?context=edit&search=${search}` })
  return data as { id: number; title: { raw: string }; alt_text: string; media_details: { width: number } }[]
}
