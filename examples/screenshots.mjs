// Pictures of the example editor, for people to look at.
//   node examples/screenshots.mjs [--url http://127.0.0.1:8080]     (an editor that runs; default: starts one)
import { fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values } = parseArgs({ options: { url: { type: 'string' } } })
const folder = at('../.tmp/screenshots')
await mkdir(folder, { recursive: true })

const started = values.url ? undefined : fork(at('start.mjs'))
const url = values.url ?? (await new Promise((ready) => started.once('message', (site) => ready(site.url))))
const { module } = await runnerImport(at('launchBrowser.ts'), { configFile: false, logLevel: 'error' })
const browser = await module.launchBrowser()

const widths = { phone: [360, 740], tablet: [768, 1024], desk: [1440, 900], wall: [2560, 1440] }
const sizeOf = (name) => ({ width: widths[name][0], height: widths[name][1] })

try {
  for (const scheme of ['light', 'dark']) {
    for (const width of Object.keys(widths)) {
      await take('administrator', sizeOf(width), scheme, async (page, picture) => {
        await signIn(page)
        await visit(page, '#/post')
        await picture(`${width}-${scheme}-list`)
        await page.locator('.row').nth(5).click()
        await settled(page)
        await picture(`${width}-${scheme}-document`)
        await visit(page, '#/terms/category')
        await page.locator('.row').first().click()
        await settled(page)
        await picture(`${width}-${scheme}-term`)
        for (const place of ['styles', 'settings']) {
          await visit(page, `#/${place}`)
          await picture(`${width}-${scheme}-${place}`)
        }
      })
    }
  }
  await take('administrator', sizeOf('desk'), 'light', async (page, picture) => {
    await picture('sign-in')
    await signIn(page)
    for (const place of ['media', 'comments', 'users', 'templates', 'template-parts', 'menus']) {
      await visit(page, `#/${place}`)
      const row = page.locator('.row').first()
      if (await row.count()) {
        await row.click()
        await settled(page)
      }
      await picture(place)
    }
    await visit(page, '#/plugins')
    await picture('plugins')
    await visit(page, '#/post?search=nothing%20is%20called%20this')
    await page.getByText('Nothing found.').waitFor()
    await picture('nothing-found')
    await page.route('**/wp-json/wp/v2/pages?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'out_of_ink', message: 'The press is out of ink.' } }),
    )
    await visit(page, '#/page')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await picture('list-error')
    await page.locator('body').press('?')
    await picture('keys')
  })
  await take('author', sizeOf('desk'), 'light', async (page, picture) => {
    await signIn(page)
    await visit(page, '#/settings')
    await page.getByText('Not for an author').click()
    await picture('author-refused')
    await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
    await picture('author-roles')
  })
  await take('contributor', sizeOf('phone'), 'light', async (page, picture) => {
    await signIn(page)
    await page.getByRole('button', { name: 'Places' }).click()
    // It slides in.
    await page.waitForTimeout(300)
    await picture('phone-places')
  })
} finally {
  await browser.close()
  started?.disconnect()
}

async function take(role, viewport, colorScheme, story) {
  const context = await browser.newContext({ viewport, colorScheme })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/warning|error/.test(message.type())) console.log(`${role}: ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => console.log(`${role}: ${error}`))
  await page.goto(url)
  await page.getByLabel('Sign in as').selectOption(role)
  await story(page, async (name) => {
    await page.screenshot({ path: `${folder}/${name}.png` })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wider > 0) console.log(`${name}: ${wider} px wider than the window`)
    console.log(`${name}.png`)
  })
  await context.close()
}

async function signIn(page) {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('banner').waitFor()
  await settled(page)
}

/** Goes to an address within the page and waits until it is complete. */
async function visit(page, hash) {
  await page.evaluate((to) => (location.hash = to), hash)
  await settled(page)
}

async function settled(page) {
  await page.waitForTimeout(150)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.screen [aria-busy=true]'))
}
