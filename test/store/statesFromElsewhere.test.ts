import { configureStore } from '@reduxjs/toolkit'
import {
  createEntityStore,
  editEntityBlocks,
  editEntityRecord,
  entityReducer,
  fetchEntityRecord,
  redo,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectNonTransientEdits,
  selectUndoHistory,
  undo,
  type BlockCodec,
  type ContentBlock,
  type EntityState,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import type { Store, StoreEnhancer } from 'redux'
import { describe, expect, it } from 'vitest'

const blocksOf = (texts: readonly string[]): readonly ContentBlock[] =>
  texts.map((text) => ({ name: 'core/paragraph', attributes: { text }, innerBlocks: [] }))
const textsOf = (blocks: readonly ContentBlock[] | undefined) =>
  blocks?.map(({ attributes }) => attributes.text as string)

/** Blocks stand beside one another with a sign between them. */
const codecOf = (sign: string): BlockCodec => ({
  parse: (content) => blocksOf(content.split(sign)),
  serialize: (blocks) => (textsOf(blocks) ?? []).join(sign),
})

/** A store whose state a tool can put in place as JSON, the way that DevTools import one: by no action of the store. */
async function openStore() {
  let imported: EntityState | undefined
  let tool: Store | undefined
  const importing: StoreEnhancer = (createStore) => (reducer, preloadedState) => {
    const reduce: typeof reducer = (state, action) =>
      action.type === 'tool/imported' ? (imported as never) : reducer(state, action)
    const store = createStore(reduce, preloadedState)
    tool = store as Store
    return store
  }
  const site = createMockSite({ posts: [{ id: 1, content: 'a|b' }] })
  const store = createEntityStore({
    fetcher: site.fetcher,
    blocks: codecOf('|'),
    enhancers: [importing],
    devTools: false,
  })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  const throughJson = () => {
    imported = JSON.parse(JSON.stringify(store.getState())) as EntityState
    tool?.dispatch({ type: 'tool/imported' })
  }
  const shown = () => textsOf(selectEntityBlocks(store.getState(), 'postType', 'post', 1))
  const type = (...texts: string[]) =>
    store.dispatch(editEntityBlocks('postType', 'post', 1, blocksOf(texts)))
  const edits = () => selectNonTransientEdits(store.getState(), 'postType', 'post', 1)
  return { store, throughJson, shown, type, edits }
}

describe('a state that a tool has imported as JSON', () => {
  it('saves the blocks that were edited before', async () => {
    const { store, throughJson, shown, type } = await openStore()
    type('x', 'y')
    throughJson()
    expect(shown()).toEqual(['x', 'y'])

    const saved = await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))

    expect(saved?.content.raw).toBe('x|y')
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
  })

  it('undoes and redoes what was done to blocks before', async () => {
    const { store, throughJson, shown, type } = await openStore()
    type('x', 'y')
    type('z')
    throughJson()
    const steps = [undo, undo, redo, redo].map((step) => {
      store.dispatch(step())
      return shown()
    })
    expect(steps).toEqual([['x', 'y'], ['a', 'b'], ['x', 'y'], ['z']])
    const saved = await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(saved?.content.raw).toBe('z')
  })

  it('gives an entry up that is undone and was not there before, also where more was typed into it', async () => {
    const { store, throughJson, edits } = await openStore()
    const edit = (subtitle: string, isCached = false) =>
      store.dispatch(
        editEntityRecord('postType', 'post', 1, (draft) => void (draft.meta = { ...draft.meta, subtitle }), {
          isCached,
        }),
      )
    edit('T')
    edit('Ti', true)
    throughJson()
    const [level] = selectUndoHistory(store.getState()).levels
    expect(level?.[0]?.changes).toEqual({ 'meta.subtitle': { to: 'T' } })
    edit('Tit', true)
    store.dispatch(undo())
    expect(edits()).toEqual({})
    store.dispatch(redo())
    expect(selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)?.meta).toMatchObject({
      subtitle: 'Tit',
    })
  })
})

describe('the state of another store, put into a Redux store that is there already', () => {
  it('is read with the blocks of the new one, while the other keeps its own', async () => {
    const { store, shown } = await openStore()
    const redux = configureStore({
      reducer: { copydesk: entityReducer },
      preloadedState: { copydesk: store.getState() },
      devTools: false,
    })
    const other = createEntityStore({
      fetcher: createMockSite().fetcher,
      store: redux,
      reducerPath: 'copydesk',
      blocks: codecOf('/'),
    })
    expect(textsOf(selectEntityBlocks(other.getState(), 'postType', 'post', 1))).toEqual(['a|b'])
    expect(shown()).toEqual(['a', 'b'])
  })
})
