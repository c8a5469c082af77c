import { receiveEntityRecords, redo, selectUndoHistory, undo } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { postStore } from '../support/postStore'

/** A rich text as the block editor has it: what it says is its own. */
class RichText {
  readonly #html: string
  constructor(html: string) {
    this.#html = html
  }
  toHTMLString(): string {
    return this.#html
  }
}

const paragraph = (content: unknown) => ({
  clientId: 'a',
  name: 'core/paragraph',
  attributes: { content },
  innerBlocks: [],
})

describe('blocks and other values that are never saved', () => {
  it('come out as they went in, alone and in the edited record, though they say the same as the ones before', async () => {
    const { edit, edited, edits } = await postStore()
    const [first, second] = [[paragraph('x')], [paragraph('x')]]
    for (const blocks of [first, second]) {
      edit(1, { blocks, selection: blocks[0] })
      expect(edits(1)?.blocks).toBe(blocks)
      expect(edited(1)?.blocks).toBe(blocks)
      expect(edited(1)?.selection).toBe(blocks[0])
    }
  })

  it('come back by undo and redo as they went in', async () => {
    const { edit, edited, store } = await postStore()
    const versions = ['a', 'b', 'c'].map((text) => [paragraph(text)])
    for (const blocks of versions) edit(1, { blocks })
    store.dispatch(undo())
    expect(edited(1)?.blocks).toBe(versions[1])
    store.dispatch(undo())
    expect(edited(1)?.blocks).toBe(versions[0])
    store.dispatch(redo())
    store.dispatch(redo())
    expect(edited(1)?.blocks).toBe(versions[2])
  })

  it('stay the same objects through a save, what the server tells and edits of other fields', async () => {
    const { edit, edited, save, server, store } = await postStore()
    const blocks = [paragraph('x')]
    edit(1, { blocks, title: 'New' })
    const { promise } = await save(1)
    expect(edited(1)?.blocks).toBe(blocks)
    server.waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await promise
    expect(edited(1)?.blocks).toBe(blocks)
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1, { slug: 'told' })]))
    edit(1, { slug: 'typed' }, { isCached: true })
    expect(edited(1)?.blocks).toBe(blocks)
  })

  it('may hold instances of classes, which are the same only by identity', async () => {
    const { edit, edited, store } = await postStore()
    const [one, other] = [new RichText('one'), new RichText('other')]
    edit(1, { blocks: [paragraph(one)] })
    edit(1, { blocks: [paragraph(other)] })
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(2)
    const content = () =>
      (edited(1)?.blocks as { attributes: { content: RichText } }[])[0]?.attributes.content
    expect(content()).toBe(other)
    store.dispatch(undo())
    expect(content()).toBe(one)
    expect(content()?.toHTMLString()).toBe('one')
  })

  it('leave the edits that would be saved the same object while they change', async () => {
    const { edit, toSave } = await postStore()
    edit(1, { title: 'New', meta: { a: 9 } })
    const before = toSave(1)
    edit(1, { selection: { start: 1 } })
    edit(1, { selection: { start: 2 }, blocks: [] })
    expect(toSave(1)).toBe(before)
  })
})

describe('values that are saved', () => {
  it('come out as they went in, too', async () => {
    const { edit, edited, edits, store } = await postStore()
    const [one, other] = [{ deep: [{ a: 1 }] }, { deep: [{ a: 1 }] }]
    edit(1, { tags: one, meta: { a: one } })
    edit(1, { tags: other, meta: { a: other } })
    expect(edits(1)?.tags).toBe(other)
    expect(edited(1)?.tags).toBe(other)
    expect((edited(1)?.meta as { a: unknown }).a).toBe(other)
    edit(1, { tags: [] })
    store.dispatch(undo())
    expect(edited(1)?.tags).toBe(other)
  })
})
