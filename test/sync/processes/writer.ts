// One colleague as a process of its own who keeps a store: a post of the site, a transport, and a file that keeps the
// document. Told what to do by messages, it reports after each change.
import { createRestFetcher, type RecordData } from 'copydesk'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as Y from 'yjs'
import type { SyncPersistence } from 'copydesk/sync'
import { lines, openDesk } from '../desk'
import { Network } from '../network'
import type { WriterOrder, WriterReport, WriterSettings } from './peers'
import { transportOf } from './transportOf'

const settings = JSON.parse(process.argv[2] ?? '') as WriterSettings
const { name, file, site } = settings
const blocks = lines()
let isReady = false
let isDue = false

/** The record that the document was kept with stands in a file beside it. */
const inFile: SyncPersistence = {
  open(_, doc) {
    const baseFile = `${file}.json`
    if (existsSync(file)) Y.applyUpdate(doc, readFileSync(file))
    doc.on('update', () => writeFileSync(file, Y.encodeStateAsUpdate(doc)))
    return Promise.resolve({
      base: existsSync(baseFile) ? (JSON.parse(readFileSync(baseFile, 'utf8')) as RecordData) : undefined,
      keepBase(base) {
        writeFileSync(baseFile, JSON.stringify(base))
        isReady = true
        report()
      },
      clear: () => Promise.resolve(),
      destroy: () => Promise.resolve(),
    })
  },
}

const desk = openDesk(new Network(), {
  ...{ blocks, persistence: inFile, user: { name } },
  fetcher: createRestFetcher({ root: site, retry: false }),
  transports: [transportOf(settings)],
})
desk.store.subscribe(report)
desk.sync.subscribe(report)
process.on('message', (order: WriterOrder) => void follow(order))
process.once('disconnect', () => process.exit(0))
await desk.read()

async function follow(order: WriterOrder): Promise<void> {
  if (order.do === 'save') await desk.save()
  if (order.do === 'set') desk.edit({ [order.field]: order.value })
  if (order.do === 'type') {
    const [first, ...rest] = desk.blocks()
    if (!first) throw new Error('There is no paragraph to type in.')
    const said = String(first.attributes.content)
    const content = order.at === 'end' ? said + order.text : order.text + said
    desk.editBlocks([{ ...first, attributes: { content } }, ...rest])
  }
  // What is reported is in the document and its file.
  desk.sync.flush()
}

/** Tells how things stand once all that happens at once has happened. */
function report(): void {
  if (isDue) return
  isDue = true
  setImmediate(() => {
    isDue = false
    const { title, excerpt, format } = desk.edited() ?? {}
    const said: WriterReport = {
      text: blocks.serialize(desk.blocks()),
      fields: { title, excerpt, format },
      hasEdits: desk.hasEdits(),
      others: desk.collaborators().map(({ user }) => user.name),
      status: desk.status()?.status,
      isReady,
    }
    if (process.connected) process.send?.(said)
  })
}
