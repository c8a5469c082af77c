import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { plainCodec, structuredCodec, type RecordCodec } from 'copydesk/sync'
import { lines, newDevice, openDesk, Site, type Desk } from './desk'
import { Network } from './network'

const replicas = 5

type Step =
  | { readonly type: 'write' | 'cut' | 'value' | 'meta'; readonly at: number; readonly where: number }
  | { readonly type: 'deliver'; readonly which: number; readonly isTwice: boolean }
  | { readonly type: 'leave' | 'return' | 'restart' | 'save'; readonly at: number }

const at = fc.nat(replicas - 1)
const where = fc.nat(1000)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom('write', 'cut', 'value', 'meta'),
      at,
      where,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('deliver'), which: fc.nat(50), isTwice: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('leave', 'return'), at }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart'), at }) },
)
/** What happens until all are together again and hold the same. */
const stretch = fc.array(step, { maxLength: 16 })
const stretches = 36

beforeAll(async () => {
  await Promise.all([import('../../src/sync/syncedRecord'), import('yjs'), import('y-protocols/awareness')])
})

/** Five people at one post, on a network that loses nothing for good but delivers as it likes. */
async function run(
  codec: RecordCodec,
  hasBlocks: boolean,
  story: readonly (readonly Step[])[],
): Promise<void> {
  const network = new Network()
  const site = new Site()
  if (hasBlocks) site.save({ content: 'One two\nThree four' })
  const devices = Array.from({ length: replicas }, newDevice)
  const open = async (place: number): Promise<Desk> => {
    const desk = openDesk(network, {
      ...{ site, codec, place: `${place}`, device: devices[place]!, user: { name: `${place}` } },
      ...(hasBlocks && { blocks: lines() }),
    })
    await desk.read()
    await rested()
    return desk
  }
  const desks = await Promise.all(devices.map((device, place) => open(place)))
  network.isInstant = false
  const written = new Set<string>()
  let hasSaved = false
  let count = 0

  const write = (desk: Desk, where: number) => {
    // Signs that stand nowhere else, so that none can be taken for another.
    const word = String.fromCharCode(0x4e00 + count++, 0x4e00 + count++)
    written.add(word)
    if (!hasBlocks) {
      const text = String(desk.field('content'))
      const place = where % (text.length + 1)
      desk.edit({ content: text.slice(0, place) + word + text.slice(place) }, { isCached: where % 2 === 0 })
      return
    }
    const blocks = [...desk.blocks()]
    const which = where % (blocks.length + 1)
    const block = blocks[which]
    if (block) {
      const text = String(block.attributes.content)
      const place = where % (text.length + 1)
      blocks[which] = { ...block, attributes: { content: text.slice(0, place) + word + text.slice(place) } }
    } else {
      blocks.push({ clientId: word, name: 'paragraph', attributes: { content: word }, innerBlocks: [] })
    }
    desk.editBlocks(blocks)
  }

  for (const steps of story) {
    network.isInstant = false
    hasSaved = false
    for (const step of steps) await take(step)
    await together()
  }
  await Promise.all(desks.map(({ sync }) => sync.close()))

  async function take(step: Step): Promise<void> {
    if (step.type === 'deliver') {
      network.deliver(step.which, step.isTwice)
      return
    }
    const desk = desks[step.at]!
    if (step.type === 'leave' || step.type === 'return') {
      network.setOnline(`${step.at}`, step.type === 'return')
    } else if (step.type === 'restart') {
      await desk.sync.close()
      desks[step.at] = await open(step.at)
    } else if (step.type === 'save') {
      hasSaved = true
      await desk.save()
      desk.sync.flush()
    } else if (step.type === 'value') desk.edit({ status: `status ${step.where}` })
    else if (step.type === 'meta')
      desk.edit({ meta: { [step.where % 2 ? 'mood' : 'place']: `${step.where}` } })
    else if (step.type === 'write' && codec.isSeeded) write(desk, step.where)
    else if (step.type === 'cut' && codec.isSeeded && !hasBlocks) {
      const text = String(desk.field('content'))
      const seen = [...written].filter((word) => text.includes(word))
      const word = seen[step.where % Math.max(1, seen.length)]
      if (word === undefined) return
      written.delete(word)
      desk.edit({ content: text.replace(word, '') })
    }
    if (step.type !== 'restart' && step.at % 2 === 0) desk.sync.flush()
  }

  async function together(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const { sync } of desks) sync.flush()
      network.settle()
      if (hasSaved) await rested()
    }
    for (const { sync } of desks) sync.flush()
    const shown = desks.map((desk) => ({
      title: desk.field('title'),
      status: desk.field('status'),
      meta: desk.field('meta'),
      text: hasBlocks
        ? desk
            .blocks()
            .map(({ attributes }) => attributes.content)
            .join('\n')
        : desk.field('content'),
    }))
    const [first] = shown
    for (const one of shown) expect(one).toEqual(first)
    const signs = [...String(first?.text)].filter((sign) => sign >= '\u4e00')
    expect(signs.sort()).toEqual([...written].flatMap((word) => [...word]).sort())
  }
}

async function rested(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve))
}

describe('five replicas, cut off and brought back, hearing late, twice and out of order, and started again', () => {
  const cases: [string, RecordCodec, boolean, number][] = [
    ['values', plainCodec, false, 5],
    ['texts and meta', structuredCodec(), false, 5],
    ['blocks', structuredCodec(), true, 5],
  ]
  it.each(cases)(
    'end with the same, and with all that was written: %s',
    async (what, codec, hasBlocks, numRuns) => {
      await fc.assert(
        fc.asyncProperty(fc.array(stretch, { minLength: stretches, maxLength: stretches }), (story) =>
          run(codec, hasBlocks, story),
        ),
        // The same stories on every machine.
        { numRuns, seed: 20261121 },
      )
    },
    60_000,
  )
})
