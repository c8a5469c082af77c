import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../examples/wordpress/content'
import { signInToAdmin, startBlockEditorSite } from '../support/blockEditor'
import { storiesByScreen } from '../support/editorStories/all'
import type { Story } from '../support/editorStories/story'
import { canvasOf, openEditor, saved, tell, type Underneath } from '../support/editorPage'
import { connect, eventually, type SharedBrowser } from '../support/browser'
import { readRecording, writeRecording } from '../support/recording'

// Each story runs on Copydesk, and has to end as on WordPress's own store. How it ends there does not change while the
// WordPress is the same: it is recorded, and `npm run test:gutenberg` plays and records it anew.

/** `npm run test:gutenberg` plays all stories, `npm test` those that matter most. */
const isWhole = process.env.EDITOR_STORIES === 'all'

let site: Awaited<ReturnType<typeof startBlockEditorSite>>
let browser: SharedBrowser
let context: BrowserContext
let contributor: BrowserContext
const others = new Map<Role, Promise<BrowserContext>>()

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startBlockEditorSite(), connect()])
  context = await signInToAdmin(browser, site.site)
  contributor = await signInToAdmin(browser, site.site, 'contributor')
})
afterAll(async () => {
  await context.close()
  await contributor.close()
  await browser.close()
  await site.stop()
})

/** Somebody of a role who only some stories need. */
function signedIn(role: Role): Promise<BrowserContext> {
  const known = others.get(role) ?? signInToAdmin(browser, site.site, role)
  others.set(role, known)
  return known
}

/** Plays a story on both stores; what it gives has to be the same. */
async function onBoth<Outcome>(
  play: (store: Underneath) => Promise<Outcome & { readonly requests: number }>,
  name = expect.getState().currentTestName ?? '',
) {
  const theirs = await endOnTheirs(name, play)
  const ours = await play('copydesk')
  expect({ ...ours, requests: 0 }).toEqual({ ...theirs, requests: 0 })
  expect(ours.requests).toBeLessThanOrEqual(theirs.requests)
  return ours
}

/** How a story ends on WordPress's own store. */
async function endOnTheirs<Outcome>(
  name: string,
  play: (store: Underneath) => Promise<Outcome>,
): Promise<Outcome> {
  const file = new URL(`recorded/blockEditor-${site.site.version}.json`, import.meta.url)
  const recording = readRecording(file)
  const [known] = recording[name] ?? []
  if (known !== undefined && !isWhole) return known as Outcome
  const ended = await play('core-data')
  writeRecording(file, { ...recording, [name]: [ended] })
  return ended
}

/** The post as the server has it. */
async function onServer(page: Page, id: number) {
  return page.evaluate(async (post) => {
    const { wp } = window as unknown as { wp: { apiFetch(options: { path: string }): Promise<Saved> } }
    interface Saved {
      readonly title: { readonly raw: string }
      readonly content: { readonly raw: string }
      readonly status: string
    }
    const { title, content, status } = await wp.apiFetch({ path: `/wp/v2/posts/${post}?context=edit` })
    return { title: title.raw, content: content.raw, status }
  }, id)
}

/** What a story has to say of the editor, without what differs from post to post. */
async function shown(page: Page) {
  const { id, clientIds, ...told } = await tell(page)
  return { ...told, clientIds: clientIds.length, isPost: id > 0 }
}

/** Writes a title and paragraphs: key by key, unless told otherwise. */
async function write(
  page: Page,
  title: string,
  paragraphs: readonly string[],
  how: 'type' | 'insertText' = 'type',
) {
  const canvas = await canvasOf(page)
  await canvas.locator('.editor-post-title__input').click()
  await page.keyboard[how](title)
  for (const text of paragraphs) {
    await page.keyboard.press('Enter')
    await page.keyboard[how](text)
  }
}

describe('npm start -- --wp-admin', () => {
  it('signs in who opens its address, and nobody else', async () => {
    const { url, entrance, users } = site.site
    const { password } = users.administrator
    const stranger = await browser.newContext()
    const visited = await stranger.request.get(url)
    expect([visited.status(), (await visited.text()).includes(password)]).toEqual([403, false])
    const page = await stranger.newPage()
    await page.goto(entrance)
    await page.waitForURL(`${url}/wp-admin/post-new.php`)
    expect(await (await stranger.request.get(url)).text()).toContain(password)
    await stranger.close()
  })
})

describe('WordPress’s post editor on Copydesk', () => {
  it('says so, by a badge with a link to the playground, and can be switched off', async () => {
    const on = await openEditor(context, site.site.url, 'copydesk')
    expect(await on.page.locator('a.copydesk-badge').getAttribute('href')).toBe(`${site.site.url}/`)
    const off = await openEditor(context, site.site.url, 'core-data')
    expect(await off.page.locator('.copydesk-badge').count()).toBe(0)
    const isOurs = ({ page }: typeof on) =>
      page.evaluate(() => {
        const { wp } = window as unknown as { wp: { data: { select(name: string): object } } }
        // A private name that only our object shows without unlocking.
        return Object.keys(wp.data.select('core')).includes('getNavigationFallbackId')
      })
    expect([await isOurs(on), await isOurs(off)]).toEqual([true, false])
    expect([...on.complaints, ...off.complaints]).toEqual([])
    await on.close()
    await off.close()
  })

  it('takes a title and paragraphs key by key, with the caret where it was, and saves by key', async () => {
    const ended = await onBoth(async (store) => {
      const { page, complaints, allRequests, close } = await openEditor(context, site.site.url, store)
      await write(page, 'Tides of the harbour', ['One', 'Two', 'Three'])
      // Into the middle of a word: where the caret jumped, letters would stand in another order.
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('abc')
      const typed = await shown(page)
      const before = await tell(page)
      await page.keyboard.press('Control+s')
      await eventually(async () => (await tell(page)).isDirty).toBe(false)
      await saved(page)
      const after = await tell(page)
      expect(after.clientIds).toEqual(before.clientIds)
      await page.keyboard.type('d')
      const typedOn = await shown(page)
      await page.keyboard.press('Control+s')
      await eventually(async () => (await tell(page)).isDirty).toBe(false)
      await saved(page)
      const stored = await onServer(page, after.id)
      expect(complaints).toEqual([])
      const { length: asked } = await allRequests()
      await close()
      return { typed, typedOn, stored, requests: asked }
    })
    expect(ended.typedOn.blocks.map(({ text }) => text)).toEqual(['One', 'Two', 'Thrabcdee'])
    expect(ended.stored.content).toContain('<p>Thrabcdee</p>')
  })

  it('undoes and redoes to both ends', async () => {
    const ended = await onBoth(async (store) => {
      const { page, complaints, allRequests, close } = await openEditor(context, site.site.url, store)
      // Each text at once: a second between two keys, as on a slow machine, begins another level.
      await write(page, 'Undone', ['First', 'Second'], 'insertText')
      const full = await shown(page)
      let undone = 0
      while ((await tell(page)).hasUndo && undone < 60) {
        await page.keyboard.press('Control+z')
        undone++
      }
      // Whether that is unsaved, stores before core-data 8 said yes to; newer ones and ours don't.
      const { isDirty, dirtyRecords, ...empty } = await shown(page)
      expect([store, dirtyRecords.length]).toEqual([store, isDirty ? 1 : 0])
      if (store === 'copydesk') expect(isDirty).toBe(false)
      while ((await tell(page)).hasRedo) await page.keyboard.press('Control+Shift+z')
      const again = await shown(page)
      expect(again.blocks).toEqual(full.blocks)
      expect(complaints).toEqual([])
      const { length: asked } = await allRequests()
      await close()
      return { undone, empty, again, requests: asked }
    })
    expect(ended.empty.blocks.map(({ text }) => text).join('')).toBe('')
  })

  it('publishes by the panel, and all is there after the page was loaded again', async () => {
    const ended = await onBoth(async (store) => {
      const { page, complaints, allRequests, close } = await openEditor(context, site.site.url, store)
      await write(page, 'Published', ['For all to read'])
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page
        .getByRole('region', { name: 'Editor publish' })
        .getByRole('button', { name: 'Publish', exact: true })
        .click()
      await eventually(async () => (await tell(page)).status).toBe('publish')
      await saved(page)
      const published = await shown(page)
      const { id } = await tell(page)
      const { length: asked } = await allRequests()
      await close()
      const again = await openEditor(context, site.site.url, store, id)
      const loaded = await shown(again.page)
      expect(await onServer(again.page, id)).toMatchObject({ status: 'publish' })
      expect([...complaints, ...again.complaints]).toEqual([])
      await again.close()
      return { published, loaded, requests: asked }
    })
    expect(ended.loaded).toMatchObject({ title: 'Published', status: 'publish', isDirty: false })
  })

  it('keeps what was typed when a save fails, says so, and saves it with the next one', async () => {
    const ended = await onBoth(async (store) => {
      const { page, complaints, allRequests, close } = await openEditor(context, site.site.url, store)
      await write(page, 'Refused', ['Kept'])
      await page.route(/\/wp-json\/wp\/v2\/posts\/\d+/, async (route) => {
        const isWrite = route.request().method() !== 'GET'
        await (isWrite
          ? route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.' } })
          : route.continue())
      })
      await page.keyboard.press('Control+s')
      await page
        .getByText(/failed/i)
        .first()
        .waitFor()
      await saved(page)
      const failed = await shown(page)
      await page.unroute(/\/wp-json\/wp\/v2\/posts\/\d+/)
      await page.keyboard.press('Control+s')
      await eventually(async () => (await tell(page)).isDirty).toBe(false)
      const { id } = await tell(page)
      const stored = await onServer(page, id)
      expect(complaints.filter((text) => !/500/.test(text))).toEqual([])
      const { length: asked } = await allRequests()
      await close()
      return { failed, stored, requests: asked }
    })
    expect(ended.failed.isDirty).toBe(true)
    expect(ended.stored.content).toContain('Kept')
  })
})

const played = ({ isShort = false }: Story) => isShort || isWhole

// Of some screens every story is long.
const screens = storiesByScreen.filter(([, stories]) => stories.some(played))

describe.each(screens)('the %s ends on Copydesk as on WordPress’s own store', (screen, stories) => {
  it.each(stories.filter(played))('$title', async ({ title, play, expected = /^$/ }) => {
    const ended = await onBoth(async (store) => {
      const number = stories.findIndex((story) => story.title === title)
      const word = `${store === 'copydesk' ? 'c' : 'w'}${number}${screen.split(' ')[0]}`
      const { ended, complaints, requests } = await play({
        ...{ url: site.site.url, store, word, administrator: context, contributor, signedIn },
      })
      expect(complaints.filter((text) => !expected.test(text))).toEqual([])
      return { ended, requests: requests.length }
    }, `the ${screen}: ${title}`)
    expect(ended.ended).toBeDefined()
  })
})
