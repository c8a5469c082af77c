import { spawn, type ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../examples/wordpress/content'
import {
  connect,
  eventually,
  go,
  listen,
  openTab,
  rows,
  saveButton,
  signIn,
  watchScripts,
  type SharedBrowser,
} from '../support/browser'
import { signInFirst } from '../support/signInFirst'
import {
  enter,
  expectPage,
  expectWordPress,
  start,
  startEditor,
  type StartedEditor,
} from '../support/startEditor'

let editor: StartedEditor

beforeAll(async () => {
  editor = await startEditor('--allow', 'http://localhost:5173')
})
afterAll(() => {
  editor.process.kill('SIGKILL')
})

describe('npm start', () => {
  it('serves the page', () => expectPage(editor, /src="\/page\/page\.[\w-]+\.js"/, /^\/page\/packages\./))

  it('serves it compressed, to who takes that', async () => {
    const html = await (await fetch(editor.url, { headers: await enter(editor.entrance) })).text()
    const [, path = ''] = /src="([^"]+)"/.exec(html) ?? []
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(new URL(path, editor.url), { headers: { 'accept-encoding': accepted } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(await answer.text()).toContain('//')
    }
  })

  it('serves WordPress on the same origin, with the pages of its posts and their embeds', () =>
    expectWordPress(editor.url))
})

describe('The page of npm start', () => {
  let scripts: ReturnType<typeof watchScripts>
  let requests = 0
  let requestsOfStart = 0
  let complaints: string[]
  let browser: SharedBrowser
  let page: Page

  beforeAll(async () => {
    browser = await connect()
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    complaints = listen(page)
    scripts = watchScripts(page)
    page.on('request', () => requests++)
    await page.goto(editor.entrance)
    // It leads on, without the key.
    await page.waitForURL(`${editor.url}/`, { waitUntil: 'networkidle' })
    requestsOfStart = requests
    await signIn(page, 'author')
    await rows(page).first().waitFor()
  })
  afterEach(() => expect(complaints).toEqual([]))
  afterAll(() => browser.close())

  it('takes fewer than twenty requests to show who one can be', () => {
    expect(requestsOfStart).toBeGreaterThan(0)
    expect(requestsOfStart).toBeLessThan(20)
  })

  it('tells by function and file who asked', async () => {
    await openTab(page, 'Under the hood')
    await go(page, '#/media/501')
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByLabel('Caption').fill('At noon')
    await saveButton(page).click()
    const request = page.getByRole('region', { name: 'Requests' }).getByRole('listitem')
    await eventually(() => request.filter({ hasText: /^PUT/ }).first().textContent()).toMatch(
      /^PUT200.*File details store in MediaEditor.tsx · save postType\/attachment 501$/,
    )
  })

  it('has loaded all it runs from the site, and nothing of what only working together takes', async () => {
    const loaded = await scripts()
    expect(loaded).not.toEqual([])
    expect(loaded.filter(({ hasYjs }) => hasYjs).map(({ url }) => url)).toEqual([])
    expect(new Set(loaded.map(({ url }) => new URL(url).origin))).toEqual(new Set([editor.url]))
  })
})

describe('Who signs in for the first time', () => {
  it('finds a text that is true for them, in fewer than twenty requests', async () => {
    const browser = await connect()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    // The key is exchanged once in each browser, before the page.
    await context.request.get(editor.entrance)
    await signInFirst(context, editor.url, 'contributor')
    await browser.close()
  })
})

describe('npm start', () => {
  it('prints who can sign in', () => {
    for (const role of roles) expect(editor.printed).toMatch(new RegExp(`^    ${role} +\\w+ \\w+$`, 'm'))
    expect(editor.printed).not.toContain('application password ')
  })

  it('lets a page of the origin that --allow names ask its REST interface, and no other page', async () => {
    const [, root = ''] = /^VITE_WORDPRESS_ROOT=(.+)$/m.exec(editor.printed) ?? []
    const [, user] = /^VITE_WORDPRESS_USER=(.+)$/m.exec(editor.printed) ?? []
    const [, password] = /^VITE_WORDPRESS_PASSWORD=(.+)$/m.exec(editor.printed) ?? []
    const Authorization = `Basic ${btoa(`${user}:${password}`)}`
    const ask = (origin: string, url: string, method = 'GET') =>
      fetch(url, { method, headers: { Origin: origin, Authorization } })
    const posts = `${root}wp/v2/posts?context=edit&per_page=1`
    const allowed = await ask('http://localhost:5173', posts)
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(allowed.headers.get('access-control-expose-headers')).toContain('Allow')
    expect((await ask('http://localhost:5173', posts, 'OPTIONS')).status).toBe(200)
    for (const origin of ['http://localhost:5174', 'http://127.0.0.1:5173', 'https://example.org', 'null'])
      expect((await ask(origin, posts)).status, origin).toBe(403)
    expect((await ask('http://localhost:5173', `${editor.url}/wp-admin/admin-ajax.php`)).status).toBe(403)
  })

  it('tells the password of such a page to the terminal alone', async () => {
    const [, password = ''] = /^VITE_WORDPRESS_PASSWORD=(.+)$/m.exec(editor.printed) ?? []
    expect(password).toMatch(/^\w{20,}$/)
    const entered = await (await fetch(editor.url, { headers: await enter(editor.entrance) })).text()
    expect(entered + (await (await fetch(editor.url)).text())).not.toContain(password)
  })

  it('refuses what is no port', async () => {
    const refused = spawn(process.execPath, [start, '--port', 'eighty'], { stdio: 'ignore' })
    expect(await exitCode(refused)).toBe(2)
  })

  it('says so when the port it was told is taken', async () => {
    const refused = spawn(process.execPath, [start, '--port', new URL(editor.url).port], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    refused.stderr.on('data', (chunk) => (said += String(chunk)))
    expect(await exitCode(refused)).toBe(1)
    expect(said).toContain('is in use')
  })

  it('tells its options', async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    for (const option of [
      '--port',
      '--site',
      '--user',
      '--insecure',
      '--dev',
      '--open',
      '--passwords',
      '--allow',
      '--wordpress',
      'COPYDESK_PASSWORD',
    ]) {
      expect(output).toContain(option)
    }
  })

  it.each([
    [['--sight', 'x'], `Unknown option '--sight'. The options: npm start -- --help`],
    [['now'], 'Unexpected argument'],
    [['--user', 'ann'], '--user goes with --site.'],
    [['--insecure'], '--insecure goes with --site.'],
    [['--site', 'https://example.org', '--wordpress', '6.5'], '--wordpress goes without --site'],
    [['--site', 'https://example.org'], '--site needs --user'],
    [['--site', 'https://example.org', '--allow', 'http://localhost:5173'], '--allow goes without --site'],
    [['--allow', '*'], '--allow * is no origin. Give that of your page'],
    [['--allow', 'http://localhost:5173/app'], 'without a path'],
    [['--password', 'swordfish'], 'The command line is no place for a password.'],
    [['--password=swordfish'], 'The command line is no place for a password.'],
  ])('refuses %j', async (args, said) => {
    const { code, output } = await run(...args)
    expect(code).toBe(2)
    expect(output).toContain(said)
    expect(output).not.toContain('swordfish')
  })

  it('says in a line which WordPress there is not', async () => {
    const { code, output } = await run('--wordpress', '/none.zip')
    expect(code).toBe(1)
    expect(output).toContain('WordPress /none.zip did not start: There is no WordPress at /none.zip.')
  })

  it('says in a line why a site can not be opened', async () => {
    const { code, output } = await run('--site', 'http://127.0.0.1:1', '--user', 'ann')
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/^http:\/\/127.0.0.1:1 did not answer: /),
    ])
  })

  it('ends cleanly with Ctrl-C', async () => {
    const ended = exitCode(editor.process)
    editor.process.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(fetch(editor.url)).rejects.toThrow('fetch failed')
  })
})

/** Runs `npm start` to its end; gives all that it said. */
async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [start, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { code: await exitCode(child), output }
}

function exitCode(process: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => process.once('exit', resolve))
}
