// `npm run bench:editor`: what an edit costs in WordPress's own post editor, on its own store and on Copydesk, in turns in
// one real browser; and 2,000 single reads. Times are those of the page's main thread alone, so that other programs count
// little. It prints a table and writes nothing.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const rounds = Number(process.env.ROUNDS ?? 3)
const edits = Number(process.env.EDITS ?? 25)
const paragraphs = Number(process.env.PARAGRAPHS ?? 1000)
const reads = Number(process.env.READS ?? 2000)

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { module } = await runnerImport(at('../examples/launchBrowser.ts'), {
  configFile: false,
  logLevel: 'error',
})

const server = fork(at('../examples/start.mjs'), ['--wp-admin'], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const [site, browser] = await Promise.all([
  new Promise((resolve) => server.once('message', resolve)),
  module.launchBrowser(),
])
const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
context.setDefaultTimeout(180_000)
const { username, password } = site.users.administrator
await context.request.post(`${site.url}/wp-login.php`, {
  form: { log: username, pwd: password },
  maxRedirects: 0,
})

/** Opens a post, and what tells how long its page has been at work, in milliseconds of the processor. */
async function open(store, post) {
  const page = await context.newPage()
  const requests = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/wp-json/')) requests.push(request.url())
  })
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const off = store === 'core-data' ? '&copydesk=off' : ''
  const address = post === undefined ? 'post-new.php?' : `post.php?post=${post}&action=edit`
  await page.goto(`${site.url}/wp-admin/${address}${off}`)
  await page.waitForFunction(
    () => globalThis.wp?.data?.select('core/editor')?.__unstableIsEditorReady?.() === true,
  )
  await page.evaluate(() => wp.data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false))
  await page.waitForSelector('iframe[name="editor-canvas"]')
  await page.waitForFunction(() => wp.data.select('core').hasResolvingSelectors() === false)
  await page.waitForTimeout(3000)
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value
  }
  return { page, requests, work }
}

/** How long each of many edits keeps the page at work. */
async function measure({ page, work }, edit) {
  const times = []
  for (let count = 0; count < edits + 5; count++) {
    const before = await work()
    await page.evaluate(edit, `${count} ${'x'.repeat(count)}`)
    await page.waitForTimeout(150)
    if (count >= 5) times.push((await work()) - before)
  }
  return times
}

const editBlock = (content) => {
  const [first] = wp.data.select('core/block-editor').getBlockOrder().slice(500)
  wp.data.dispatch('core/block-editor').updateBlockAttributes(first, { content })
}
const editTitle = (title) => wp.data.dispatch('core/editor').editPost({ title })
/** Many records, each by a request of its own that is answered at once. */
const readMany = async (count) => {
  wp.apiFetch.use((options, next) => {
    const [, id] = /\/wp\/v2\/posts\/(9\d{6})/.exec(options.path ?? '') ?? []
    if (id === undefined) return next(options)
    const body = {
      id: Number(id),
      type: 'post',
      title: { raw: id },
      content: { raw: '' },
      excerpt: { raw: '' },
    }
    const response = new Response(JSON.stringify(body), { headers: { Allow: 'GET, POST' } })
    return Promise.resolve(options.parse === false ? response : body)
  })
  const begun = performance.now()
  const ids = Array.from({ length: count }, (none, index) => 9_000_000 + index)
  const records = await Promise.all(
    ids.map((id) => wp.data.resolveSelect('core').getEntityRecord('postType', 'post', id)),
  )
  if (records.some((record, index) => record?.id !== ids[index])) throw new Error('A record is wrong.')
  return performance.now() - begun
}

const median = (times) => [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)]
const stores = ['core-data', 'copydesk']
const found = { 'block edit': {}, 'title edit': {}, opening: {}, 'requests at opening': {}, reads: {} }
const note = (what, store, ...values) => (found[what][store] ??= []).push(...values)

const post = await newPost()
for (let round = 0; round < rounds; round++)
  for (const store of round % 2 === 0 ? stores : [...stores].reverse()) {
    const editor = await open(store, post)
    note('opening', store, await editor.work())
    note('requests at opening', store, editor.requests.length)
    note('block edit', store, ...(await measure(editor, editBlock)))
    note('title edit', store, ...(await measure(editor, editTitle)))
    await editor.page.close({ runBeforeUnload: false })
  }
for (const store of stores) {
  const { page } = await open(store)
  note('reads', store, await page.evaluate(readMany, reads))
  await page.close({ runBeforeUnload: false })
}

const unit = { 'requests at opening': '' }
const names = { reads: `${reads} single reads through resolveSelect`, opening: 'opening, the page at work' }
console.log(`A post of ${paragraphs} paragraphs, ${rounds} rounds of ${edits} edits; medians.`)
console.log('|  | core-data | Copydesk | ratio |')
for (const [what, values] of Object.entries(found)) {
  const [theirs, ours] = stores.map((store) => median(values[store]))
  const show = (value) => `${value.toFixed(unit[what] === '' ? 0 : 1)}${unit[what] ?? ' ms'}`
  console.log(`| ${names[what] ?? what} | ${show(theirs)} | ${show(ours)} | ${(ours / theirs).toFixed(2)} |`)
}
await browser.close()
server.disconnect()

async function newPost() {
  const page = await context.newPage()
  await page.goto(`${site.url}/wp-admin/edit.php`)
  const nonce = await (await page.request.get(`${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`)).text()
  const one = (at) => `<!-- wp:paragraph -->\n<p>Paragraph ${at}</p>\n<!-- /wp:paragraph -->`
  const content = Array.from({ length: paragraphs }, (none, index) => one(index)).join('\n\n')
  const answer = await page.request.post(`${site.url}/wp-json/wp/v2/posts`, {
    headers: { 'X-WP-Nonce': nonce },
    data: { title: 'Long', content, status: 'draft' },
  })
  await page.close()
  return (await answer.json()).id
}
