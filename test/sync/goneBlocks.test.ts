import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BlockCodec, ContentBlock } from 'copydesk'
import { lines, newDevice, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

/** Ann, Ben and Cleo at one post, of whom all but Ann are cut off until they meet. */
async function cutOff(content = 'One\nTwo\nThree', codec: () => BlockCodec = lines) {
  const [network, site] = [new Network(), new Site()]
  site.save({ content })
  const open = async (place: string, options: DeskOptions = {}) => {
    const desk = openDesk(network, { site, place, blocks: codec(), ...options })
    desks.push(desk)
    await desk.read()
    await passes(() => expect(desk.status()?.status).toMatch(/^(dis)?connected$/))
    await settled(desk)
    return desk
  }
  const device = newDevice()
  const [ann, ben, cleo] = [await open('ann'), await open('ben', { device }), await open('cleo')]
  for (const place of ['ben', 'cleo']) network.setOnline(place, false)
  const meet = async (...places: string[]) => {
    for (const place of places.length > 0 ? places : ['ben', 'cleo']) {
      await settled(...desks)
      network.setOnline(place, true)
    }
    await settled(...desks)
  }
  return { network, site, device, open, ann, ben, cleo, meet }
}

function said(desk: Desk): unknown[] {
  return desk.blocks().map(({ attributes }) => attributes.content)
}

function write(desk: Desk, at: number, content: string): void {
  desk.editBlocks(
    desk
      .blocks()
      .map((block, i) => (i === at ? { ...block, attributes: { ...block.attributes, content } } : block)),
  )
}

function takeAway(desk: Desk, at: number): void {
  desk.editBlocks(desk.blocks().filter((block, i) => i !== at))
}

function expectAll(...expected: unknown[]): void {
  for (const desk of desks) expect(said(desk)).toEqual(expected)
  for (const desk of desks) {
    const ids = desk.blocks().map(({ clientId }) => clientId)
    expect(new Set(ids).size).toBe(ids.length)
  }
}

describe('A paragraph that a colleague takes away', () => {
  it('stands again where it was, with what somebody cut off has written in it', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    takeAway(ann, 1)
    await meet()
    expectAll('One', ' and a half', 'Three')
  })

  it('stands again with what was not on its way yet when that was heard', async () => {
    const { network, ann, ben } = await cutOff()
    takeAway(ann, 1)
    await settled(ann)
    write(ben, 1, 'Two and')
    await settled(ben)
    write(ben, 1, 'Two and a half')
    network.setOnline('ben', true)
    network.setOnline('cleo', true)
    await settled(...desks)
    expectAll('One', ' and a half', 'Three')
  })

  it('stands again without the words it had, where those of another were heard before it was sent that it is gone', async () => {
    const { network, ann, ben } = await cutOff()
    network.isInstant = false
    for (const place of ['ben', 'cleo']) network.setOnline(place, true)
    write(ben, 1, 'Two and a half')
    await settled(ben)
    takeAway(ann, 1)
    for (let round = 0; round < 2; round++) {
      network.settle()
      await settled(ann)
    }
    await settled(...desks)
    expectAll('One', ' and a half', 'Three')
  })

  it('stays away where nobody has written in it', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 0, 'One and a half')
    await settled(ben)
    write(ben, 1, 'Two and a half')
    await settled(ben)
    write(ben, 1, 'Two')
    takeAway(ann, 1)
    await meet()
    expectAll('One and a half', 'Three')
  })

  it('stays away where somebody has taken words from it', async () => {
    const { ann, ben, meet } = await cutOff('One\nTwo and a half\nThree')
    write(ben, 1, 'Two')
    takeAway(ann, 1)
    await meet()
    expectAll('One', 'Three')
  })

  it('stays away where two have taken it away', async () => {
    const { ann, ben, meet } = await cutOff()
    takeAway(ann, 1)
    takeAway(ben, 1)
    await meet()
    expectAll('One', 'Three')
  })

  it('stands again where it was inserted, and that was undone', async () => {
    const { network, ann, ben, meet } = await cutOff()
    network.setOnline('ben', true)
    const block = { clientId: 'new', name: 'paragraph', attributes: { content: 'New' }, innerBlocks: [] }
    ann.editBlocks([...ann.blocks(), block])
    await settled(ann, ben)
    network.setOnline('ben', false)
    write(ben, 3, 'New words')
    await settled(ben)
    ann.undo()
    await meet()
    expectAll('One', 'Two', 'Three', ' words')
  })

  it('stands again where it was before it was moved', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    const [one, two, three] = ann.blocks() as [ContentBlock, ContentBlock, ContentBlock]
    ann.editBlocks([one, three, two])
    await settled(ann)
    takeAway(ann, 2)
    await meet()
    expectAll('One', ' and a half', 'Three')
  })

  it('has an id of its own beside the one that was moved from its place', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 0, 'One and a half')
    await settled(ben)
    const [one, two, three] = ann.blocks() as [ContentBlock, ContentBlock, ContentBlock]
    ann.editBlocks([two, three, one])
    await meet()
    expectAll(' and a half', 'Two', 'Three', 'One')
  })

  it('holds no cursor', async () => {
    const { ann, ben, meet } = await cutOff()
    await meet()
    const block = ben.blocks()[1]?.clientId as string
    const cursor = { field: 'blocks', block, attribute: 'content', anchor: 1, head: 2 }
    ben.sync.setCursor('postType', 'post', 1, cursor)
    const cursorOfBen = () => ann.collaborators().find((one) => one.cursor)?.cursor
    expect(cursorOfBen()).toMatchObject({ anchor: 1, head: 2 })
    takeAway(ann, 1)
    await settled(...desks)
    expect(cursorOfBen()).toBeUndefined()
  })

  it('stands again once where two have written in it, and one of them hears of the other first', async () => {
    const { ann, ben, cleo, meet } = await cutOff()
    write(ben, 1, 'Two by Ben')
    write(cleo, 1, 'Cleo: Two')
    await settled(ben, cleo)
    takeAway(ann, 1)
    await meet('cleo', 'ben')
    expectAll('One', 'Cleo:  by Ben', 'Three')
  })

  it('stands again once where two who had not sent what they wrote in it hear of that', async () => {
    const { network, ann, ben, cleo } = await cutOff()
    takeAway(ann, 1)
    await settled(ann)
    network.isInstant = false
    for (const place of ['ben', 'cleo']) network.setOnline(place, true)
    write(ben, 1, 'Two by Ben')
    write(cleo, 1, 'Cleo: Two')
    for (let round = 0; round < 3; round++) {
      network.settle()
      await settled(...desks)
    }
    expect(said(ann)).toHaveLength(3)
    expect(['Cleo:  by Ben', ' by BenCleo: ']).toContain(said(ann)[1])
    expectAll('One', said(ann)[1], 'Three')
  })

  it('stands again though it was saved without it', async () => {
    const { site, ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    takeAway(ann, 1)
    await ann.save()
    await settled(ann)
    await meet()
    await passes(() => expectAll('One', ' and a half', 'Three'))
    expect([ann, ben].map((desk) => desk.hasEdits())).toEqual([true, true])
    await ben.save()
    expect(site.post.content).toMatchObject({ raw: 'One\n and a half\nThree' })
  })

  it('stands again though whoever wrote in it started again before that was heard', async () => {
    const { device, open, ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    await ben.sync.close()
    desks.splice(desks.indexOf(ben), 1)
    takeAway(ann, 1)
    await settled(ann)
    await open('ben', { device })
    await meet()
    expectAll('One', ' and a half', 'Three')
  })

  it('is put back by undo, and so are the words of both', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    takeAway(ann, 1)
    await settled(ann)
    ann.undo()
    await meet()
    expect(['Two and a half', ' and a half Two']).toContain(said(ann)[1])
    expectAll('One', said(ann)[1], 'Three')
  })

  it('is put back by undo with the words of another that had come by then', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    takeAway(ann, 1)
    await meet()
    ann.undo()
    await settled(...desks)
    expectAll('One', 'Two and a half', 'Three')
  })

  it('keeps the id that it has in a store where it stood all along', async () => {
    const { ann, ben, meet } = await cutOff()
    const id = ben.blocks()[1]?.clientId
    write(ben, 1, 'Two and a half')
    takeAway(ann, 1)
    await meet()
    expect(ben.blocks()[1]?.clientId).toBe(id)
  })

  it('stands, once it is shown again, when somebody takes all words from it', async () => {
    const { ann, ben, meet } = await cutOff()
    write(ben, 1, 'Two and a half')
    await settled(ben)
    takeAway(ann, 1)
    await meet()
    write(ben, 1, '')
    await settled(...desks)
    expectAll('One', '', 'Three')
  })
})

describe('A block that a colleague takes away', () => {
  const image = { clientId: 'image', name: 'image', attributes: { url: '/a.jpg', alt: '' }, innerBlocks: [] }
  const paragraph = (clientId: string): ContentBlock => ({
    ...{ clientId, name: 'paragraph', attributes: { content: clientId }, innerBlocks: [] },
  })
  const nested = (): BlockCodec => ({
    parse: (content) => JSON.parse(content) as readonly ContentBlock[],
    serialize: (blocks) => JSON.stringify(blocks),
  })

  it('stands again with the blocks inside it that somebody has written in, and no others', async () => {
    const column = { ...paragraph('column'), attributes: {}, innerBlocks: ['One', 'Two'].map(paragraph) }
    const { ann, ben, meet } = await cutOff(JSON.stringify([paragraph('Before'), column]), nested)
    const added = { ...paragraph('Three'), attributes: { content: 'Three' } }
    const [before, shown] = ben.blocks() as [ContentBlock, ContentBlock]
    const [one, two] = shown.innerBlocks as [ContentBlock, ContentBlock]
    const written = { ...two, attributes: { content: 'Two and a half' } }
    ben.editBlocks([before, { ...shown, innerBlocks: [one, written, added] }])
    await settled(ben)
    takeAway(ann, 1)
    await meet()
    for (const desk of desks) {
      expect(desk.blocks()).toMatchObject([
        { name: 'paragraph', attributes: { content: 'Before' } },
        { innerBlocks: [{ attributes: { content: ' and a half' } }, { attributes: { content: 'Three' } }] },
      ])
    }
  })

  it('stands again with a block that somebody has put inside it, where that was not on its way yet', async () => {
    const column = { ...paragraph('column'), attributes: {}, innerBlocks: [paragraph('One')] }
    const { network, ann, ben } = await cutOff(JSON.stringify([column]), nested)
    takeAway(ann, 0)
    await settled(ann)
    ben.editBlocks([{ ...column, innerBlocks: [paragraph('One'), paragraph('Two')] }])
    for (const place of ['ben', 'cleo']) network.setOnline(place, true)
    await settled(...desks)
    for (const desk of desks)
      expect(desk.blocks()).toMatchObject([{ innerBlocks: [{ attributes: { content: 'Two' } }] }])
  })

  it('stands again with a value that somebody has changed', async () => {
    const { ann, ben, meet } = await cutOff(JSON.stringify([image, paragraph('After')]), nested)
    const [shown, after] = ben.blocks() as [ContentBlock, ContentBlock]
    ben.editBlocks([{ ...shown, attributes: { url: '/a.jpg', alt: 'The harbour' } }, after])
    await settled(ben)
    takeAway(ann, 0)
    await meet()
    for (const desk of desks) {
      expect(desk.blocks()).toMatchObject([
        { name: 'image', attributes: { url: '/a.jpg', alt: 'The harbour' } },
        { attributes: { content: 'After' } },
      ])
    }
  })

  it('stays away where one of two who took it away had changed a value of it', async () => {
    const { ann, ben, meet } = await cutOff(JSON.stringify([image, paragraph('After')]), nested)
    const [shown, after] = ben.blocks() as [ContentBlock, ContentBlock]
    ben.editBlocks([{ ...shown, attributes: { url: '/a.jpg', alt: 'The harbour' } }, after])
    await settled(ben)
    takeAway(ben, 0)
    takeAway(ann, 0)
    await meet()
    expectAll('After')
  })

  it('does not make the document grow for ever', async () => {
    const { network, ann } = await cutOff()
    const { doc, Y } = network.members[0]!
    const pass = async (count: number, kind: string) => {
      const before = ann.blocks()
      const added = Array.from({ length: count }, (none, i) => paragraph(`${kind} ${i}`))
      ann.editBlocks([...before, ...added])
      await settled(ann)
      ann.editBlocks(before)
      await settled(ann)
      return Y.encodeStateAsUpdate(doc).length
    }
    const empty = await pass(0, 'none')
    const kept = (await pass(200, 'kept')) - empty
    const more = (await pass(200, 'more')) - empty - kept
    expect(more).toBeLessThan(kept / 5)
    expect(said(ann)).toEqual(['One', 'Two', 'Three'])
  })
})
