// `npm run test:block-editor`: the example in a real browser on the embedded WordPress, as a writer uses it.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { module } = await runnerImport(at('../launchBrowser.ts'), { configFile: false, logLevel: 'error' })

let server, site, browser
before(async () => {
  server = fork(at('start.mjs'), ['--port', '0'], { silent: true })
  site = await new Promise((resolve, reject) => {
    server.once('message', resolve)
    server.once('exit', (code) => reject(new Error(`The example ended with ${code}.`)))
  })
  browser = await module.launchBrowser()
})
after(async () => {
  await browser?.close()
  server?.kill()
})

/** A page of one user, with a new post of theirs open; every error of the page fails the test. */
async function writing(t, role, content = '<!-- wp:paragraph --><p>First words.</p><!-- /wp:paragraph -->') {
  const user = site.users[role]
  // Of one title there may be several posts of the same second, in any order.
  const title = `${t.name} (${role})`
  const post = await ask(user, 'POST', '/wp/v2/posts', { title, content, status: 'draft' })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  t.after(async () => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${role}-${Date.now()}.png` })
    await page.close()
  })
  const errors = []
  const requests = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/wp-json/')) requests.push(`${request.method()} ${url.pathname.slice(8)}`)
  })
  await page.goto(site.entrance)
  await page.getByRole('button', { name: `(${role})` }).click()
  await page.getByRole('navigation').getByRole('button', { name: title }).click()
  const canvas = page.frameLocator('iframe[name="editor-canvas"]')
  await canvas.locator('[data-type]').first().waitFor()
  const saved = () => ask(user, 'GET', `/wp/v2/posts/${post.id}?context=edit`)
  return { page, canvas, post, user, saved, errors, requests }
}

async function ask({ username, applicationPassword }, method, path, data) {
  const answer = await fetch(site.root.replace(/\/$/, '') + path, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString('base64')}`,
    },
    body: data && JSON.stringify(data),
  })
  const body = await answer.json()
  assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(body)}`)
  return body
}

/** Saves until nothing is left to save: the editor may hand in a picture in two steps. */
const save = async (page, press = () => page.keyboard.press('Control+s')) => {
  const status = page.getByRole('status')
  await status.getByText('Not saved', { exact: true }).waitFor()
  do {
    await press()
    await status.getByText(/^(Saved|Not saved)$/).waitFor()
  } while ((await status.innerText()) !== 'Saved')
}

test('what is typed stays at the caret, is undone step by step, and is saved as WordPress writes it', async (t) => {
  const { page, canvas, saved, errors } = await writing(t, 'editor')
  await canvas.getByText('First words.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' And more, key by key.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A second paragraph')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('!')
  assert.equal(await canvas.locator('[data-type="core/paragraph"]').nth(1).innerText(), 'A second paragrap!h')
  await save(page)
  const { content } = await saved()
  assert.match(content.raw, /<p>First words\. And more, key by key\.<\/p>/)
  assert.match(content.raw, /<!-- wp:paragraph -->\s<p>A second paragrap!h<\/p>\s<!-- \/wp:paragraph -->/)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  for (let steps = 0; steps < 20 && (await undo.isEnabled()); steps++) await undo.click()
  assert.equal(await canvas.locator('[data-type="core/paragraph"]').count(), 1)
  assert.equal(await canvas.locator('[data-type="core/paragraph"]').innerText(), 'First words.')
  assert.deepEqual(errors, [])
})

test('a heading, a list and a quote come by markdown and by the slash', async (t) => {
  const { page, canvas, saved, errors } = await writing(t, 'author')
  await canvas.getByText('First words.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('## A heading')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/quote')
  await page.getByRole('option', { name: 'Quote', exact: true }).click()
  await page.keyboard.type('Said so')
  await save(page)
  const { content } = await saved()
  assert.match(content.raw, /<h2 class="wp-block-heading">A heading<\/h2>/)
  assert.match(content.raw, /<li>one<\/li>[^]*<li>two<\/li>/)
  assert.match(content.raw, /<blockquote class="wp-block-quote">[^]*<p>Said so<\/p>/)
  assert.deepEqual(errors, [])
})

test('a picture is uploaded through the store and stands in the text', async (t) => {
  const { page, canvas, saved, errors, requests } = await writing(t, 'author')
  await canvas.getByText('First words.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/image')
  await page.getByRole('option', { name: 'Image', exact: true }).click()
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await canvas.locator('[data-type="core/image"] input[type=file]').setInputFiles({
    name: 'pixel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  })
  await canvas.locator('[data-type="core/image"] img[src*="/uploads/"]').waitFor()
  await save(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())
  const { content } = await saved()
  assert.match(content.raw, /<!-- wp:image \{[^}]*"id":\d+[^]*<img src="[^"]*pixel[^"]*\.png"/)
  assert.equal(requests.filter((request) => request === 'POST /wp/v2/media').length, 1)
  assert.deepEqual(errors, [])
})

test('a picture is chosen from the media that the store lists', async (t) => {
  const { page, canvas, saved } = await writing(t, 'editor')
  await canvas.getByText('First words.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/image')
  await page.getByRole('option', { name: 'Image', exact: true }).click()
  await canvas.getByRole('button', { name: 'Media Library' }).click()
  await page.getByRole('dialog').locator('.media button').nth(2).click()
  await canvas.locator('[data-type="core/image"] img[src*="/uploads/"]').waitFor()
  await save(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())
  const { content } = await saved()
  assert.match(content.raw, /<!-- wp:image \{[^}]*"id":\d+/)
})

test('a link is found by what the store searches', async (t) => {
  const { page, canvas, saved, errors } = await writing(t, 'editor')
  await canvas.getByText('First words.').dblclick()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Start here')
  await page
    .getByRole('option', { name: /Start here/ })
    .first()
    .click()
  await save(page)
  const { content } = await saved()
  assert.match(content.raw, /<a href="[^"]*start-here[^"]*"/)
  assert.deepEqual(errors, [])
})

test('an older version is put back as an edit, which undo takes away', async (t) => {
  const { page, canvas, errors } = await writing(t, 'editor')
  await canvas.getByText('First words.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Twice.')
  await save(page)
  await page.keyboard.type(' Thrice.')
  await save(page)
  await page.getByRole('button', { name: 'Revisions' }).click()
  await page.locator('.revisions button').nth(1).click()
  await canvas.getByText('First words. Twice.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await canvas.getByText('First words. Twice. Thrice.', { exact: true }).waitFor()
  assert.deepEqual(errors, [])
})

test('who may not publish is told so by the site, and keeps what was typed', async (t) => {
  const { page, canvas, saved } = await writing(t, 'contributor')
  await canvas.getByText('First words.').click()
  await page.keyboard.type('Kept ')
  await page.getByRole('combobox').selectOption('publish')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('status').getByText('not allowed').waitFor()
  assert.equal(await canvas.getByText('Kept').count(), 1)
  assert.equal((await saved()).status, 'draft')
})
