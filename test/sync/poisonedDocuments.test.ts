import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { lines, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(network: Network, options: DeskOptions = {}): Promise<Desk> {
  const desk = openDesk(network, { blocks: lines(), ...options })
  desks.push(desk)
  await desk.read()
  await passes(() => expect(desk.status()?.status).not.toBe('connecting'))
  await settled(desk)
  return desk
}

type Blocks = Y.Array<unknown>

function block(name: unknown, inner: unknown = new Y.Array()): Y.Map<unknown> {
  return new Y.Map(Object.entries({ name, attributes: new Y.Map(), innerBlocks: inner }))
}

/** Blocks in one another, as deep as no page has them. */
function nest(list: Blocks, depth: number): void {
  let inner = list
  for (let level = 0; level < depth; level++) {
    inner.push([block('paragraph')])
    inner = (inner.get(inner.length - 1) as Y.Map<unknown>).get('innerBlocks') as Blocks
  }
}

/**
 * Does something after which those who share a field bring it together one after the other, as each waits for those who
 * come before.
 */
async function inTurn(all: readonly Desk[], work: () => unknown): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    work()
    for (let second = 0; second < 12; second++) {
      await settled(...all)
      await vi.advanceTimersByTimeAsync(1000)
    }
  } finally {
    vi.useRealTimers()
  }
}

const poisons: [label: string, poison: (document: Y.Map<unknown>, doc: Y.Doc) => void][] = [
  ['blocks nested 4,000 deep', (document) => nest(document.get('blocks') as Blocks, 4000)],
  [
    'a block whose name is no text',
    (document) => (document.get('blocks') as Blocks).push([block({ toString: 1 })]),
  ],
  [
    'a block that is none',
    (document) => (document.get('blocks') as Blocks).push([7, null, 'x', { name: 'x' }]),
  ],
  [
    'blocks whose insides are none',
    (document) => (document.get('blocks') as Blocks).push([block('x', 7), block('y', new Y.Map())]),
  ],
  ['a title that is a list', (document) => document.set('title', new Y.Array())],
  ['an excerpt that is an object', (document) => document.set('excerpt', { toString: 1 })],
  ['meta that is a text', (document) => document.set('meta', 'mine')],
  ['a number that is a map', (document) => document.set('format', new Y.Map())],
  ['blocks that are a text', (document) => document.set('blocks', new Y.Text('mine'))],
  ['notes that are none', (_, doc) => doc.getMap('acknowledgements').set('title 7', 'x')],
]

describe('a document with', () => {
  it.each(poisons)('%s is shared all the same, by who is there and who comes later', async (_, poison) => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, { site, place: 'ann' })
    const ben = await join(network, { site, place: 'ben' })
    const { doc } = network.members[1]!
    await inTurn([ann, ben], () => doc.transact(() => poison(doc.getMap('document'), doc)))
    await inTurn([ann, ben], () => {
      ben.edit({ meta: { place: 'pier' } })
      ann.edit({ title: 'Night' })
    })
    const cleo = await join(network, { site, place: 'cleo' })
    for (const desk of [ann, ben, cleo]) {
      expect(desk.status()).toEqual({ status: 'connected' })
      expect(desk.field('title')).toBe('Night')
      expect(desk.field('excerpt')).toBe('')
      expect(desk.field('format')).toBe('standard')
      expect(desk.blocks()[0]).toMatchObject({ name: 'paragraph', attributes: { content: 'One two three' } })
    }
  })

  it('a version that nobody knows is begun anew by one of those who are shut out, for all', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, { site, place: 'ann' })
    network.members[0]!.doc.getMap('state').set('version', 2)
    const ben = await join(network, { site, place: 'ben' })
    const cleo = await join(network, { site, place: 'cleo' })
    ben.edit({ excerpt: 'By the sea' })
    for (const desk of [ben, cleo]) expect(desk.status()).toMatchObject({ code: 'protocol-mismatch' })
    await inTurn([ann, ben, cleo], () => ben.sync.reset('postType', 'post', 1))
    await inTurn([ann, ben, cleo], () => ann.edit({ title: 'Night' }))
    for (const desk of [ann, ben, cleo]) {
      expect(desk.status()).toEqual({ status: 'connected' })
      expect(desk.edited()).toMatchObject({ title: 'Night', excerpt: 'By the sea', content: 'One two three' })
      expect(desk.blocks()).toHaveLength(1)
    }
  })

  it('is joined once by who begins it anew: what was typed meanwhile stands there once', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, { site, place: 'ann' })
    network.members[0]!.doc.getMap('state').set('version', 2)
    const ben = await join(network, { site, place: 'ben' })
    ben.edit({ title: 'Harbour lights at night' })
    expect(ben.status()).toMatchObject({ code: 'protocol-mismatch' })
    await inTurn([ann, ben], () => ben.sync.reset('postType', 'post', 1))
    expect(ann.field('title')).toBe('Harbour lights at night')
    await inTurn([ann, ben], () => ann.edit({ title: 'Harbour lights at night and day' }))
    for (const desk of [ann, ben]) expect(desk.field('title')).toBe('Harbour lights at night and day')
  })

  it('what nobody can read is begun anew with what the server has', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, { site, place: 'ann' })
    const { doc } = network.members[0]!
    doc.transact(() => {
      ;(doc.getMap('document').get('blocks') as Blocks).push(Array.from({ length: 1000 }, (_, at) => at))
      doc.getMap('state').set('junk', 'x'.repeat(1000))
    })
    await settled(ann)
    ann.sync.reset('postType', 'post', 1)
    await settled(ann)
    expect((doc.getMap('document').get('blocks') as Blocks).toArray()).toHaveLength(1)
    expect([...doc.getMap('state').keys()].sort()).toEqual(['base', 'version'])
    expect(ann.hasEdits()).toBe(false)
  })
})
