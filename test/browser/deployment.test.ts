import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { createRestFetcher } from 'copydesk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWordPress, type RunningWordPress } from '../../examples/wordpress/startWordPress'
import { connect, listen, type SharedBrowser } from '../support/browser'
import { findBlocks, writeExample } from '../support/markdown'

const root = process.cwd()
const folder = join(root, '.tmp/deployment')
const guide = readFileSync(join(root, 'docs/guide/deployment.md'), 'utf8')
const blocks = findBlocks(guide)
const fiveMinutes = readFileSync(join(root, 'docs/guide/five-minutes.md'), 'utf8')
const plugins = [...guide.matchAll(/^```php\n([^]*?)^```$/gm)].map(([, code = '']) => code)
const src = (path: string) => join(root, 'src', path)
const vite = {
  root: folder,
  configFile: false,
  logLevel: 'error',
  resolve: {
    alias: [
      { find: /^copydesk$/, replacement: src('index.ts') },
      { find: /^copydesk\/(\w+)$/, replacement: src('$1/index.ts') },
    ],
  },
} as const

let site: RunningWordPress
let host: PreviewServer
let browser: SharedBrowser
let page: Page
let complaints: string[]
let address = ''

/** What the guide says, word for word: its files, its commands, its lines of PHP, on a site that is not the page's. */
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const block of blocks.filter(({ code }) => /^\/\/ src\/\w+\.tsx$/.test(code.split('\n')[0] ?? '')))
    writeExample(join(folder, 'src'), block)
  const [first] = findBlocks(fiveMinutes)
  if (first) writeExample(join(folder, 'first/src'), first)
  // As Vite's template has them.
  const main = `import { createRoot } from 'react-dom/client'
    import App from './App'
    createRoot(document.getElementById('root')!).render(<App />)`
  for (const place of ['src', 'first/src']) writeFileSync(join(folder, place, 'main.tsx'), main)
  const html = (script: string) =>
    `<!doctype html><html lang="en"><title>Editor</title><div id="root"></div><script type="module" src="/${script}"></script></html>`
  writeFileSync(join(folder, 'index.html'), html('src/main.tsx'))
  writeFileSync(join(folder, 'first/index.html'), html('first/src/main.tsx'))
  const [, base] = /npx vite build --base (\S+)/.exec(guide) ?? []
  const options = { ...vite, base: base ?? '' }
  const input = [join(folder, 'index.html'), join(folder, 'first/index.html')]
  await build({
    ...options,
    mode: 'production',
    // What `npm start -- --allow` prints for .env.local is not known yet.
    define: Object.fromEntries(
      ['ROOT', 'USER', 'PASSWORD'].map((name) => [
        `import.meta.env.VITE_WORDPRESS_${name}`,
        `window.${name}`,
      ]),
    ),
    build: { minify: false, rollupOptions: { input } },
  })
  host = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } })
  address = host.resolvedUrls?.local[0] ?? ''
  const onSite = { 'my-editor.php': `<?php\n${plugins[0]}`, ...(await buildPluginScript()) }
  site = await startWordPress({
    content: 'minimal',
    origins: [new URL(address).origin],
    plugins: { 'show-allow': { 'show-allow.php': `<?php\n${plugins[1]}` }, 'my-editor': onSite },
    entrance: 'let-me-in',
  })
  browser = await connect()
  page = await (await browser.newContext()).newPage()
  complaints = listen(page, /401 \(Unauthorized\)/)
  await page.goto(address)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await host.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The script of the page on the site: the guide's store, and something to see that it works. */
async function buildPluginScript() {
  const block = blocks.find(({ code }) => code.includes('window.editor'))
  writeFileSync(join(folder, 'store.ts'), block?.code ?? '')
  const code = `import { saveEntityRecord } from 'copydesk'
    import { store } from './store'
    void store.dispatch(saveEntityRecord('postType', 'post', { title: 'From the site' }))`
  writeFileSync(join(folder, 'editor.ts'), code)
  mkdirSync(join(folder, 'plugin'), { recursive: true })
  const built = await build({
    ...vite,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(folder, 'editor.ts'), formats: ['iife'], name: 'editor_script' },
    },
  })
  const [first] = [built].flat()
  return { 'dist/editor.js': first && 'output' in first ? first.output[0].code : '' }
}

/** Asks the site as its editor, past the page. */
function ask(path: string) {
  const { username, applicationPassword: password } = site.users.editor
  return createRestFetcher({ root: site.root, authorization: { username, password } })({ path })
}

async function signIn(password: string): Promise<void> {
  await page.getByLabel('Site').fill(site.url)
  await page.getByLabel('User name').fill(site.users.editor.username)
  await page.getByLabel('Application password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('The guide to deployment, followed', () => {
  it('builds a page for another origin, without devtools and without a secret', async () => {
    expect(new URL(address).origin).not.toBe(site.url)
    expect(new URL(address).pathname).toBe('/editor/')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('button', { name: /devtools/ }).count()).toBe(0)
  })

  it('says that a password is wrong', async () => {
    await signIn('not it')
    await page.getByText('Name or password is wrong.').waitFor()
  })

  it('signs in with an application password, lists, edits and saves', async () => {
    await signIn(site.users.editor.applicationPassword)
    const row = page.locator('li button').first()
    const before = await row.textContent()
    await row.click()
    await page.getByLabel('Title').fill(`${before}, from elsewhere`)
    const save = page.getByRole('button', { name: 'Save' })
    await save.click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    // It is disabled while the save is under way as well.
    const path = '/wp/v2/posts?search=from+elsewhere&context=edit&status=any&_fields=title.raw'
    const found = [{ title: { raw: `${before}, from elsewhere` } }]
    await expect.poll(async () => (await ask(path)).data).toEqual(found)
    // By the plugin of the guide: without it, no permission is known.
    const allow = (url: string) => fetch(url).then(({ headers }) => headers.get('Allow'))
    expect(await page.evaluate(allow, `${site.root}wp/v2/posts`)).toContain('GET')
    expect(complaints).toEqual([])
  })

  it('forgets the password with a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain(site.users.editor.applicationPassword)
  })
})

describe('The page of five minutes', () => {
  it('lists, edits, undoes and saves with an application password', async () => {
    const { username: USER, applicationPassword: PASSWORD } = site.users.editor
    const own = await (await browser.newContext()).newPage()
    await own.addInitScript((settings) => Object.assign(window, settings), {
      ROOT: site.root,
      USER,
      PASSWORD,
    })
    const said = listen(own)
    await own.goto(`${address}first/`)
    await own.locator('li button').first().click()
    const title = own.getByLabel('Title')
    const before = await title.inputValue()
    await title.fill('A slip')
    await own.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => title.inputValue()).toBe(before)
    await title.fill('In five minutes')
    const save = own.getByRole('button', { name: 'Save' })
    await save.click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await expect.poll(() => own.locator('li button').first().textContent()).toBe('In five minutes')
    const { data } = await ask('/wp/v2/posts?search=five+minutes&context=edit&status=any&_fields=title.raw')
    expect(data).toEqual([{ title: { raw: 'In five minutes' } }])
    expect(said).toEqual([])
    await own.close()
  })
})

describe('The page on the site', () => {
  it('is given the root and a nonce by the lines of PHP, and saves', async () => {
    await page.goto(`${site.url}/wp-login.php?enter=let-me-in`)
    await page.goto(`${site.url}/wp-admin/`)
    await expect
      .poll(
        async () =>
          (await ask('/wp/v2/posts?search=From+the+site&search_columns=post_title&status=any&context=edit'))
            .data,
      )
      // The page that signs in may come to the dashboard as well, and saves there before it is left.
      .toContainEqual(expect.objectContaining({ title: expect.objectContaining({ raw: 'From the site' }) }))
  })
})

describe('The server of yours in the guide', () => {
  let server: Server
  afterAll(() => server.close())

  it('passes on what the page asks, with the password, and nothing that leads elsewhere', async () => {
    const block = blocks.find(({ code }) => code.includes('export async function passOn'))
    const { username, applicationPassword } = site.users.editor
    process.env.WORDPRESS_USER = username
    process.env.WORDPRESS_PASSWORD = applicationPassword
    const code = (block?.code ?? '').replace('https://example.org/wp-json/', site.root)
    const file = join(folder, 'passOn.ts')
    writeFileSync(file, code)
    const { passOn } = (await import(file)) as { passOn(request: Request): Promise<Response> }
    server = createServer((request, response) => {
      const { method = 'GET', url = '' } = request
      void passOn(new Request(new URL(url, `http://${request.headers.host}`), { method })).then(
        async ({ status, headers, body }) => {
          response.writeHead(status, Object.fromEntries(headers))
          response.end(body ? Buffer.from(await new Response(body).arrayBuffer()) : undefined)
        },
      )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/wp/`

    const me = await fetch(`${own}wp/v2/users/me?_fields=slug`)
    expect(await me.json()).toEqual({ slug: username })
    // What a page needs to know what its user may do.
    expect(me.headers.get('Allow')).toContain('PUT')
    expect((await fetch(`${own}/other.example/`)).status).toBe(400)
    expect((await fetch(`${own}../../wp-admin/`)).status).toBe(400)
  })
})
