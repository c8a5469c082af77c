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

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 740 }

try {
  await take('administrator', wide, 'light', async (page, picture) => {
    await picture('1-sign-in')
    await signIn(page)
    await picture('2-list')
    await openFirst(page)
    await picture('3-document')
    await page.getByLabel('Title').fill('A new title for this one')
    await picture('4-document-unsaved')
    await page.getByRole('button', { name: 'Delete' }).click()
    await picture('5-delete')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('button', { name: 'New page' }).waitFor()
    await page.getByPlaceholder('Search').fill('nothing is called this')
    await page.getByText('Nothing found.').waitFor()
    await picture('6-nothing-found')
  })
  await take('administrator', wide, 'dark', async (page, picture) => {
    await signIn(page)
    await openFirst(page)
    await page.getByLabel('Content').fill('Some words')
    await picture('7-dark')
  })
  await take('contributor', wide, 'light', async (page, picture) => {
    await signIn(page)
    await openFirst(page)
    await picture('8-contributor-own')
    await page.getByLabel('Only mine').uncheck()
    await page.locator('.row', { hasNotText: 'Yours' }).first().click()
    await page.getByText('Read only').waitFor()
    await picture('9-contributor-other')
    await page.getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('button', { name: 'New page' }).waitFor()
    await page.locator('.row').first().waitFor()
    await picture('10-contributor-pages')
  })
  await take('contributor', wide, 'light', async (page, picture) => {
    await signIn(page)
    await openFirst(page)
    const json = { code: 'rest_cannot_edit', message: 'Sorry, you are not allowed to edit this post.' }
    await page.route('**/wp-json/wp/v2/posts/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 403, json }) : route.continue(),
    )
    await page.getByLabel('Title').fill('This will be refused')
    await page.getByRole('button', { name: 'Save all' }).click()
    await page.getByRole('alert').waitFor()
    await picture('18-refused')
    await page.route('**/wp-json/wp/v2/pages?*', (route) => route.fulfill({ status: 500, json }))
    await page.getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await picture('19-list-error')
  })
  await take('editor', { width: 900, height: 700 }, 'light', async (page, picture) => {
    await signIn(page)
    await openFirst(page)
    await picture('11-medium')
  })
  await take('author', narrow, 'light', async (page, picture) => {
    await picture('12-narrow-sign-in')
    await signIn(page)
    await picture('13-narrow-list')
    await openFirst(page)
    await page.getByLabel('Content').fill('Some words')
    await picture('14-narrow-document')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator('.request-list li').last().scrollIntoViewIfNeeded()
    await picture('15-narrow-requests')
  })
  await take('subscriber', narrow, 'dark', async (page, picture) => {
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await picture('16-wrong-password')
    await page.getByLabel('Password', { exact: true }).fill('subscriber-password')
    await signIn(page)
    await picture('17-subscriber')
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
  await page.locator('.row').first().waitFor()
}

async function openFirst(page) {
  await page.locator('.row').first().click()
  await page.locator('article .title').waitFor()
}
