// One colleague as a process of its own: a document, a transport, and a file that keeps the document. Told what to do
// by messages, it reports after each change.
import type { TransportStatus } from 'copydesk/sync'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { PeerOrder, PeerReport, PeerSettings } from './peers'
import { transportOf } from './transportOf'

const settings = JSON.parse(process.argv[2] ?? '') as PeerSettings
const { name, file } = settings
const doc = new Y.Doc()
if (existsSync(file)) Y.applyUpdate(doc, readFileSync(file))
const text = doc.getText('content')
const fields = doc.getMap('document')
const awareness = new Awareness(doc)
awareness.setLocalState({ name })
let status: TransportStatus = { status: 'connecting' }
let isReady = false

doc.on('update', () => {
  writeFileSync(file, Y.encodeStateAsUpdate(doc))
  report()
})
awareness.on('change', report)
process.on('message', (order: PeerOrder) => {
  if (order.do === 'type') text.insert(order.at === 'end' ? text.length : 0, order.text)
  if (order.do === 'set') fields.set(order.field, order.value)
})
process.once('disconnect', () => process.exit(0))

const connection = await transportOf(settings)({
  ...{ objectType: 'postType/post', objectId: '12', doc, awareness, Y },
  signal: new AbortController().signal,
})
connection.on('status', (now) => {
  status = now
  report()
})
await connection.ready
isReady = true
report()

function report(): void {
  const others = [...awareness.getStates()].flatMap(([id, state]) =>
    id === doc.clientID ? [] : [String(state.name)],
  )
  const said: PeerReport = {
    ...{ text: text.toString(), fields: fields.toJSON(), others: others.sort(), status, isReady },
  }
  if (process.connected) process.send?.(said)
}
