import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { createRestFetcher } from '../../src/rest/fetcher'
import {
  button,
  connect,
  eventually,
  listen,
  newPost,
  openDocument,
  patience,
  readPost,
  rows,
  stateOf,
  titleField,
} from '../support/browser'
import { startProcess, type Started } from '../support/startProcess'

const at = (path: string) => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url))

let wordpress: Started<Pick<RunningWordPress, 'url' | 'root' | 'users'>>
let editor: Started<{ url: string }>
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
/** Everything that left the browser, and every header and body that came back. */
const traffic: string[] = []
const reading: Promise<void>[] = []

beforeAll(async () => {
  wordpress = await startProcess(at('wordpress/serve.mjs'), ['--content', 'minimal'])
  const { url, users } = wordpress.site
  ;[editor, browser] = await Promise.all([
    startProcess<{ url: string }>(at('start.mjs'), ['--site', url, '--user', 'editor'], {
      COPYDESK_PASSWORD: users.editor.applicationPassword,
    }),
    connect(),
  ])
  context = await browser.newContext()
  context.setDefaultTimeout(patience)
  page = await context.newPage()
  complaints = listen(page)
  record(page)
  await page.goto(editor.site.url)
  await rows(page).first().waitFor()
})
afterAll(async () => {
  await browser.close()
  await editor.stop()
  await wordpress.stop()
})

describe('The playground on a person’s own site', () => {
  it('is signed in, and says where', async () => {
    const { host } = new URL(wordpress.site.url)
    expect(await page.getByRole('banner').textContent()).toContain(`Edith Editor editor on ${host}`)
    expect(await button(page, 'Sign out').count()).toBe(0)
  })

  it('saves there', async () => {
    const { root, users } = wordpress.site
    const { username, applicationPassword } = users.editor
    const fetcher = createRestFetcher({ root, authorization: { username, password: applicationPassword } })
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Edited from afar')
    await button(page, 'Save').click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(fetcher, id)).title).toBe('Edited from afar')
  })

  it('outlasts a reload without asking who one is', async () => {
    await page.reload()
    await rows(page).first().waitFor()
    expect(complaints).toEqual([])
  })

  it('speaks with its own origin only, and never sees the password', async () => {
    await Promise.all(reading)
    const { username, applicationPassword } = wordpress.site.users.editor
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    const everything = [
      ...traffic,
      await page.content(),
      kept,
      page.url(),
      JSON.stringify(await context.cookies()),
    ]
    const secrets = [
      applicationPassword,
      Buffer.from(`${username}:${applicationPassword}`).toString('base64'),
    ]
    expect(everything.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
    // What was looked through is what was meant.
    expect(traffic.filter((text) => text.includes('Edited from afar'))).not.toEqual([])
    expect(traffic.filter((text) => !text.startsWith(`${editor.site.url}/`))).toEqual([])
  })

  it('lets no page of another site ask', async () => {
    const stranger = await browser.newPage()
    await stranger.goto(`${wordpress.site.url}/wp-includes/css/buttons.css`)
    const asked = await stranger.evaluate(async (url) => {
      const answer = await fetch(`${url}/wp-json/wp/v2/users/me`).then(String, String)
      const script = document.createElement('script')
      script.src = `${url}/wp-json/wp/v2/users/me?_jsonp=alert`
      const loaded = new Promise((resolve) => {
        script.onload = () => resolve('loaded')
        script.onerror = () => resolve('refused')
      })
      document.documentElement.append(script)
      return [answer, await loaded]
    }, editor.site.url)
    expect(asked).toEqual(['TypeError: Failed to fetch', 'refused'])
  })
})

function record(watched: Page): void {
  watched.on('request', (request) => {
    reading.push(
      request.allHeaders().then((headers) => {
        traffic.push(`${request.url()} ${JSON.stringify(headers)} ${request.postData() ?? ''}`)
      }),
    )
  })
  watched.on('response', (response) => {
    const body = response.text().catch(() => '')
    reading.push(
      Promise.all([response.allHeaders(), body]).then(([headers, text]) => {
        traffic.push(`${response.url()} ${JSON.stringify(headers)} ${text}`)
      }),
    )
  })
}
