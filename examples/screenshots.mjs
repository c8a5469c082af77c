// Pictures of the playground, for people to look at and for the README: `npm run screenshots`.
//   node examples/screenshots.mjs [--url http://127.0.0.1:8080/?key=…]  (a playground that runs; default: starts one)
//   node examples/screenshots.mjs --only conflict                   (one of them, after whatever leads to it)
import { fork } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, runnerImport } from 'vite'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values } = parseArgs({ options: { url: { type: 'string' }, only: { type: 'string' } } })
const folder = at('../docs/pictures')
await mkdir(folder, { recursive: true })

const started = values.url ? undefined : fork(at('start.mjs'))
const entrance =
  values.url ?? (await new Promise((ready) => started.once('message', (site) => ready(site.entrance))))
const { module } = await runnerImport(at('launchBrowser.ts'), { configFile: false, logLevel: 'error' })
const browser = await module.launchBrowser()

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 740 }
const details = (page) => page.getByRole('region', { name: 'Details' })

try {
  await take('administrator', wide, 'light', async (page, picture) => {
    await open(page, '#/post/1009')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A morning with the oldest ferry')
    await openTab(page, 'Under the hood')
    await picture('document')
    await openLinks(page)
    await picture('links')
  })
  await take('administrator', wide, 'light', async (page, picture) => {
    await page.getByRole('button', { name: 'New post' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The first ferry leaves at six')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Nobody who has seen it from the quay forgets the light over Low Quay.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Blocks to add' }).waitFor()
    await picture('writing')
  })
  await take('author', wide, 'dark', async (page, picture) => {
    await open(page, '#/media/501')
    await details(page).getByLabel('Caption').fill('Before the first ferry')
    await openTab(page, /^Unsaved/)
    await picture('media')
  })
  await take('administrator', wide, 'dark', async (page, picture) => {
    await open(page, '#/post/1046')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Typed while the server is slow')
    await openTab(page, 'Under the hood')
    await page.getByRole('radio', { name: 'Slow' }).check()
    await page.getByRole('tab', { name: 'Locks' }).click()
    await page.keyboard.press('Control+s')
    await page.getByRole('region', { name: 'Locks' }).getByText('held', { exact: true }).waitFor()
    await picture('hood')
  })
  await take('administrator', wide, 'light', async (page, picture) => {
    await workTogether(page)
    await open(page, '#/post/1009')
    await take('editor', wide, 'light', async (other) => {
      await workTogether(other)
      await open(other, '#/post/1009')
      await page.getByRole('list', { name: 'Here as well' }).waitFor()
      const texts = other.getByRole('main').locator('[data-rich]')
      await texts.nth(1).click()
      await other.keyboard.press('Control+End')
      await other.keyboard.type(' The last boat leaves at six.')
      await page.getByText('The last boat leaves at six.').waitFor()
      await page.getByRole('textbox', { name: 'Title', exact: true }).click()
      await page.locator('.block-cursors .caret-name').waitFor()
      await picture('together')
    })
  })
  await take('administrator', wide, 'light', async (page, picture) => {
    const title = (one) => one.getByRole('textbox', { name: 'Title', exact: true })
    await open(page, '#/post/1046')
    await title(page).fill('The bell tower, and why it matters')
    await take('editor', wide, 'light', async (other) => {
      await open(other, '#/post/1046')
      await title(other).fill('The bell tower at night')
      await other.getByRole('button', { name: /^(?:Save|Update)$/ }).click()
      await other.getByText('Saved', { exact: true }).waitFor()
    })
    await page.getByRole('button', { name: /^(?:Save|Update)$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Edith Editor saved').waitFor()
    await dialog.getByText('Yours', { exact: true }).click()
    await picture('conflict')
  })
  await take('administrator', wide, 'dark', async (page, picture) => {
    await open(page, '#/post/1009')
    const categories = page.getByRole('group', { name: 'Categories' })
    await categories.getByLabel('Harbour').waitFor()
    await page.context().setOffline(true)
    await categories.getByRole('searchbox').fill('Lighthouses')
    await categories.getByRole('searchbox').press('Enter')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Written on the night train')
    await page.getByRole('button', { name: /^(?:Save|Update)$/ }).click()
    await page.getByRole('button', { name: 'Offline, waiting to be sent: 2' }).click()
    await picture('waiting')
    await page.getByRole('button', { name: 'Do not send' }).first().waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
  })
  await take('administrator', wide, 'light', async (page, picture) => {
    await open(page, '#/post/1003')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Typed before the browser crashed')
    await page.getByRole('button', { name: 'Kept' }).waitFor()
    await page.waitForTimeout(1100)
    const again = await page.context().newPage()
    await page.close()
    await again.goto(entrance)
    await again.getByRole('button', { name: 'Look through them' }).click()
    await again.getByText('Nobody has changed it since.').waitFor()
    await picture('recovered', again)
  })
  await take('contributor', narrow, 'light', async (page, picture) => {
    await picture('narrow-list')
    await open(page, '#/media/518')
    await details(page).getByText('PNG image').waitFor()
    await picture('narrow-media')
  })
  await takeDevtools()
} finally {
  await browser.close()
  started?.disconnect()
}

/** Of another example: the devtools in an application of somebody's own. */
async function takeDevtools() {
  if (values.only !== undefined && values.only !== 'devtools') return
  const source = (path) => at(`../src/${path}index.ts`)
  const server = await createServer({
    ...{ root: at('list-and-form'), configFile: false, logLevel: 'error', mode: 'development' },
    cacheDir: at('../.tmp/vite-screenshots'),
    server: { port: 0, host: '127.0.0.1', fs: { allow: [at('..')] } },
    resolve: {
      alias: [
        { find: /^copydesk$/, replacement: source('') },
        { find: /^copydesk\/(\w+)$/, replacement: source('$1/') },
      ],
    },
  })
  await server.listen()
  const page = await browser.newPage({ viewport: { width: 1100, height: 720 } })
  await page.goto(server.resolvedUrls.local[0])
  await page.getByRole('button', { name: 'Open the Copydesk devtools' }).click()
  await page.getByLabel('Title').fill('The ferry is on time')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: 'Requests' }).getByText('PUT').waitFor()
  await write('devtools', page)
  await server.close()
}

async function take(role, viewport, colorScheme, story) {
  const context = await browser.newContext({ viewport, colorScheme })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/warning|error/.test(message.type())) console.log(`${role}: ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => console.log(`${role}: ${error}`))
  await page.goto(entrance)
  const person = new RegExp(`^Continue as .* ${role} `)
  await page.getByRole('button', { name: person }).click()
  // A post to begin with is open: on a phone it stands in place of the list.
  if (viewport.width < 700) await page.evaluate(() => (location.hash = '#/post'))
  await page.getByRole('navigation', { name: 'Documents' }).locator('li a').first().waitFor()
  await story(page, async (name, shown = page) => {
    if (values.only !== undefined && values.only !== name) return
    // Nothing is lit up only because the pointer happens to rest there.
    await shown.mouse.move(0, 0)
    await shown.waitForLoadState('networkidle')
    await shown.getByText('…', { exact: true }).first().waitFor({ state: 'detached' })
    await write(name, shown)
  })
  await context.close()
}

/** The browser writes WebP itself: a fifth of a PNG. */
async function write(name, page) {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  await writeFile(`${folder}/${name}.webp`, Buffer.from(data, 'base64'))
  console.log(`docs/pictures/${name}.webp`)
}

async function workTogether(page) {
  await page.getByRole('button', { name: 'Work together' }).click()
  await page.getByRole('switch').check()
  await page.getByLabel('Connection').selectOption('webSocket')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Work together', pressed: true }).waitFor()
}

async function open(page, hash) {
  await page.evaluate((next) => (location.hash = next), hash)
  const sign = hash.startsWith('#/media')
    ? details(page)
    : page.getByRole('textbox', { name: 'Title', exact: true })
  await sign.waitFor()
}

/** Opens the side panel, which is closed at first, on one of its tabs. */
async function openTab(page, name) {
  const panel = page.getByRole('button', { name: 'Side panel' })
  if ((await panel.getAttribute('aria-pressed')) === 'false') await panel.click()
  await page.getByRole('tab', { name }).click()
}

async function openLinks(page) {
  await page.getByRole('main').locator('[contenteditable=true] >> nth=1').dblclick()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search, or paste an address' }).fill('harbour')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor()
}
