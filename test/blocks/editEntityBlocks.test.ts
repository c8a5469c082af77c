import {
  type ContentBlock,
  createEntityStore,
  createUndoLevel,
  type EditBlocksOptions,
  editEntityBlocks,
  editEntityRecord,
  receiveEntityRecords,
  redo,
  selectEntityBlocks,
  selectEntityRecordEdits,
  selectUndoHistory,
  undo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { mark, paragraph, paragraphCodec, paragraphs } from '../support/paragraphs'
import { postStore } from '../support/postStore'

const typing = { isCached: true }

/** Post 1 with a text and footnotes, in a store with a codec. */
async function setUp(text = paragraphs('One'), meta: unknown = { a: 1, b: 2 }) {
  const codec = paragraphCodec()
  const content = { raw: text, rendered: text, protected: false }
  const site = await postStore({ posts: [post(1, { content, meta })], blocks: codec })
  const { store } = site
  return {
    ...site,
    codec,
    type: (blocks: readonly ContentBlock[], options?: EditBlocksOptions) =>
      store.dispatch(editEntityBlocks('postType', 'post', 1, blocks, options)),
    blocks: () => selectEntityBlocks(store.getState(), 'postType', 'post', 1),
    undo: () => store.dispatch(undo()),
    redo: () => store.dispatch(redo()),
    levels: () => selectUndoHistory(store.getState()).levels.length,
    footnotes: () => JSON.parse(String((site.edited(1)?.meta as { footnotes: string }).footnotes)) as unknown,
  }
}

const listed = (...footnotes: readonly [id: string, content: string][]) => ({
  footnotes: JSON.stringify(footnotes.map(([id, content]) => ({ id, content }))),
})

describe('editing blocks', () => {
  it('edits the text they come to, which makes the record dirty', async () => {
    const { type, dirty, toSave } = await setUp()
    type([paragraph('Mine')])
    expect(dirty()).toEqual([1])
    expect(Object.keys(toSave(1))).toEqual(['content'])
  })

  it('writes no text for any key that is typed, and writes it once when it is saved', async () => {
    const { type, codec, save, server } = await setUp()
    for (const text of ['M', 'Mi', 'Min', 'Mine']) type([paragraph(text)], typing)
    expect(codec.written).toEqual([])
    await save(1)
    expect(codec.written).toEqual([paragraphs('Mine')])
    expect(server.waiting[0]?.data).toEqual({ content: paragraphs('Mine') })
  })

  it('is undone and redone together with the text, and leaves the record clean', async () => {
    const { type, blocks, edited, dirty, undo, redo } = await setUp()
    const before = blocks()
    const mine = [paragraph('Mine')]
    type(mine)
    undo()
    expect(blocks()).toBe(before)
    expect(edited(1)?.content).toBe(paragraphs('One'))
    expect(dirty()).toEqual([])
    redo()
    expect(blocks()).toBe(mine)
    expect(dirty()).toEqual([1])
  })

  it('is undone step by step where the text was edited as a text in between', async () => {
    const { type, blocks, edit, undo, redo } = await setUp()
    const texts = () => blocks()?.map(({ attributes }) => attributes.content)
    type([paragraph('Two')])
    edit(1, { content: paragraphs('Three') })
    const asText = blocks()
    type([paragraph('Four')])
    undo()
    expect(blocks()).toBe(asText)
    undo()
    expect(texts()).toEqual(['Two'])
    undo()
    expect(texts()).toEqual(['One'])
    for (const text of ['Two', 'Three', 'Four']) {
      redo()
      expect(texts()).toEqual([text])
    }
  })

  it('is one undo step for all that was typed up to a finished change', async () => {
    const { type, blocks, undo, levels } = await setUp()
    const before = blocks()
    const finished = [paragraph('Mi')]
    type(finished)
    const typed = [paragraph('Mine')]
    type([paragraph('Min')], typing)
    type(typed, typing)
    type(typed)
    type([paragraph('Next')])
    expect(levels()).toBe(2)
    undo()
    expect(blocks()).toBe(typed)
    undo()
    expect(blocks()).toBe(before)
  })

  it('with the blocks that are there only ends the undo step', async () => {
    const { type, blocks, dirty, edits, levels, store } = await setUp()
    const before = store.getState().edits
    type(blocks() ?? [])
    type(blocks() ?? [], typing)
    expect(store.getState().edits).toBe(before)
    expect([dirty(), edits(1), levels()]).toEqual([[], undefined, 0])
  })

  it('brings the very blocks back that were there before a save, and leaves the record clean with those that were saved', async () => {
    const { type, blocks, dirty, undo, redo, save, server } = await setUp()
    const before = blocks()
    const mine = [paragraph('Mine')]
    type(mine)
    const { promise } = await save(1)
    server.waiting[0]?.answer(post(1, { content: { raw: paragraphs('Mine'), rendered: '' } }))
    await promise
    undo()
    expect(blocks()).toBe(before)
    redo()
    expect(blocks()).toBe(mine)
    expect(dirty()).toEqual([])
  })

  it('keeps the selection, which is undone with the blocks and never saved', async () => {
    const { type, edited, undo, save, server } = await setUp()
    type([paragraph('A')], { selection: { clientId: 'A', offset: 1 } })
    type([paragraph('B')], { selection: { clientId: 'B', offset: 2 } })
    expect(edited(1)?.selection).toEqual({ clientId: 'B', offset: 2 })
    undo()
    expect(edited(1)?.selection).toEqual({ clientId: 'A', offset: 1 })
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ content: paragraphs('A') })
  })

  it('makes no undo step where that is not wanted', async () => {
    const { type, blocks, levels } = await setUp()
    const mine = [paragraph('Mine')]
    type(mine, { undoIgnore: true })
    expect(blocks()).toBe(mine)
    expect(levels()).toBe(0)
  })

  it('works on a record that is not loaded', async () => {
    const { store } = await setUp()
    const mine = [paragraph('Mine')]
    store.dispatch(editEntityBlocks('postType', 'post', 77, mine))
    expect(selectEntityBlocks(store.getState(), 'postType', 'post', 77)).toBe(mine)
  })

  it('keeps an edit that came with them apart from the text of the server', async () => {
    const { type, store, blocks, dirty } = await setUp()
    const mine = [paragraph('Mine')]
    type(mine)
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)]))
    expect(blocks()).toBe(mine)
    expect(dirty()).toEqual([1])
  })

  it('touches no other record', async () => {
    const { type, store } = await setUp()
    store.dispatch(receiveEntityRecords('postType', 'post', [post(2)]))
    const other = selectEntityBlocks(store.getState(), 'postType', 'post', 2)
    type([paragraph('Mine')])
    expect(selectEntityBlocks(store.getState(), 'postType', 'post', 2)).toBe(other)
  })
})

describe('editing blocks as a field of the record', () => {
  it('edits the text with them', async () => {
    const { edit, blocks, save, server } = await setUp()
    const mine = [paragraph('Mine')]
    edit(1, { blocks: mine, title: 'New' })
    expect(blocks()).toBe(mine)
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ title: 'New', content: paragraphs('Mine') })
  })

  it('leaves a text alone that comes with them', async () => {
    const { edit, save, server } = await setUp()
    edit(1, { blocks: [paragraph('Mine')], content: 'Given' })
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ content: 'Given' })
  })

  it('gives the text up with them', async () => {
    const { edit, dirty, blocks, edits } = await setUp()
    const before = blocks()
    edit(1, { blocks: [paragraph('Mine')] })
    edit(1, { blocks: undefined })
    expect([dirty(), edits(1)]).toEqual([[], undefined])
    expect(blocks()).toBe(before)
  })

  it('is an edit of blocks alone without a codec', async () => {
    const { edit, edited, dirty } = await postStore()
    edit(1, { blocks: [paragraph('Mine')] })
    expect(edited(1)?.content).toBe('Text 1')
    expect(dirty()).toEqual([])
  })
})

describe('footnotes', () => {
  it('follow the marks in the blocks, in one undo step with them', async () => {
    const text = paragraphs(`A${mark('a', 1)}`)
    const { type, footnotes, undo, redo, blocks, dirty } = await setUp(text, listed(['a', 'One']))
    const before = blocks()
    type([paragraph(`N${mark('n', '*')}`), ...(before ?? [])])
    expect(footnotes()).toEqual([
      { id: 'n', content: '' },
      { id: 'a', content: 'One' },
    ])
    expect(blocks()?.map(({ attributes }) => attributes.content)).toEqual([
      `N${mark('n', 1)}`,
      `A${mark('a', 2)}`,
    ])
    undo()
    expect(footnotes()).toEqual([{ id: 'a', content: 'One' }])
    expect(blocks()).toBe(before)
    expect(dirty()).toEqual([])
    redo()
    expect(footnotes()).toHaveLength(2)
  })

  it('follow while typing, too', async () => {
    const { type, footnotes } = await setUp('', { footnotes: '' })
    type([paragraph(`A${mark('a', '*')}`)], typing)
    expect(footnotes()).toEqual([{ id: 'a', content: '' }])
  })

  it('are saved with the text', async () => {
    const { type, save, server } = await setUp('', { footnotes: '' })
    type([paragraph(`A${mark('a', '*')}`)])
    await save(1)
    expect(server.waiting[0]?.data).toEqual({
      content: paragraphs(`A${mark('a', 1)}`),
      meta: listed(['a', '']),
    })
  })

  it('come back with their text when their mark is cut and pasted, also after other edits', async () => {
    const text = paragraphs(`A${mark('a', 1)}`, 'B')
    const { type, footnotes, edit, blocks } = await setUp(text, listed(['a', 'Mine']))
    const [first, second] = blocks() ?? []
    if (!first || !second) throw new Error('no blocks')
    edit(1, { meta: listed(['a', 'Typed']) })
    type([second])
    expect(footnotes()).toEqual([])
    edit(1, { title: 'Between' })
    type([second, first])
    expect(footnotes()).toEqual([{ id: 'a', content: 'Typed' }])
  })

  it('are remembered for their own post only', async () => {
    const { store, type, footnotes } = await setUp(paragraphs(mark('a', 1)), listed(['a', 'Of post 1']))
    store.dispatch(receiveEntityRecords('postType', 'post', [post(2, { meta: { footnotes: '' } })]))
    type([])
    store.dispatch(editEntityBlocks('postType', 'post', 2, [paragraph(mark('a', 1))]))
    const other = selectEntityRecordEdits(store.getState(), 'postType', 'post', 2)
    expect(footnotes()).toEqual([])
    expect(other?.meta).toEqual({ footnotes: '[{"id":"a","content":""}]' })
  })

  it('leave edits of other meta alone, before and after', async () => {
    const { type, edit, edited, undo } = await setUp('', { footnotes: '', subtitle: 'Old' })
    edit(1, { meta: { subtitle: 'New' } })
    type([paragraph(mark('a', '*'))])
    edit(1, { meta: { subtitle: 'Newer' } }, { undoIgnore: true })
    undo()
    expect(edited(1)?.meta).toEqual({ footnotes: '', subtitle: 'Newer' })
  })

  it('are none of a type whose meta has no list', async () => {
    const { type, edited } = await setUp('', { subtitle: 'Only' })
    const mine = [paragraph(`A${mark('a', 9)}`)]
    type(mine)
    expect(edited(1)).toMatchObject({ meta: { subtitle: 'Only' }, blocks: mine })
  })

  it.each([undefined, null, [], 'text'])('are none where the meta is %j', async (meta) => {
    const { type, blocks } = await setUp('', meta)
    const mine = [paragraph(`A${mark('a', 9)}`)]
    type(mine)
    expect(blocks()).toBe(mine)
  })
})

describe('editing blocks that can not be', () => {
  it('tells to pass a codec to the store', async () => {
    const { store, edits } = await postStore()
    expect(() => store.dispatch(editEntityBlocks('postType', 'post', 1, []))).toThrow(
      expect.objectContaining({
        code: 'invalid_edit',
        message: expect.stringContaining('{ blocks: { parse, serialize } } to createEntityStore'),
      }),
    )
    expect(edits(1)).toBeUndefined()
  })

  it.each([undefined, null, 'text', {}])('refuses %j for blocks', async (blocks) => {
    const { type, edits } = await setUp()
    expect(() => type(blocks as ContentBlock[])).toThrow('Pass an array')
    expect(edits(1)).toBeUndefined()
  })

  it('refuses an entity without blocks', async () => {
    const { store } = await setUp()
    expect(() => store.dispatch(editEntityBlocks('root', 'user', 1, []))).toThrow(
      'The blocks of (root, user)',
    )
  })

  it('refuses a missing id and an unknown entity, as every edit', async () => {
    const { store } = await setUp()
    expect(() => store.dispatch(editEntityBlocks('postType', 'post', undefined, []))).toThrow(
      expect.objectContaining({ code: 'missing_id' }),
    )
    expect(() => store.dispatch(editEntityBlocks('no', 'entity', 1, []))).toThrow(
      'The entity being edited (no, entity) does not have a loaded config.',
    )
  })

  it('is a failed save where the codec can not write them, and loses nothing', async () => {
    const { fetcher, log } = fakeServer(() => undefined)
    const codec = {
      ...paragraphCodec(),
      serialize: () => {
        throw new Error('Unknown block')
      },
    }
    const site = await postStore({ blocks: codec })
    const mine = [paragraph('Mine')]
    site.store.dispatch(editEntityBlocks('postType', 'post', 1, mine))
    const { promise } = await site.save(1)
    await promise
    expect(site.saveError(1)).toMatchObject({ message: 'Unknown block' })
    expect(selectEntityBlocks(site.store.getState(), 'postType', 'post', 1)).toBe(mine)
    expect(createEntityStore({ fetcher, blocks: codec, devTools: false })).toBeDefined()
    expect(log).toEqual([])
  })

  it('keeps `this` of a codec that is an instance', async () => {
    class Codec {
      readonly made = paragraphCodec()
      parse(text: string) {
        return this.made.parse(text)
      }
      serialize(blocks: readonly ContentBlock[]) {
        return this.made.serialize(blocks)
      }
    }
    const { store, save, server } = await postStore({ blocks: new Codec() })
    store.dispatch(editEntityRecord('postType', 'post', 1, { meta: { footnotes: '[]' } }))
    store.dispatch(
      editEntityBlocks('postType', 'post', 1, [paragraph(mark('a', 3)), paragraph(mark('b', 2))]),
    )
    store.dispatch(createUndoLevel())
    await save(1)
    expect(server.waiting[0]?.data).toMatchObject({ content: paragraphs(mark('a', 1), mark('b', 2)) })
  })
})
