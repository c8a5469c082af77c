import {
  createEntityStore,
  dehydrate,
  editEntityBlocks,
  redo,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectHasUndo,
  selectUndoHistory,
  undo,
  type EntityState,
  type EntityStore,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { paragraph, paragraphCodec, paragraphs } from '../support/paragraphs'
import { postStore } from '../support/postStore'

/** A store of a later session, which was given the state as text. */
function laterStore(store: EntityStore) {
  const text = JSON.stringify(dehydrate(store.getState(), { undo: true }))
  const next = createEntityStore({
    fetcher: fakeServer().fetcher,
    devTools: false,
    blocks: paragraphCodec(),
    preloadedState: JSON.parse(text) as EntityState,
  })
  return {
    store: next,
    text,
    edited: () => selectEditedEntityRecord(next.getState(), 'postType', 'post', 1),
    levels: () => selectUndoHistory(next.getState()).levels.length,
  }
}

describe('an undo history that was dehydrated', () => {
  it('can be undone and redone in a later session, what was being typed included', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'One' })
    edit(1, { meta: { a: 9 }, slug: 'two' })
    edit(1, { title: 'Three' })
    edit(1, { content: 'typed' }, { isCached: true })
    store.dispatch(undo())
    edit(1, { title: 'Four' }, { undoGroup: 'title' })
    const later = laterStore(store)
    expect(later.edited()).toMatchObject({ title: 'Four', slug: 'two' })
    later.store.dispatch(undo())
    expect(later.edited()).toMatchObject({ title: 'One', slug: 'two' })
    later.store.dispatch(undo())
    expect(later.edited()).toMatchObject({ title: 'One', slug: 'post-1', meta: { a: 1, b: 2 } })
    later.store.dispatch(undo())
    expect(selectDirtyEntityRecords(later.store.getState())).toEqual([])
    for (let step = 0; step < 3; step++) later.store.dispatch(redo())
    expect(later.edited()).toMatchObject({ title: 'Four', slug: 'two', meta: { a: 9 } })
  })

  it('has what edited blocks came to where their text was edited as a text since', async () => {
    const { store, edit } = await postStore({ blocks: paragraphCodec() })
    const type = (text: string) => store.dispatch(editEntityBlocks('postType', 'post', 1, [paragraph(text)]))
    type('One')
    edit(1, { content: paragraphs('Two') })
    type('Three')
    const later = laterStore(store)
    for (const text of ['Two', 'One']) {
      later.store.dispatch(undo())
      expect(later.edited()?.content).toBe(paragraphs(text))
    }
  })

  it('takes an entry back that there was none of before, and gives one again', async () => {
    const { edit, store } = await postStore()
    edit(1, { meta: { fresh: 'new' } })
    const later = laterStore(store)
    later.store.dispatch(undo())
    expect(later.edited()).toMatchObject({ meta: { a: 1, b: 2 } })
    expect(selectDirtyEntityRecords(later.store.getState())).toEqual([])
    const undone = laterStore(later.store)
    undone.store.dispatch(redo())
    expect(undone.edited()).toMatchObject({ meta: { a: 1, b: 2, fresh: 'new' } })
  })

  it('still has what was undone, to be redone', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'One' })
    edit(1, { title: 'Two' })
    store.dispatch(undo())
    const later = laterStore(store)
    expect([later.edited()?.title, later.levels()]).toEqual(['One', 2])
    later.store.dispatch(redo())
    expect(later.edited()?.title).toBe('Two')
  })

  it('has no lazy edit that comes to what was there', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: () => 'Text 1', slug: 'new' })
    const fields = ({ getState }: EntityStore) =>
      selectUndoHistory(getState()).levels.flatMap((level) =>
        level.flatMap(({ changes }) => Object.keys(changes)),
      )
    expect(fields(store)).toEqual(['content', 'slug'])
    expect(fields(laterStore(store).store)).toEqual(['slug'])
  })

  it('of which pieces of text are lost can be undone without them', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: 'a'.repeat(10_000) })
    edit(1, { content: 'a'.repeat(10_000) + 'b' })
    const state = JSON.parse(JSON.stringify(dehydrate(store.getState(), { undo: true }))) as EntityState
    const preloadedState = { ...state, undo: { ...state.undo, pieces: [] } }
    const later = await postStore({ preloadedState, posts: [] })
    later.store.dispatch(undo())
    expect(later.edited(1)?.content).toBe('')
  })

  it('is left out unless it is asked for', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'One' })
    expect(dehydrate(store.getState()).undo.levels).toEqual([])
    expect(selectHasUndo(laterStore(store).store.getState())).toBe(true)
  })

  it('has the texts that blocks came to, and nothing that is never saved', async () => {
    const content = (...texts: string[]) =>
      texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n')
    const { edit, store } = await postStore({
      blocks: paragraphCodec(),
      posts: [post(1, { content: { raw: content('a'), rendered: '' } })],
    })
    const blocks = () => selectEntityBlocks(store.getState(), 'postType', 'post', 1) ?? []
    const write = (text: string) =>
      store.dispatch(
        editEntityBlocks('postType', 'post', 1, [
          ...blocks(),
          { name: 'core/paragraph', attributes: { content: text }, innerBlocks: [] },
        ]),
      )
    write('b')
    edit(1, { selection: { start: 3 } })
    write('c')
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(3)
    const later = laterStore(store)
    expect(later.text).not.toContain('selection":{"from"')
    expect(later.levels()).toBe(2)
    const texts = () =>
      selectEntityBlocks(later.store.getState(), 'postType', 'post', 1)?.map(
        ({ attributes }) => attributes.content,
      )
    expect(texts()).toEqual(['a', 'b', 'c'])
    later.store.dispatch(undo())
    expect(texts()).toEqual(['a', 'b'])
    later.store.dispatch(undo())
    expect(texts()).toEqual(['a'])
    later.store.dispatch(redo())
    expect(texts()).toEqual(['a', 'b'])
  })

  it('has each part of a long text once', async () => {
    const text = Array.from({ length: 5000 }, (none, line) => `Line ${line} of a long text.`).join('\n')
    const { edit, store } = await postStore({ posts: [post(1, { content: { raw: text } })] })
    const texts = Array.from(
      { length: 50 },
      (none, at) => text.slice(0, 60_000 + at) + '!' + text.slice(60_000 + at),
    )
    for (const content of texts) edit(1, { content })
    const later = laterStore(store)
    expect(later.text.length).toBeLessThan(6 * text.length)
    for (const content of texts.slice(0, -1).reverse()) {
      later.store.dispatch(undo())
      expect(later.edited()?.content === content).toBe(true)
    }
    expect(later.store.getState().undo).not.toHaveProperty('pieces')
    expect(later.store.getState().undo.bytes).toBe(store.getState().undo.bytes)
  })
})
