import type { Page } from 'playwright-core'
import { ask, call, saved, tell } from '../editorPage'
import type { Stage } from './story'

/** Saves what is open, and waits until it is saved. */
export async function save(page: Page): Promise<void> {
  await call(page, 'dispatch', 'core/editor', 'savePost')
  await saved(page)
}

/** Gives what is open a title. */
export const titled = (page: Page, title: string) =>
  call(page, 'dispatch', 'core/editor', 'editPost', { title })
/** A field of what is open, as edited. */
export const attribute = (page: Page, name: string) =>
  call(page, 'select', 'core/editor', 'getEditedPostAttribute', name)

/** What the stores say, without what differs from post to post. */
export async function shown(page: Page) {
  const { id, clientIds, ...told } = await tell(page)
  return { ...told, isPost: id > 0, count: clientIds.length }
}

/** What the server has of the open post. */
export async function stored(page: Page) {
  const { id } = await tell(page)
  const post = await ask(page, `/wp/v2/posts/${id}?context=edit`)
  const { title, content, status } = post as Record<'title' | 'content', { raw: string }> & { status: string }
  return { title: title.raw, content: content.raw.replaceAll(/"(?:id|ref)":\d+|wp-image-\d+/g, '#'), status }
}

/** A post of the site, made past the editor. */
export async function newPost(stage: Stage, fields: object, type = 'posts'): Promise<number> {
  const page = await stage.administrator.newPage()
  await page.goto(`${stage.url}/wp-admin/edit.php`)
  const nonce = await page.evaluate(() => {
    const { wpApiSettings } = window as unknown as { wpApiSettings?: { nonce: string } }
    return wpApiSettings?.nonce
  })
  const headers = { 'X-WP-Nonce': nonce ?? (await restNonce(page, stage.url)) }
  const answer = await page.request.post(`${stage.url}/wp-json/wp/v2/${type}`, { headers, data: fields })
  const { id } = (await answer.json()) as { id: number }
  await page.close()
  return id
}

async function restNonce(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`)
  return answer.text()
}

/** A paragraph as it is stored. */
export const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
/** Makes a published post of one paragraph. */
export const published = (title: string) => (stage: Stage) =>
  newPost(stage, { title: `${title} ${stage.word}`, content: paragraph('One'), status: 'publish' })
