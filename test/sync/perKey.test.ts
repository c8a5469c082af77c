import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { structuredCodec } from 'copydesk/sync'
import { lines, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

const desks: Desk[] = []
const keys = 'Harbour lights'

beforeAll(loadCollaboration)
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

/** What is asked of shared types from now on. */
function askedOfShared(): () => number {
  const lists = vi.spyOn(Y.Array.prototype, 'toArray')
  const others = [
    ...(['get', 'has', 'keys', 'entries'] as const).map((name) => vi.spyOn(Y.Map.prototype, name)),
    vi.spyOn(Y.Array.prototype, 'get'),
    vi.spyOn(Y.Text.prototype, 'toJSON'),
  ]
  const listed = () => lists.mock.results.map(({ value }) => (value as unknown[]).length)
  const asked = () => [...others.map(({ mock }) => mock.calls.length), ...listed()]
  return () => asked().reduce((sum, each) => sum + each, 0)
}

/** A codec that notes which fields are looked at in a document. */
function lookingCodec() {
  const looked: string[] = []
  const codec: DeskOptions['codec'] = {
    ...structuredCodec(),
    open: (...given) => {
      const opened = structuredCodec().open(...given)
      const read = (field: string) => (looked.push(field), opened.read(field))
      return { ...opened, read }
    },
  }
  return { looked, codec }
}

/** One who types, and three others; nothing arrives until it is delivered. */
async function four(options: DeskOptions = {}) {
  const network = new Network()
  const { site = new Site() } = options
  for (const place of ['ann', 'ben', 'cleo', 'dan']) {
    const desk = openDesk(network, { ...options, site, place, ...(options.blocks && { blocks: lines() }) })
    desks.push(desk)
    await desk.read()
    await passes(() => expect(desk.status()?.status).toBe('connected'))
  }
  await settled(...desks)
  network.isInstant = false
  const woken = desks.map(() => 0)
  desks.forEach(({ store }, at) => store.subscribe(() => woken[at]!++))
  return { network, ann: desks[0]!, woken }
}

it('typing with three others wakes the listeners of the one who types once a key, as alone', async () => {
  const { ann, woken } = await four()
  for (let end = 1; end <= keys.length; end++) {
    ann.edit({ content: keys.slice(0, end) }, { isCached: true })
    ann.sync.flush()
  }
  expect(woken).toEqual([keys.length, 0, 0, 0])
})

it('what is typed within one moment goes to each of the others as one update, and wakes them once', async () => {
  const { network, ann, woken } = await four()
  for (let end = 1; end <= keys.length; end++) ann.edit({ content: keys.slice(0, end) }, { isCached: true })
  expect(network.sent).toHaveLength(0)
  ann.sync.flush()
  expect(network.sent).toHaveLength(3)
  while (network.sent.length > 0) network.deliver(0, false)
  for (const { sync } of desks) sync.flush()
  expect(network.sent).toHaveLength(0)
  expect(desks.map((desk) => desk.field('content'))).toEqual(Array(4).fill(keys))
  expect(woken).toEqual([keys.length, 1, 1, 1])
})

it('a key costs a look at the field it is typed into, at no other, and nobody puts the text together anew', async () => {
  const { looked, codec } = lookingCodec()
  const { network, ann } = await four({ codec })
  ann.edit({ content: 'H' })
  ann.sync.flush()
  looked.length = 0
  const texts = vi.spyOn(Y.Text.prototype, 'toJSON')
  for (let end = 2; end <= keys.length; end++) {
    ann.edit({ content: keys.slice(0, end) }, { isCached: true })
    ann.sync.flush()
  }
  expect(looked).toEqual(Array(keys.length - 1).fill('content'))
  expect(texts).not.toHaveBeenCalled()
  while (network.sent.length > 0) network.deliver(0, false)
  looked.length = 0
  for (const { sync } of desks) sync.flush()
  expect(looked).toEqual(Array(3).fill('content'))
  expect(texts).toHaveBeenCalledTimes(3)
  expect(desks.map((desk) => desk.field('content'))).toEqual(Array(4).fill(keys))
})

it('a key in one of fifty blocks looks at as much as in one of five, here and where it is heard', async () => {
  const counts: number[] = []
  for (const length of [5, 50]) {
    const site = new Site()
    site.save({ content: Array.from({ length }, (none, at) => `${at} line`).join('\n') })
    const { network, ann } = await four({ site, blocks: lines() })
    const type = (typed: string) => {
      ann.editBlocks(
        ann.blocks().map((block, at) => (at === 3 ? { ...block, attributes: { content: typed } } : block)),
      )
      ann.sync.flush()
      while (network.sent.length > 0) network.deliver(0, false)
      for (const { sync } of desks) sync.flush()
    }
    type('H')
    const asked = askedOfShared()
    type('Ha')
    counts.push(asked())
    for (const desk of desks) expect(desk.blocks()[3]?.attributes.content).toBe('Ha')
    vi.restoreAllMocks()
    await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
  }
  expect(counts[1]).toBe(counts[0])
})
