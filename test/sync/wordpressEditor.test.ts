import { Awareness } from 'y-protocols/awareness'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import type { BlockCodec, ContentBlock } from 'copydesk'
import { type Cursor, plainCodec, structuredCodec } from 'copydesk/sync'
import { lines, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

// What WordPress's own editor puts into a room and expects to find there, as it was recorded.

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(network: Network, options: DeskOptions = {}): Promise<Desk> {
  const desk = openDesk(network, options)
  desks.push(desk)
  await desk.read()
  await passes(() => expect(desk.status()?.status).not.toBe('connecting'))
  await settled(desk)
  return desk
}

/** WordPress's editor in the room of the post. */
async function openEditor(network: Network) {
  const doc = new Y.Doc()
  const awareness = new Awareness(doc)
  const signal = new AbortController().signal
  const input = { objectType: 'postType/post', objectId: '1', doc, awareness, Y, signal }
  const { destroy } = await network.transport('wordpress')(input)
  const document = doc.getMap<unknown>('document')
  const blocks = () => (document.get('blocks') as Y.Array<Y.Map<unknown>>).toArray()
  return { doc, awareness, document, blocks, state: doc.getMap('state'), leave: () => destroy() }
}

const paragraph = (content: string): ContentBlock => ({
  ...{ clientId: content, name: 'paragraph', attributes: { content }, innerBlocks: [] },
})

describe("in a room of WordPress's editor", () => {
  it('no block is taken for broken and emptied: each says that it is valid', async () => {
    const [network, site] = [new Network(), new Site()]
    const editor = await openEditor(network)
    const desk = await join(network, { site, blocks: lines() })
    desk.editBlocks([...desk.blocks(), paragraph('New')])
    await settled(desk)
    expect(editor.blocks().map((block) => block.get('isValid'))).toEqual([true, true])
  })

  it('a block of an earlier release that does not say so is mended where it is written in', async () => {
    const [network, site] = [new Network(), new Site()]
    const editor = await openEditor(network)
    const desk = await join(network, { site, blocks: lines() })
    editor.blocks()[0]?.delete('isValid')
    await settled(desk)
    desk.editBlocks([{ ...desk.blocks()[0]!, attributes: { content: 'Other' } }])
    await settled(desk)
    expect(editor.blocks()[0]?.get('isValid')).toBe(true)
  })

  it('a block that WordPress found broken stays so, with the text that it would write back', async () => {
    const [network, site] = [new Network(), new Site()]
    const editor = await openEditor(network)
    const desk = await join(network, { site, blocks: lines() })
    const broken = new Y.Map<unknown>(
      Object.entries({ name: 'paragraph', isValid: false, originalContent: '<p>Was', clientId: 'broken' }),
    )
    broken.set('attributes', new Y.Map())
    broken.set('innerBlocks', new Y.Array())
    ;(editor.document.get('blocks') as Y.Array<unknown>).push([broken])
    await settled(desk)
    const [first, second] = desk.blocks()
    desk.editBlocks([second!, { ...first!, attributes: { content: 'Other' } }])
    await settled(desk)
    const standing = editor
      .blocks()
      .filter((block) => ![...block.keys()].some((key) => key.startsWith('removed ')))
    expect(standing.map((block) => [block.get('isValid'), block.get('originalContent')])).toEqual([
      [false, '<p>Was'],
      [true, undefined],
    ])
  })

  it("attributes that only this application's codec knows stand beside WordPress's own, and are merged", async () => {
    const framed: BlockCodec = {
      ...lines(),
      parse: (text) => [
        { name: 'paragraph', attributes: { content: text, before: '<p>', after: '</p>' }, innerBlocks: [] },
      ],
    }
    const codec = structuredCodec({ isPrivate: (block, attribute) => attribute !== 'content' })
    const [network, site] = [new Network(), new Site()]
    const editor = await openEditor(network)
    const ann = await join(network, { site, codec, blocks: framed, place: 'ann' })
    const ben = await join(network, { site, codec, blocks: framed, place: 'ben' })
    const [block] = ann.blocks()
    ann.editBlocks([{ ...block!, attributes: { content: 'Other', before: '<p class="x">', after: '</p>' } }])
    await settled(ann, ben)
    const attributes = editor.blocks()[0]?.get('attributes') as Y.Map<unknown>
    expect(attributes.toJSON()).toEqual({ content: 'Other' })
    expect(ben.blocks()[0]?.attributes).toEqual({
      ...{ content: 'Other', before: '<p class="x">', after: '</p>' },
    })
  })

  it('blocks that were taken away are gone, and not empty ones', async () => {
    const [network, site] = [new Network(), new Site()]
    site.save({ content: 'One\nTwo\nThree' })
    const desk = await join(network, { site, blocks: lines() })
    desk.editBlocks(desk.blocks().slice(1))
    await settled(desk)
    const editor = await openEditor(network)
    editor.awareness.setLocalState({ collaboratorInfo: { id: 3, name: 'Wanda', avatar_urls: {} } })
    await settled(desk)
    const words = () => editor.blocks().map((block) => JSON.stringify(block.get('attributes')))
    expect(words()).toEqual(['{"content":"Two"}', '{"content":"Three"}'])
    desk.editBlocks(desk.blocks().slice(1))
    await settled(desk)
    expect(words()).toEqual(['{"content":"Three"}'])
    expect(desk.blocks()).toHaveLength(1)
  })

  it('everybody in the room says who they are in its form, without which it ends with an error', async () => {
    const network = new Network()
    const editor = await openEditor(network)
    await join(network, { user: { id: 7, name: 'Ann', avatarUrl: 'ann.png' } })
    const [state] = [...editor.awareness.getStates()].flatMap(([id, each]) =>
      id === editor.doc.clientID ? [] : [each],
    )
    expect(state?.collaboratorInfo).toEqual({
      ...{ id: 7, name: 'Ann', slug: '', browserType: 'Unknown', enteredAt: expect.any(Number) as number },
      avatar_urls: { 24: 'ann.png', 48: 'ann.png', 96: 'ann.png' },
    })
  })

  it('whoever is at it is seen', async () => {
    const network = new Network()
    const editor = await openEditor(network)
    const ann = await join(network, { place: 'ann' })
    editor.awareness.setLocalState({
      collaboratorInfo: { id: 3, name: 'Wanda', slug: 'wanda', avatar_urls: { 24: 'a', 96: 'b' } },
      editorState: { selection: { type: 'none' } },
    })
    expect(ann.collaborators()).toEqual([
      { clientId: editor.doc.clientID, user: { id: 3, name: 'Wanda', avatarUrl: 'b' } },
    ])
  })

  /** A room with one paragraph of the desk in it, and WordPress's editor. */
  async function withParagraph() {
    const [network, site] = [new Network(), new Site()]
    site.save({ content: 'Hello there' })
    const editor = await openEditor(network)
    const desk = await join(network, { site, blocks: lines() })
    const text = (editor.blocks()[0]?.get('attributes') as Y.Map<Y.Text>).get('content')!
    const at = (index: number) => ({
      relativePosition: Y.relativePositionToJSON(
        Y.createRelativePositionFromTypeIndex(text, index),
      ) as unknown,
      absoluteOffset: index,
    })
    const block = desk.blocks()[0]!.clientId!
    return { editor, desk, text, at, place: { field: 'blocks', block, attribute: 'content' } }
  }

  it('its cursors are seen, and keep their places while somebody writes before them', async () => {
    const { editor, desk, text, at, place } = await withParagraph()
    const info = { collaboratorInfo: { id: 3, name: 'Wanda', avatar_urls: {} } }
    const select = (selection: object) =>
      editor.awareness.setLocalState({ ...info, editorState: { selection } })
    const ends = { cursorStartPosition: at(2), cursorEndPosition: at(5) }
    select({ type: 'cursor', cursorPosition: at(3) })
    expect(desk.collaborators()[0]?.cursor).toEqual({ ...place, anchor: 3, head: 3 })
    select({ type: 'selection-in-one-block', ...ends, selectionDirection: 'f' })
    expect(desk.collaborators()[0]?.cursor).toEqual({ ...place, anchor: 2, head: 5 })
    text.insert(0, 'Oh! ')
    await settled(desk)
    expect(desk.collaborators()[0]?.cursor).toEqual({ ...place, anchor: 6, head: 9 })
    select({ type: 'selection-in-one-block', ...ends, selectionDirection: 'b' })
    expect(desk.collaborators()[0]?.cursor).toEqual({ ...place, anchor: 9, head: 6 })
    for (const odd of [{ type: 'none' }, { type: 'cursor' }, { type: 'cursor', cursorPosition: 7 }, {}]) {
      select(odd)
      expect(desk.collaborators()).toHaveLength(1)
      expect(desk.collaborators()[0]?.cursor).toBeUndefined()
    }
  })

  it('a cursor here is told in its form', async () => {
    const { editor, desk, at, place } = await withParagraph()
    const told = () =>
      [...editor.awareness.getStates()].find(([id]) => id !== editor.doc.clientID)?.[1].editorState as unknown
    const set = async (cursor: Cursor | undefined, selection: object) => {
      desk.sync.setCursor('postType', 'post', 1, cursor)
      await passes(() => expect(told()).toEqual({ selection }))
    }
    await set({ ...place, anchor: 3 }, { type: 'cursor', cursorPosition: at(3) })
    const ends = { cursorStartPosition: at(2), cursorEndPosition: at(5) }
    const range = { type: 'selection-in-one-block', ...ends }
    await set({ ...place, anchor: 2, head: 5 }, { ...range, selectionDirection: 'f' })
    await set({ ...place, anchor: 5, head: 2 }, { ...range, selectionDirection: 'b' })
    await set({ field: 'title', anchor: 1 }, { type: 'none' })
  })

  it('the text stands as it was saved, so that nobody there takes it for unsaved', async () => {
    const [network, site] = [new Network(), new Site()]
    const editor = await openEditor(network)
    const desk = await join(network, { site, blocks: lines() })
    editor.document.set('content', new Y.Text('One two three'))
    desk.editBlocks([paragraph('Saved')])
    await desk.save()
    await settled(desk)
    expect(String(editor.document.get('content') as Y.Text)).toBe('Saved')
  })

  it('edits of the plain codec are kept apart from the document that WordPress reads', async () => {
    const [network, site] = [new Network(), new Site()]
    const codec = { ...plainCodec, objectType: structuredCodec().objectType }
    const editor = await openEditor(network)
    const ann = await join(network, { site, codec, place: 'ann' })
    ann.edit({ title: 'Night' })
    await settled(ann)
    expect([...editor.document.keys()]).toEqual([])
    const ben = await join(network, { site, codec, place: 'ben' })
    expect(ben.field('title')).toBe('Night')
  })
})

describe('the document that WordPress keeps in the meta of a post', () => {
  const kept = (size: number) => JSON.stringify({ document: 'A'.repeat(size), updateId: size })

  it.each([
    ['structured', structuredCodec()],
    ['plain', { ...plainCodec, objectType: structuredCodec().objectType }],
  ])('is never in the document itself: %s', async (_, codec) => {
    const [network, site] = [new Network(), new Site()]
    site.save({ meta: { _crdt_document: kept(100) } })
    const editor = await openEditor(network)
    const ann = await join(network, { site, codec, place: 'ann' })
    const ben = await join(network, { site, codec, place: 'ben' })
    const size = () => JSON.stringify(editor.doc).length
    ann.edit({ meta: { mood: 'wild' } })
    await settled(ann, ben)
    for (let round = 1; round < 4; round++) {
      site.save({ meta: { _crdt_document: kept(100 + 1000 * round) } })
      ann.edit({ title: `Title ${round}` })
      await ann.save()
      await settled(ann, ben)
      await passes(() => expect(ben.hasEdits()).toBe(false))
    }
    expect(Y.encodeStateAsUpdate(editor.doc).length).toBeLessThan(2500)
    expect(JSON.stringify([editor.document, editor.doc.getMap('edits')])).not.toContain('_crdt_document')
    expect(size()).toBeLessThan(1000)
    for (const desk of [ann, ben]) expect(desk.field('meta')).toMatchObject({ mood: 'wild' })
    expect(ann.field('meta')).toHaveProperty('_crdt_document')
  })
})
