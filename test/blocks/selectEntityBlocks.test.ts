import {
  type BlockCodec,
  type ContentBlock,
  dehydrate,
  editEntityBlocks,
  type EntityStore,
  receiveEntityRecords,
  selectEntityBlocks,
  undo,
  type RecordData,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { notPlain } from '../support/plainState'
import { paragraph, paragraphCodec, paragraphs } from '../support/paragraphs'
import { postStore, type PostStoreOptions } from '../support/postStore'

/** A post with a text of blocks, as the server gives it. */
export function textPost(id: number, content: string, fields: Record<string, unknown> = {}) {
  return post(id, { content: { raw: content, rendered: content, protected: false }, ...fields })
}

const blocksOf = (store: EntityStore, id: number) =>
  selectEntityBlocks(store.getState(), 'postType', 'post', id)
const contents = (blocks: readonly ContentBlock[] | undefined) =>
  blocks?.map(({ attributes }) => attributes.content)

/** A store with a codec and post 1 of two paragraphs. */
async function setUp({ codec: given, ...options }: PostStoreOptions & { codec?: Partial<BlockCodec> } = {}) {
  const codec = paragraphCodec()
  const site = await postStore({
    posts: [textPost(1, paragraphs('One', 'Two'))],
    ...options,
    blocks: { ...codec, ...given },
  })
  const receive = (content: string, fields?: Record<string, unknown>) =>
    site.store.dispatch(receiveEntityRecords('postType', 'post', [textPost(1, content, fields)]))
  const type = (blocks: readonly ContentBlock[], id = 1) =>
    site.store.dispatch(editEntityBlocks('postType', 'post', id, blocks))
  return { ...site, codec, receive, type, blocks: (id = 1) => blocksOf(site.store, id) }
}

describe('the blocks of a post', () => {
  it('are its text, parsed', async () => {
    const { blocks } = await setUp()
    expect(contents(blocks())).toEqual(['One', 'Two'])
  })

  it('are parsed when they are asked for, and once', async () => {
    const { blocks, codec, edit } = await setUp()
    expect(codec.parsed).toEqual([])
    const before = blocks()
    edit(1, { title: 'Other' })
    expect(blocks()).toBe(before)
    expect(codec.parsed).toHaveLength(1)
  })

  it('are of no text where the text is empty', async () => {
    const { blocks } = await setUp({ posts: [textPost(1, '')] })
    expect(blocks()).toEqual([])
  })

  it('stay the same objects when the post is read again with the same text', async () => {
    const { blocks, codec, receive } = await setUp()
    const before = blocks()
    receive(paragraphs('One', 'Two'), { slug: 'moved', modified: '2026-01-01' })
    expect(blocks()).toBe(before)
    expect(codec.parsed).toHaveLength(1)
  })

  it('follow a text that somebody else saved', async () => {
    const { blocks, receive } = await setUp()
    blocks()
    receive(paragraphs('Theirs'))
    expect(contents(blocks())).toEqual(['Theirs'])
  })

  it('follow a text that was edited as text, and its undo, which brings the same blocks back', async () => {
    const { blocks, edit, store } = await setUp()
    blocks()
    edit(1, { content: paragraphs('As text') })
    expect(contents(blocks())).toEqual(['As text'])
    store.dispatch(undo())
    expect(contents(blocks())).toEqual(['One', 'Two'])
  })

  it('follow a text that is an edit to be computed', async () => {
    const { blocks, edit } = await setUp()
    edit(1, { content: ({ title }: RecordData) => paragraphs(String(title)) })
    expect(contents(blocks())).toEqual(['Post 1'])
    edit(1, { title: 'New' })
    expect(contents(blocks())).toEqual(['New'])
  })

  it('are not shared by two posts with the same text', async () => {
    const text = paragraphs('Same')
    const { blocks } = await setUp({ posts: [textPost(1, text), textPost(2, text)] })
    expect(blocks(1)).toEqual(blocks(2)?.map((block) => ({ ...block, clientId: 'block-1' })))
    expect(blocks(1)).not.toBe(blocks(2))
    expect(blocks(1)?.[0]).not.toBe(blocks(2)?.[0])
  })

  it('are not shared by two stores with the same codec', async () => {
    const codec = paragraphCodec()
    const [one, other] = await Promise.all([
      postStore({ posts: [textPost(1, paragraphs('A'))], blocks: codec }),
      postStore({ posts: [textPost(1, paragraphs('A'))], blocks: codec }),
    ])
    expect(blocksOf(one.store, 1)?.[0]).not.toBe(blocksOf(other.store, 1)?.[0])
    expect(blocksOf(one.store, 1)).toBe(blocksOf(one.store, 1))
  })

  it('keep those that a codec without ids gives again', async () => {
    const { blocks, receive } = await setUp({
      codec: { parse: (text) => text.split('|').map((one) => ({ ...paragraph(one) })) },
      posts: [textPost(1, 'A|B')],
    })
    const [first] = blocks() ?? []
    receive('A|C')
    expect(contents(blocks())).toEqual(['A', 'C'])
    expect(blocks()?.[0]).toBe(first)
  })

  it('are parsed again when the codec says that it has become another', async () => {
    let version = 1
    const parse = (text: string) => [paragraph(`${text} ${version}`)]
    const { blocks } = await setUp({ codec: { parse, version: () => version }, posts: [textPost(1, 'x')] })
    expect(contents(blocks())).toEqual(['x 1'])
    version = 2
    expect(contents(blocks())).toEqual(['x 2'])
    expect(blocks()).toBe(blocks())
  })

  it('are undefined for a post that is not known, without an id, and for a type without blocks', async () => {
    const { store } = await setUp()
    expect(blocksOf(store, 99)).toBeUndefined()
    expect(selectEntityBlocks(store.getState(), 'postType', 'post')).toBeUndefined()
    expect(selectEntityBlocks(store.getState(), 'root', 'user', 1)).toBeUndefined()
    expect(selectEntityBlocks(store.getState(), 'no', 'entity', 1)).toBeUndefined()
  })

  it('are undefined for a post without a text', async () => {
    const { blocks } = await setUp({ posts: [post(1, { content: undefined })] })
    expect(blocks()).toBeUndefined()
  })

  it('are undefined in a store without a codec, until they are edited', async () => {
    const { store, edit } = await postStore()
    expect(blocksOf(store, 1)).toBeUndefined()
    const mine = [paragraph('Mine')]
    edit(1, { blocks: mine })
    expect(blocksOf(store, 1)).toBe(mine)
  })

  it("are those of a type of one's own, whose config names the field", async () => {
    const { store } = await setUp({
      entities: [
        { kind: 'shop', name: 'leaflet', baseURL: '/l', transientEdits: { blocks: { of: 'text' } } },
      ],
    })
    store.dispatch(receiveEntityRecords('shop', 'leaflet', [{ id: 3, text: paragraphs('Sale') }]))
    expect(contents(selectEntityBlocks(store.getState(), 'shop', 'leaflet', 3))).toEqual(['Sale'])
  })
})

describe('edited blocks', () => {
  it('are the blocks, while their text is not computed', async () => {
    const { blocks, codec, type } = await setUp()
    const mine = [paragraph('Mine')]
    type(mine)
    expect(blocks()).toBe(mine)
    expect(codec.written).toEqual([])
  })

  it('stay the same objects when they are saved as they are', async () => {
    const { blocks, type, save, server } = await setUp()
    const mine = [paragraph('Mine')]
    type(mine)
    const { promise } = await save(1)
    expect(blocks()).toBe(mine)
    expect(server.waiting[0]?.data).toEqual({ content: paragraphs('Mine') })
    server.waiting[0]?.answer(textPost(1, paragraphs('Mine'), { modified: 'now' }))
    await promise
    expect(blocks()).toBe(mine)
  })

  it('give way to the text that the server made of theirs', async () => {
    const { blocks, type, save, server } = await setUp()
    type([paragraph('Mine <script>')])
    const { promise } = await save(1)
    server.waiting[0]?.answer(textPost(1, paragraphs('Mine')))
    await promise
    expect(contents(blocks())).toEqual(['Mine'])
  })

  it('that are typed while a save is under way stay', async () => {
    const { blocks, dirty, type, save, server } = await setUp()
    type([paragraph('Sent')])
    const { promise } = await save(1)
    const later = [paragraph('Sent'), paragraph('Later')]
    type(later)
    server.waiting[0]?.answer(textPost(1, paragraphs('Cleaned')))
    await promise
    expect(blocks()).toBe(later)
    expect(dirty()).toEqual([1])
  })

  it('stay when the save fails', async () => {
    const { blocks, dirty, type, save, server } = await setUp()
    const mine = [paragraph('Mine')]
    type(mine)
    const { promise } = await save(1)
    server.waiting[0]?.fail(new Error('No.'))
    await promise
    expect(blocks()).toBe(mine)
    expect(dirty()).toEqual([1])
  })

  it('give way to a text that is edited as text, and come back with its undo', async () => {
    const { blocks, edit, store, type } = await setUp()
    const mine = [paragraph('Mine')]
    type(mine)
    edit(1, { content: paragraphs('As text') })
    expect(contents(blocks())).toEqual(['As text'])
    store.dispatch(undo())
    expect(blocks()).toBe(mine)
  })

  it('are written once to be compared with a text, however often they are asked for', async () => {
    const { blocks, codec, edit, type, receive, save, server } = await setUp()
    type([paragraph('Mine')])
    const { promise } = await save(1)
    server.waiting[0]?.answer(textPost(1, paragraphs('Mine')))
    await promise
    receive(paragraphs('Theirs'))
    blocks()
    const written = codec.written.length
    for (const title of ['a', 'b', 'c']) {
      edit(1, { title })
      blocks()
    }
    expect(codec.written).toHaveLength(written)
  })

  it('are their text in a state that is carried over, and blocks again from there', async () => {
    const { store, type } = await setUp()
    type([paragraph('Mine')])
    const carried = dehydrate(store.getState())
    const next = await postStore({ posts: [], blocks: paragraphCodec(), preloadedState: carried })
    expect(contents(blocksOf(next.store, 1))).toEqual(['Mine'])
  })

  it('leave the state plain JSON', async () => {
    const { store, type, blocks } = await setUp()
    blocks()
    type([paragraph('Mine')])
    expect(notPlain(store.getState())).toEqual([])
  })
})

describe('a codec that can not parse a text', () => {
  const broken = textPost(7, '<!-- broken')

  it('is an error that names the record and keeps its cause', async () => {
    const { blocks } = await setUp({ posts: [broken] })
    expect(() => blocks(7)).toThrow(
      expect.objectContaining({
        code: 'invalid_record',
        message: "The content of (postType, post) 7 can't be read as blocks: Unexpected end of a comment",
        cause: expect.any(Error),
      }),
    )
  })

  it('loses nothing: the text stays, blocks do not overwrite it, and it can be mended as text', async () => {
    const { blocks, edit, edited, type } = await setUp({ posts: [broken] })
    expect(() => type([paragraph('Mine')], 7)).toThrow('Unexpected end of a comment')
    expect(edited(7)?.content).toBe('<!-- broken')
    edit(7, { content: paragraphs('Mended') })
    expect(contents(blocks(7))).toEqual(['Mended'])
  })

  it.each([undefined, null, 5, {}, Promise.resolve([])])(
    'gives %s, which is an error too',
    async (answer) => {
      const parse = () => answer as ContentBlock[]
      const { blocks } = await setUp({ codec: { parse } })
      expect(() => blocks()).toThrow("The content of (postType, post) 1 can't be read as blocks")
    },
  )
})
