// `npm run bench:durable`: what durability costs beside the same work without it, in Node with `memoryStorage()`: the
// work on the main thread, without that of IndexedDB itself. Prints the table with the targets; with `-- --write`, as
// the whole benchmark runs it, it goes into the page about size and speed. Times are the processor's.
import { build } from 'esbuild'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { median, milliseconds as now } from './measure.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(root, 'node_modules', '.bench-durable-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await build({
  stdin: {
    contents: `
      export * from './src/index.ts'
      export * from './src/durable/index.ts'
      export * from './src/testing/index.ts'
      export { mergeTextByDiff } from './src/durable/merging/mergeTextByDiff.ts'
    `,
    resolveDir: root,
  },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'error',
})
const copydesk = await import(pathToFileURL(join(folder, 'stdin.mjs')).href)
const {
  createDurability,
  createEntityRecord,
  createEntityStore,
  createMockSite,
  durabilityOf,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  loadEntityConfigs,
  memoryStorage,
  mergeTextByDiff,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEntityRecords,
} = copydesk

const owner = { site: 'https://example.org/wp-json/', user: 1 }
const pause = () => new Promise((resolve) => setImmediate(resolve))
const alone = { storage: false, conflicts: 'overwrite', lists: false, queue: false, reads: false }

/** The durabilities that are open: what one measurement has left is no burden of the next. */
let opened = []

function openStore(site, durability) {
  const plugins = durability ? [createDurability({ owner, ...alone, ...durability })] : []
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false, collectAfter: false, plugins })
  if (durability) opened.push(durabilityOf(store))
  return store
}

async function closeAll() {
  for (const durability of opened) await durability.close()
  opened = []
}

const edit = (store, id, edits, options) =>
  store.dispatch(editEntityRecord('postType', 'post', id, edits, options))

/** Milliseconds of some work, several times. */
async function times(count, work) {
  const all = []
  for (let turn = 0; turn < count; turn++) all.push(await work(turn))
  return all
}

async function typing(durability) {
  const site = createMockSite({ posts: [{ id: 1, title: 'One', content: 'word '.repeat(5000) }] })
  const store = openStore(site, durability)
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  let text = 'word '.repeat(5000)
  return median(
    await times(40, async () => {
      const began = now()
      for (let key = 0; key < 100; key++) edit(store, 1, { content: (text += 'x') }, { isCached: true })
      const spent = (now() - began) / 100
      await pause()
      return spent * 1000
    }),
  )
}

async function flush(bytes) {
  const store = openStore(createMockSite({ posts: [{ id: 1, title: 'One' }] }), { storage: memoryStorage() })
  const durability = durabilityOf(store)
  await durability.ready
  await store.dispatch(loadEntityConfigs('postType'))
  return median(
    await times(30, async (turn) => {
      edit(store, 1, { content: `${turn}${'x'.repeat(bytes)}` })
      const began = now()
      const flushed = durability.flush()
      const spent = now() - began
      await flushed
      return spent
    }),
  )
}

/** A store is made, with nothing kept: from the first line to the last that runs before it is ready. */
async function starting(isKept) {
  const site = createMockSite({ posts: [] })
  const spent = median(
    await times(40, async () => {
      const began = now()
      const store = openStore(site, isKept && { storage: memoryStorage() })
      const made = now() - began
      await durabilityOf(store)?.ready
      return made
    }),
  )
  if (site.requests.length > 0) throw new Error('A start is to ask nothing.')
  return spent
}

async function recover(bytes) {
  const site = createMockSite({ posts: [{ id: 1, title: 'One' }] })
  return median(
    await times(7, async () => {
      const tab = memoryStorage().tab()
      const store = openStore(site, { storage: tab })
      await store.dispatch(loadEntityConfigs('postType'))
      for (let id = 1; id <= 1000; id++) edit(store, id, { content: `${id}${'x'.repeat(bytes)}` })
      await durabilityOf(store).flush()
      const began = now()
      const next = openStore(site, { storage: tab.reload() })
      await durabilityOf(next).ready
      const spent = now() - began
      await closeAll()
      return spent
    }),
  )
}

async function queueOf(count) {
  const storage = memoryStorage()
  const site = createMockSite({
    posts: Array.from({ length: count }, (_, at) => ({ id: at + 1, title: `Post ${at}` })),
  })
  const tab = storage.tab()
  const store = openStore(site, { storage: tab, queue: 'offline' })
  await durabilityOf(store).ready
  for (let page = 1; page <= count / 100; page++)
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 100, page, context: 'edit' }))
  storage.setOnline(false)
  const added = await times(count, async (at) => {
    edit(store, at + 1, { title: `Changed ${at}` })
    const began = now()
    await store.dispatch(saveEditedEntityRecord('postType', 'post', at + 1))
    return now() - began
  })
  const began = now()
  const next = openStore(site, { storage: tab.reload(), queue: 'offline' })
  const { queue } = durabilityOf(next)
  while (queue.entries().length < count) await pause()
  const loaded = now() - began
  await closeAll()
  return { loaded, added: median(added.slice(-20)) }
}

/** A page opens on 500 posts of 2 KB in 20 lists that an earlier one has read: until they are on its screen. */
async function shownAgain() {
  const content = 'word '.repeat(400)
  const site = createMockSite({
    posts: Array.from({ length: 500 }, (_, at) => ({ id: at + 1, title: `Post ${at}`, content })),
  })
  const lists = Array.from({ length: 20 }, (_, at) => ({ per_page: 25, page: at + 1 }))
  const tab = memoryStorage().tab()
  const store = openStore(site, { storage: tab, reads: true })
  await durabilityOf(store).ready
  for (const query of lists) await store.dispatch(fetchEntityRecords('postType', 'post', query))
  await durabilityOf(store).flush()
  let last = tab
  return median(
    await times(15, async () => {
      last = last.reload()
      const began = now()
      const next = openStore(site, { storage: last, reads: true })
      await durabilityOf(next).ready
      const rows = lists.flatMap((query) => selectEntityRecords(next.getState(), 'postType', 'post', query))
      const spent = now() - began
      if (rows.length !== 500 || rows.includes(null)) throw new Error(`${rows.length} rows are shown.`)
      await durabilityOf(next).close()
      return spent
    }),
  )
}

/** Drafts of 2 KB that wait: the save of the last ones, and a key typed in a record beside them, and beside edited ones. */
async function waitingDrafts(count, dirty = 0) {
  const storage = memoryStorage()
  const site = createMockSite({ posts: [{ id: 1, title: 'One', content: '' }] })
  const store = openStore(site, { storage: storage.tab(), queue: 'offline' })
  await durabilityOf(store).ready
  await store.dispatch(loadEntityConfigs('postType'))
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  storage.setOnline(false)
  const saves = await times(count, async (at) => {
    const content = 'word '.repeat(400)
    const draft = store.dispatch(createEntityRecord('postType', 'post', { title: `Draft ${at}`, content }))
    const began = now()
    await store.dispatch(saveEditedEntityRecord('postType', 'post', draft))
    return now() - began
  })
  for (let id = 1000; id < 1000 + dirty; id++) edit(store, id, { title: `Changed ${id}` })
  await durabilityOf(store).flush()
  const keys = await times(100, (at) => {
    const began = now()
    edit(store, 1, { title: 'x'.repeat(at) }, { isCached: true })
    return (now() - began) * 1000
  })
  await closeAll()
  return { save: median(saves.slice(-20)), key: median(keys) }
}

/** So many records are edited, and all of it is stored: milliseconds for a thousand of them. */
async function makingDirty(count) {
  const spent = await times(5, async () => {
    const store = openStore(createMockSite({ posts: [] }), { storage: memoryStorage() })
    await durabilityOf(store).ready
    await store.dispatch(loadEntityConfigs('postType'))
    const began = now()
    for (let id = 1; id <= count; id++) edit(store, id, { title: `Changed ${id}` })
    await durabilityOf(store).flush()
    const all = now() - began
    await closeAll()
    return (all / count) * 1000
  })
  return median(spent)
}

/** How many rows are written for one more save of a record that waits among so many others. */
async function rowsWritten(count) {
  const storage = memoryStorage()
  const posts = Array.from({ length: count }, (_, at) => ({ id: at + 1, title: `Post ${at}` }))
  const store = openStore(createMockSite({ posts }), { storage: storage.tab(), queue: 'offline' })
  await durabilityOf(store).ready
  await store.dispatch(loadEntityConfigs('postType'))
  storage.setOnline(false)
  const save = (id, title) => {
    edit(store, id, { title })
    return store.dispatch(saveEditedEntityRecord('postType', 'post', id))
  }
  for (let id = 1; id <= count; id++) await save(id, 'Changed')
  const values = () =>
    new Map(storage.rows().flatMap((row) => (row.store === 'queue' ? [[row.key, row.value]] : [])))
  const before = values()
  await save(1, 'Changed again')
  const changed = [...values()].filter(([key, value]) => before.get(key) !== value)
  await closeAll()
  return changed.length
}

async function merge() {
  const block = (text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
  const base = Array.from({ length: 500 }, (_, at) => `${at} ${'word '.repeat(70)}`)
  const changed = (by, from) =>
    base
      .map((text, at) => (at % 25 === from ? `${text} ${by}` : text))
      .map(block)
      .join('\n\n')
  const [b, mine, theirs] = [base.map(block).join('\n\n'), changed('mine', 3), changed('theirs', 9)]
  return median(
    await times(15, () => {
      const began = now()
      if (!('value' in mergeTextByDiff(b, mine, theirs))) throw new Error('wrong result')
      return now() - began
    }),
  )
}

/** From the answer to a write until the store tells of it. */
async function answers(site, durability, prepare, write, count) {
  let answeredAt = 0
  let spent = 0
  const fetcher = async (request) => {
    const answer = await site.fetcher(request)
    if (request.method && request.method !== 'GET') answeredAt = now()
    return answer
  }
  const store = openStore({ fetcher }, durability)
  store.subscribe(() => {
    if (answeredAt > 0 && spent === 0) spent = now() - answeredAt
  })
  await store.dispatch(loadEntityConfigs('postType'))
  await store.dispatch(loadEntityConfigs('taxonomy'))
  await prepare(store)
  return median(
    await times(count, async (turn) => {
      answeredAt = spent = 0
      await write(store, turn)
      return spent
    }),
  )
}

const date = (day) => new Date(Date.UTC(2020, 0, 1) + day * 86_400_000).toISOString().slice(0, 19)
const patching = (lists) =>
  answers(
    createMockSite({
      posts: Array.from({ length: 100 }, (_, at) => ({ id: at + 1, title: `Post ${at}`, date: date(at) })),
    }),
    lists && { lists: true },
    async (store) => {
      for (let list = 0; list < 100; list++)
        await store.dispatch(
          fetchEntityRecords('postType', 'post', { per_page: 100, exclude: [1000 + list] }),
        )
    },
    (store, turn) =>
      store.dispatch(saveEntityRecord('postType', 'post', { id: 50, date: date(((turn * 7) % 90) + 0.5) })),
    60,
  )
const creating = (dirty, isKept) =>
  answers(
    createMockSite({ posts: [{ id: 11, title: 'One' }] }),
    isKept && {},
    (store) => {
      const text = 'x'.repeat(5000)
      for (let id = 100; id < 100 + dirty; id++) edit(store, id, { content: `${text}${id}` })
    },
    async (store, turn) => {
      const name = `Bees ${turn}`
      if (!isKept) return store.dispatch(saveEntityRecord('taxonomy', 'category', { name }))
      const id = store.dispatch(createEntityRecord('taxonomy', 'category', { name }))
      edit(store, 100, { categories: [id] })
      return store.dispatch(saveEditedEntityRecord('taxonomy', 'category', id))
    },
    15,
  )
/** The whole of a save, of which the answer is there at once: with the comparison before it. */
const saving = async (isKept) => {
  const site = createMockSite({ posts: [{ id: 1, title: 'One', content: 'word '.repeat(5000) }] })
  const store = openStore(site, isKept && { conflicts: 'merge' })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  return median(
    await times(60, async (turn) => {
      edit(store, 1, { title: `Title ${turn}` })
      const began = now()
      await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
      return now() - began
    }),
  )
}

// In turns, as the first is slower than those that come after it.
const typed = { without: [], kept: [] }
for (let turn = 0; turn < 6; turn++) {
  typed.without.push(await typing())
  typed.kept.push(await typing({ storage: memoryStorage() }))
}
const { loaded, added } = await queueOf(500)
const drafts = await waitingDrafts(300)
const keys = { alone: await waitingDrafts(0), among: await waitingDrafts(500, 1000) }
const dirty = { few: await makingDirty(1000), many: await makingDirty(10_000) }
const load = loadavg()[0]

/** What is done, without durability and with it, and the target, by which of both it is to be at most. */
const rows = [
  {
    what: 'a key in 5,000 words',
    unit: 'µs',
    without: median(typed.without.slice(1)),
    kept: median(typed.kept.slice(1)),
    times: 1.3,
  },
  { what: '500 kept posts of 2 KB in 20 lists on screen', unit: 'ms', kept: await shownAgain(), most: 50 },
  { what: 'a flush of 50 KB', unit: 'ms', kept: await flush(50_000), most: 2 },
  { what: 'a flush of 200 KB', unit: 'ms', kept: await flush(200_000), most: 5 },
  { what: '1,000 edited records of 1 KB recovered', unit: 'ms', kept: await recover(1000), most: 100 },
  { what: '1,000 edited records of 5 KB recovered', unit: 'ms', kept: await recover(5000), most: 250 },
  {
    what: 'a store made, with nothing kept',
    unit: 'ms',
    without: await starting(false),
    kept: await starting(true),
    more: 5,
  },
  {
    what: 'a save of a post, of which the site answers at once',
    unit: 'ms',
    without: await saving(false),
    kept: await saving(true),
  },
  { what: '500 blocks of 200 KB merged, 20 changes a side', unit: 'ms', kept: await merge(), most: 50 },
  {
    what: 'an answer to a create among 1,000 edited records of 5 KB; kept, to a draft that they refer to',
    unit: 'ms',
    without: await creating(1000, false),
    kept: await creating(1000, true),
    most: 20,
  },
  {
    what: 'an answer under 100 lists of 100 rows: asked again without, patched with',
    unit: 'ms',
    without: await patching(false),
    kept: await patching(true),
    more: 2,
  },
  { what: 'a queue of 500 entries loaded and compacted', unit: 'ms', kept: loaded, most: 100 },
  { what: 'one more save in a queue of 500', unit: 'ms', kept: added },
  { what: 'one more save beside 300 drafts that wait', unit: 'ms', kept: drafts.save, most: 20 },
  {
    what: 'a key in a record: alone; among 1,000 edited records and 500 drafts that wait',
    unit: 'µs',
    without: keys.alone.key,
    kept: keys.among.key,
    times: 1.3,
  },
  {
    what: '1,000 records edited and stored: of 1,000; of 10,000',
    unit: 'ms',
    without: dirty.few,
    kept: dirty.many,
    times: 1.3,
  },
  {
    what: 'rows of a queue of 500 that are written for a save of a record that waits',
    unit: 'rows',
    kept: await rowsWritten(500),
    most: 1,
  },
]

const shown = (value, unit) =>
  value === undefined ? '' : `${value.toPrecision(value < 100 ? 2 : 3)} ${unit}`
const targetOf = ({ times: most, most: limit, more, unit }) =>
  most ? `${most} times` : limit ? `${limit} ${unit}` : more ? `${more} ${unit} more` : ''
const isMet = ({ without = 0, kept, times: most, most: limit, more }) =>
  kept <= (most ? without * most : (limit ?? (more === undefined ? Infinity : without + more)))
const table = [
  '| what | without | with durability | target |',
  '| --- | --- | --- | --- |',
  ...rows.map((row) => {
    const { what, without, kept, unit, times: most } = row
    const ratio = most ? ` (${(kept / without).toFixed(2)} times)` : ''
    const target = `${targetOf(row)}${isMet(row) ? '' : ', missed'}`
    return `| ${what} | ${shown(without, unit)} | ${shown(kept, unit)}${ratio} | ${target} |`
  }),
].join('\n')
console.log(table)
if (process.argv.includes('--write')) {
  const page = join(root, 'docs/reference/performance.md')
  const machine = `Measured on ${new Date().toISOString().slice(0, 10)} on Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, with a load of ${load.toFixed(1)} by other programs and this one. Medians of the processor’s time.`
  const [start, end] = ['<!-- bench-durable:start -->', '<!-- bench-durable:end -->']
  const text = readFileSync(page, 'utf8')
  if (!text.includes(start) || !text.includes(end)) throw new Error(`The page has no ${start} and ${end}.`)
  writeFileSync(
    page,
    `${text.split(start)[0]}${start}\n\n${machine}\n\n${table}\n\n${end}${text.split(end)[1]}`,
  )
}
process.exit(0)
