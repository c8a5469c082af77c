import { createRestFetcher, type Fetcher } from 'copydesk'
import { execFile } from 'node:child_process'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../examples/playground/session/roles'
import {
  button,
  connect,
  eventually,
  flushAfter,
  go,
  listen,
  newPost,
  openDocument,
  readPost,
  rows,
  saveButton,
  stateOf,
  titleField,
  type SharedBrowser,
} from '../support/browser'
import { expectPage, expectWordPress, start, startEditor, type StartedEditor } from '../support/startEditor'
import { startProcess, type Started } from '../support/startProcess'

/** The person's own site: that of another editor, which serves its page from the sources. */
let wordpress: StartedEditor
let editor: Started<{ url: string; entrance: string }>
let browser: SharedBrowser
let context: BrowserContext
let page: Page
let complaints: string[]
/** Everything that left the browser, and every header and body that came back. */
const traffic: string[] = []
const reading: Promise<void>[] = []

beforeAll(async () => {
  wordpress = await startEditor('--dev', '--passwords')
  ;[editor, browser] = await Promise.all([
    startProcess<{ url: string; entrance: string }>(start, ['--site', wordpress.url, '--user', 'editor'], {
      COPYDESK_PASSWORD: applicationPasswordOf('editor'),
    }),
    connect(),
  ])
  context = await browser.newContext()
  context.setDefaultTimeout(flushAfter)
  page = await context.newPage()
  complaints = listen(page)
  record(page)
  await page.goto(editor.site.entrance)
  await rows(page).first().waitFor()
})
afterAll(async () => {
  await browser.close()
  await editor.stop()
  wordpress.process.kill('SIGKILL')
})

describe('npm start -- --dev', () => {
  it('serves the page', () => expectPage(wordpress, /src="\/main\.tsx/, /^\/@vite\/client/))

  it('serves WordPress on the same origin, with the pages of its posts and their embeds', () =>
    expectWordPress(wordpress.url))
})

describe('The playground on a person’s own site', () => {
  it('is signed in, and says where', async () => {
    const { host } = new URL(wordpress.url)
    expect(await page.getByRole('banner').textContent()).toContain(`Edith Editor editor on ${host}`)
    expect(await button(page, 'Sign out').count()).toBe(0)
  })

  it('saves there', async () => {
    const fetcher = askAs('editor')
    const id = await newPost(fetcher, { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Edited from afar')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(fetcher, id)).title).toBe('Edited from afar')
  })

  it('outlasts a reload without asking who one is', async () => {
    await page.reload()
    await rows(page).first().waitFor()
    expect(complaints).toEqual([])
  })

  it('speaks with its own origin only, and never sees the password', async () => {
    expect(await leaksOf(page, 'editor')).toEqual([])
    // What was looked through is what was meant.
    expect(traffic.filter((text) => text.includes('Edited from afar'))).not.toEqual([])
    expect(traffic.filter((text) => !text.startsWith(`${editor.site.url}/`))).toEqual([])
  })

  it('lets no page of another site ask', async () => {
    const stranger = await browser.newPage()
    await stranger.goto(`${wordpress.url}/wp-includes/css/buttons.css`)
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

describe('The terminal', () => {
  const secret = 'wrong horse battery staple'

  it('says that the password is wrong, without repeating it', async () => {
    const { code, output } = await run('--site', wordpress.url, '--user', 'editor')
    expect(code).toBe(1)
    expect(output).toMatch(/^The site took you for a visitor .* Check --user and the password;.*\n$/)
    expect(output).not.toContain(secret)
  })

  it('says that the site does not answer, without repeating the password', async () => {
    const { code, output } = await run('--site', 'http://127.0.0.1:1', '--user', 'editor')
    expect(code).toBe(1)
    expect(output).toMatch(/^http:\/\/127.0.0.1:1 did not answer: .*\n$/)
    expect(output).not.toContain(secret)
  })

  function run(...args: string[]): Promise<{ code: number | null; output: string }> {
    const env = { ...process.env, COPYDESK_PASSWORD: secret }
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [start, ...args], { env }, (error, out, err) =>
        resolve({ code: child.exitCode, output: out + err }),
      )
    })
  }
})

describe('An author on a site of her own', () => {
  let hers: Started<{ url: string; entrance: string }>
  let id: number

  beforeAll(async () => {
    hers = await startProcess(start, ['--site', wordpress.url, '--user', 'author'], {
      COPYDESK_PASSWORD: applicationPasswordOf('author'),
    })
    page = await context.newPage()
    // The browser itself tells of every answer that is an error.
    complaints = listen(page, /^Failed to load resource/)
    record(page)
    await page.goto(hers.site.entrance)
    await rows(page).first().waitFor()
  })
  afterAll(() => hers.stop())

  it('reads what is not hers, and why she can’t change it', async () => {
    const { host } = new URL(wordpress.url)
    expect(await page.getByRole('banner').textContent()).toContain(`author on ${host}`)
    const others = await newPost(askAs('administrator'), { title: 'Not hers', status: 'publish' })
    await go(page, `#/post/${others}`)
    await page.getByText('As an author you can read this post, but not change or delete it.').waitFor()
    expect(await saveButton(page).isDisabled()).toBe(true)
  })

  it('saves what is hers', async () => {
    id = await newPost(askAs('author'), { title: 'Before', status: 'draft' })
    await openDocument(page, 'post', id)
    await titleField(page).fill('Hers, from afar')
    await saveButton(page).click()
    await eventually(() => stateOf(page).textContent()).toBe('Saved')
    expect((await readPost(askAs('administrator'), id)).title).toBe('Hers, from afar')
  })

  it('is told when her password was taken back, and keeps what she typed', async () => {
    const { data } = await askAs('author')({ path: '/wp/v2/users/me' })
    const { id: author } = data as { id: number }
    await titleField(page).fill('Typed with a dead password')
    const path = `/wp/v2/users/${author}/application-passwords`
    await askAs('administrator')({ path, method: 'DELETE' })
    await saveButton(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('it does not take the application password any more').waitFor()
    await alert.getByText('What you wrote is still here.').waitFor()
    expect(await titleField(page).inputValue()).toBe('Typed with a dead password')
  })

  it('is told when the site does not answer, and keeps what she typed', async () => {
    const ended = new Promise((resolve) => wordpress.process.once('exit', resolve))
    wordpress.process.kill('SIGINT')
    await ended
    // Between its tries the page waits by its clock.
    await page.clock.install()
    const said = (alert: Locator) =>
      eventually(async () => {
        await page.clock.runFor(1000)
        return alert.getByText(`${wordpress.url} did not answer`).count()
      })
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await said(alert).toBe(1)
    expect(await titleField(page).inputValue()).toBe('Typed with a dead password')
    const fresh = await context.newPage()
    await fresh.goto(hers.site.url)
    await said(fresh.getByRole('alert')).toBe(1)
    await button(fresh, 'Try again').waitFor()
    await fresh.close()
  })

  it('has nothing of her password in the page, and no complaint', async () => {
    expect(await leaksOf(page, 'author')).toEqual([])
    expect(complaints).toEqual([])
  })
})

function askAs(role: Role): Fetcher {
  const authorization = { username: role, password: applicationPasswordOf(role) }
  return createRestFetcher({ root: `${wordpress.url}/wp-json/`, authorization })
}

/** As the terminal said. */
function applicationPasswordOf(role: Role): string {
  const [, password] =
    new RegExp(`^ +${role} .*application password (.+)$`, 'm').exec(wordpress.printed) ?? []
  if (password === undefined) throw new Error(`No application password of ${role} in: ${wordpress.printed}`)
  return password
}

/** All that a page sent, got, shows and keeps with somebody's password in it. What the store holds came that way. */
async function leaksOf(watched: Page, role: Role): Promise<string[]> {
  await Promise.all(reading)
  const password = applicationPasswordOf(role)
  const kept = await watched.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  const shown = [await watched.content(), watched.url(), JSON.stringify(await context.cookies())]
  const secrets = [password, Buffer.from(`${role}:${password}`).toString('base64')]
  return [...traffic, ...shown, kept].filter((text) => secrets.some((secret) => text.includes(secret)))
}

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
