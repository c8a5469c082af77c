import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { start } from './startEditor'
import { startProcess, type Started } from './startProcess'

/** Which store WordPress's own editor runs on. */
export type Underneath = 'copydesk' | 'core-data'

type Site = Pick<RunningWordPress, 'url' | 'users'>

/** The post editor of a WordPress whose `core` store is one or the other. */
export interface BlockEditor {
  readonly page: Page
  /** What the console complained about, without what needs the internet. */
  readonly complaints: string[]
  /** The requests to the REST interface that were sent, as `METHOD path`. */
  readonly requests: string[]
  readonly close: () => Promise<void>
}

/** A WordPress with the plugin, as `npm start -- --wp-admin` serves it. */
export function startBlockEditorSite(): Promise<Started<Site>> {
  return startProcess<Site>(start, ['--wp-admin'])
}

/** Somebody signed in at wp-admin. */
export async function signInToAdmin(browser: Browser, { url, users }: Site): Promise<BrowserContext> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(60_000)
  const { username, password } = users.administrator
  const form = { log: username, pwd: password, rememberme: 'forever' }
  const signedIn = await context.request.post(`${url}/wp-login.php`, { form, maxRedirects: 0 })
  expect(signedIn.status()).toBe(302)
  return context
}

/** Opens a new post, or one that there is, without the words of welcome. */
export async function openEditor(
  context: BrowserContext,
  url: string,
  store: Underneath,
  post?: number,
): Promise<BlockEditor> {
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    const isElsewhere = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET|s\.w\.org/.test(message.text())
    if (message.type() === 'error' && !isElsewhere) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const method = request.headers()['x-http-method-override'] ?? request.method()
    if (pathname.startsWith('/wp-json/')) requests.push(`${method} ${pathname.slice(8)}${search}`)
  })
  const off = store === 'core-data' ? 'copydesk=off' : ''
  const address = post === undefined ? `post-new.php?${off}` : `post.php?post=${post}&action=edit&${off}`
  await page.goto(`${url}/wp-admin/${address}`, { waitUntil: 'load' })
  await page.waitForFunction(() => {
    const { wp } = window as unknown as { wp?: { data?: { select(name: string): Ready } } }
    interface Ready {
      __unstableIsEditorReady?(): boolean
    }
    return wp?.data?.select('core/editor')?.__unstableIsEditorReady?.() === true
  })
  await page.evaluate(() => {
    const { wp } = window as unknown as {
      wp: { data: { dispatch(name: string): { set(scope: string, name: string, value: unknown): void } } }
    }
    wp.data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false)
  })
  await (await canvasOf(page)).locator('.editor-post-title__input').waitFor()
  return { page, complaints, requests, close: () => page.close() }
}

/** The frame that the post is written in. */
export async function canvasOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe[name="editor-canvas"]')).contentFrame()
  if (frame === null) throw new Error('The editor has no canvas.')
  return frame
}

/** What the stores of the page say. */
export interface Told {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly blocks: readonly { readonly name: string; readonly text: string }[]
  readonly clientIds: readonly string[]
  readonly isDirty: boolean
  readonly dirtyRecords: readonly string[]
  readonly notices: readonly string[]
  readonly hasUndo: boolean
  readonly hasRedo: boolean
  readonly status: string
}

/** Reads what the stores of the page say now. */
export function tell(page: Page): Promise<Told> {
  return page.evaluate(() => {
    type Select = Record<string, (...args: unknown[]) => never>
    const { wp } = window as unknown as { wp: { data: { select(name: string): Select } } }
    const editor = wp.data.select('core/editor')
    const blocks = wp.data.select('core/block-editor').getBlocks?.() as unknown as {
      clientId: string
      name: string
      attributes: { content?: unknown }
    }[]
    const ask = (store: string, name: string) => wp.data.select(store)[name]?.() as unknown
    const dirty = ask('core', '__experimentalGetDirtyEntityRecords') as { kind: string; name: string }[]
    const notices = ask('core/notices', 'getNotices') as { status: string; content: string }[]
    return {
      id: editor.getCurrentPostId?.() as unknown as number,
      title: editor.getEditedPostAttribute?.('title') as unknown as string,
      content: editor.getEditedPostContent?.() as unknown as string,
      blocks: blocks.map(({ name, attributes }) => ({ name, text: String(attributes.content ?? '') })),
      clientIds: blocks.map(({ clientId }) => clientId),
      isDirty: editor.isEditedPostDirty?.() as unknown as boolean,
      dirtyRecords: dirty.map(({ kind, name }) => `${kind}/${name}`),
      notices: notices.map(({ status, content }) => `${status}: ${content}`),
      hasUndo: editor.hasEditorUndo?.() as unknown as boolean,
      hasRedo: editor.hasEditorRedo?.() as unknown as boolean,
      status: editor.getCurrentPostAttribute?.('status') as unknown as string,
    }
  })
}

/** Waits until no save is under way. */
export async function saved(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { wp } = window as unknown as {
      wp: { data: { select(name: string): { isSavingPost(): boolean } } }
    }
    return !wp.data.select('core/editor').isSavingPost()
  })
}
