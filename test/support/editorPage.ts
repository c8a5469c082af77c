import type { BrowserContext, Frame, Page, Request } from 'playwright-core'

/** Which store WordPress's own editor runs on. */
export type Underneath = 'copydesk' | 'core-data'

/** An editor of a WordPress whose `core` store is one or the other. */
export interface BlockEditor {
  readonly page: Page
  /** What the console complained about, without what needs the internet. */
  readonly complaints: string[]
  /** The requests to the REST interface that were sent, as `METHOD path`, but for those that a clock sends. */
  readonly requests: string[]
  /** The same, once nothing is under way any more and nothing else follows from what was answered. */
  readonly allRequests: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** Opens a page of wp-admin and listens to it from its first request on. */
export async function openAdmin(
  context: BrowserContext,
  url: string,
  store: Underneath,
  address: string,
): Promise<BlockEditor> {
  const page = await context.newPage()
  await page.addInitScript(stopClocks)
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    const isElsewhere = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET|s\.w\.org/.test(message.text())
    // Of what could not be loaded the text does not say what it was.
    const { url: source } = message.location()
    if (message.type() === 'error' && !isElsewhere) complaints.push(`${message.text()} ${source}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/wp-json/')) return
    underWay.add(request)
    const method = request.headers()['x-http-method-override'] ?? request.method()
    const line = `${method} ${pathname.slice(8)}${search}`
    if (!byClock.test(line)) requests.push(line)
  })
  // Of an answer whose body nobody reads it is never told that it is finished.
  page.on('response', (response) => void underWay.delete(response.request()))
  page.on('requestfailed', (request) => void underWay.delete(request))
  const off = store === 'core-data' ? `${address.includes('?') ? '&' : '?'}copydesk=off` : ''
  await page.goto(`${url}/wp-admin/${address}${off}`, { waitUntil: 'load' })
  return {
    ...{ page, complaints, requests, close: () => page.close() },
    async allRequests() {
      for (let count = -1; count !== requests.length || underWay.size > 0;) {
        count = requests.length
        await page.waitForFunction(isIdle)
      }
      return requests
    },
  }
}

/** What somebody prefers is sent some seconds after it was changed, whatever the store. */
const byClock = /^PUT \/wp\/v2\/users\/me\b/

/** Runs in the page: puts off what a slow machine would come to see: notices that go, and copies kept every minute. */
function stopClocks(): void {
  const { setTimeout: later } = window
  const isPutOff = (wait = 0) => (wait > 5000 && wait <= 10_000) || wait === 60_000
  const patient = (work: TimerHandler, wait?: number, ...rest: unknown[]) =>
    later(work, isPutOff(wait) ? 3_600_000 : wait, ...rest)
  Object.assign(window, { setTimeout: patient })
}

/** Runs in the page: once it has nothing left to do, whether no read of a record is under way. */
async function isIdle(): Promise<boolean> {
  await new Promise((resolve) => requestIdleCallback(resolve))
  const { wp } = window as unknown as { wp?: { data?: { select(name: string): Resolving | undefined } } }
  interface Resolving {
    hasResolvingSelectors(): boolean
  }
  return wp?.data?.select('core')?.hasResolvingSelectors() !== true
}

/** Leaves out the words of welcome, which lie above what they are about; a page of the same browser remembers it. */
async function withoutWelcome(page: Page): Promise<void> {
  await page.evaluate(() => {
    interface Preferences {
      get(scope: string, name: string): boolean
      set(scope: string, name: string, value: boolean): void
    }
    const { wp } = window as unknown as {
      wp: { data: Record<'select' | 'dispatch', (store: string) => Preferences> }
    }
    for (const [scope, name] of [
      ['core/edit-post', 'welcomeGuide'],
      ['core/edit-site', 'welcomeGuide'],
      ['core/edit-site', 'welcomeGuideStyles'],
      ['core/edit-site', 'welcomeGuidePage'],
      ['core/edit-site', 'welcomeGuideTemplate'],
    ] as const) {
      const { get } = wp.data.select('core/preferences')
      if (get(scope, name)) wp.data.dispatch('core/preferences').set(scope, name, false)
    }
  })
}

/** Opens a new post, or one that there is, without the words of welcome. */
export async function openEditor(
  context: BrowserContext,
  url: string,
  store: Underneath,
  post?: number,
): Promise<BlockEditor> {
  const address = post === undefined ? 'post-new.php' : `post.php?post=${post}&action=edit`
  const editor = await openAdmin(context, url, store, address)
  const { page } = editor
  await page.waitForFunction(() => {
    const { wp } = window as unknown as { wp?: { data?: { select(name: string): Ready } } }
    interface Ready {
      __unstableIsEditorReady?(): boolean
    }
    return wp?.data?.select('core/editor')?.__unstableIsEditorReady?.() === true
  })
  await withoutWelcome(page)
  await (await canvasOf(page)).locator('.editor-post-title__input').waitFor()
  return editor
}

/** Opens the site editor with its canvas. */
export async function openSiteEditor(
  context: BrowserContext,
  url: string,
  store: Underneath,
  query = 'canvas=edit',
): Promise<BlockEditor> {
  const editor = await openAdmin(context, url, store, `site-editor.php?${query}`)
  const { page } = editor
  await page.waitForFunction(() => Boolean((window as unknown as { wp?: { data?: object } }).wp?.data))
  await withoutWelcome(page)
  await page.locator('.edit-site-layout').waitFor()
  return editor
}

/** Calls a function of a store of the page, and gives what it gives as far as that is JSON. */
export function call(
  page: Page,
  how: 'select' | 'dispatch' | 'resolveSelect',
  store: string,
  name: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return page.evaluate(
    async ([method, key, fn, given]) => {
      type Functions = Record<string, (...all: readonly unknown[]) => unknown>
      const { wp } = window as unknown as { wp: { data: Record<string, (store: string) => Functions> } }
      const result = await wp.data[method]?.(key)[fn]?.(...given)
      return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown)
    },
    [how, store, name, args] as const,
  )
}

/** Waits until a selector of the page gives what is JSON of this. */
export async function until(
  page: Page,
  expected: unknown,
  store: string,
  name: string,
  ...args: readonly unknown[]
): Promise<void> {
  await page.waitForFunction(
    ([key, fn, given, wanted]) => {
      type Functions = Record<string, (...all: readonly unknown[]) => unknown>
      const { wp } = window as unknown as { wp: { data: { select(store: string): Functions } } }
      return JSON.stringify(wp.data.select(key)[fn]?.(...given)) === wanted
    },
    [store, name, args, JSON.stringify(expected)] as const,
  )
}

/** What a REST path of the site gives, past the stores. */
export function ask(
  page: Page,
  path: string,
  method = 'GET',
  data?: object,
): Promise<Record<string, unknown>> {
  return page.evaluate(
    ([to, how, body]) => {
      const { wp } = window as unknown as {
        wp: { apiFetch(options: object): Promise<Record<string, unknown>> }
      }
      return wp.apiFetch({ path: to, method: how, ...(body && { data: body }) })
    },
    [path, method, data] as const,
  )
}

/** Inserts a block at the end, as the inserter does, and gives its client id. */
export function insert(page: Page, name: string, attributes: object = {}): Promise<string> {
  return page.evaluate(
    ([block, given]) => {
      interface Block {
        readonly clientId: string
      }
      const { wp } = window as unknown as {
        wp: {
          blocks: { createBlock(name: string, attributes: object): Block }
          data: { dispatch(store: string): { insertBlock(block: Block): void } }
        }
      }
      const made = wp.blocks.createBlock(block, given)
      wp.data.dispatch('core/block-editor').insertBlock(made)
      return made.clientId
    },
    [name, attributes] as const,
  )
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
