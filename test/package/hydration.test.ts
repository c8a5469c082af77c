import { spawn, type ChildProcess } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../examples/launchBrowser'
import { copyExample } from './copyExample'

let server: ChildProcess
let browser: Browser
let page: Page
let address = ''
/** What React and the page complain about: React tells of a page that it could not take over. */
const said: string[] = []
const asked: string[] = []

/** The example as somebody runs it who copied it, with React's development build. */
beforeAll(async () => {
  const { folder } = copyExample('server-rendered')
  const program =
    "import('./server.mjs').then(({ start }) => start(0)).then((site) => console.log(site.address))"
  server = spawn(process.execPath, ['-e', program], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const started = new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (line) => resolve(String(line).trim()))
    server.once('exit', (code) => reject(new Error(`The example ended with code ${code}.`)))
  })
  ;[address, browser] = await Promise.all([started, launchBrowser()])
  page = await browser.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/wp-json/')) asked.push(`${request.method()} ${pathname}`)
  })
})
afterAll(async () => {
  await browser.close()
  server.kill()
})

const title = () => page.getByLabel('Title')
const save = () => page.getByRole('button', { name: 'Save' })

describe('The server-rendered example in a browser', () => {
  it('takes a streamed page over without a warning or a request', async () => {
    await page.goto(`${address}posts/2`)
    // A page that nobody has taken over yet has no devtools: the server renders none.
    await page.getByRole('button', { name: 'Open the Copydesk devtools' }).waitFor()
    expect(await title().inputValue()).toBe('Library opens on Sunday')
    expect(asked).toEqual([])
    expect(said).toEqual([])
  })

  it('edits and saves what the server has rendered', async () => {
    await title().fill('Library opens on Monday')
    await save().click()
    await expect.poll(() => save().isDisabled()).toBe(true)
    expect(asked[0]).toBe('PUT /wp-json/wp/v2/posts/2')
    const answer = await page.request.get(`${address}wp-json/wp/v2/posts/2`)
    expect(await answer.json()).toMatchObject({ title: { rendered: 'Library opens on Monday' } })
  })

  it('goes on to a page that the server has not rendered', async () => {
    await page.getByRole('link', { name: 'The Harbour Gazette' }).click()
    await page.getByRole('link', { name: 'Library opens on Monday' }).waitFor()
    await page.getByRole('link', { name: 'A new bridge' }).click()
    await expect.poll(() => title().inputValue()).toBe('A new bridge')
    expect(said).toEqual([])
  })
})
