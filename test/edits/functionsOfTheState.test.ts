import {
  addEntities,
  clearEntityRecordEdits,
  createEntityStore,
  createUndoLevel,
  editEntityBlocks,
  editEntityRecord,
  receiveEntityRecords,
  redo,
  removeEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectEntityConfig,
  selectEntityRecordEdits,
  selectHasEdits,
  selectHasRedo,
  selectHasUndo,
  selectNonTransientEdits,
  selectRawEntityRecord,
  selectUndoHistory,
  undo,
  type EntityConfig,
  type EntityState,
  type EntityStore,
} from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { paragraphCodec } from '../support/paragraphs'
import { postStore } from '../support/postStore'

const ids = [1, 2, 3, 7]

const selectors: Record<string, (state: EntityState, id: number) => unknown> = {
  dirty: selectDirtyEntityRecords,
  edited: (state, id) => selectEditedEntityRecord(state, 'postType', 'post', id),
  edits: (state, id) => selectEntityRecordEdits(state, 'postType', 'post', id),
  toSave: (state, id) => selectNonTransientEdits(state, 'postType', 'post', id),
  hasEdits: (state, id) => selectHasEdits(state, 'postType', 'post', id),
  raw: (state, id) => selectRawEntityRecord(state, 'postType', 'post', id),
  hasUndo: (state) => selectHasUndo(state),
  hasRedo: (state) => selectHasRedo(state),
  history: selectUndoHistory,
}

/** What every selector of edits says of a state. A function that stands in for a value is no part of it. */
const readAll = (state: EntityState) =>
  Object.entries(selectors).map(([name, select]) => [name, ids.map((id) => select(state, id))])

const freshStore = (state: EntityState, entities: readonly EntityConfig[] = []) =>
  createEntityStore({
    fetcher: fakeServer().fetcher,
    devTools: false,
    blocks: paragraphCodec(),
    preloadedState: JSON.parse(JSON.stringify(state)) as EntityState,
    entities,
  })

type Step = (store: EntityStore) => unknown

const anyId = fc.constantFrom(...ids)
const anyValue = fc.oneof(fc.constantFrom('a', 'b', 'Post 1', ''), fc.nat(3))
const anyOptions = fc.constantFrom({}, { isCached: true }, { undoIgnore: true })
const anyField = fc.constantFrom('title', 'slug', 'selection', 'subtitle')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyId, anyField, anyValue, anyOptions).map(
    ([id, field, value, options]): Step =>
      (store) =>
        store.dispatch(editEntityRecord('postType', 'post', id, { [field]: value }, options)),
  ),
  fc.tuple(anyId, fc.constantFrom('a', 'b', 'c'), anyValue).map(
    ([id, entry, value]): Step =>
      (store) =>
        store.dispatch(editEntityRecord('postType', 'post', id, { meta: { [entry]: value } })),
  ),
  fc.tuple(anyId, anyValue).map(
    ([id, value]): Step =>
      (store) =>
        store.dispatch(
          receiveEntityRecords('postType', 'post', [
            post(id, { slug: value, meta: { a: value, b: 2 }, title: { raw: value, rendered: '' } }),
          ]),
        ),
  ),
  anyId.map(
    (id): Step =>
      (store) =>
        store.dispatch(clearEntityRecordEdits('postType', 'post', id)),
  ),
  anyId.map(
    (id): Step =>
      (store) =>
        store.dispatch(removeEntityRecords('postType', 'post', id)),
  ),
  fc.constantFrom<Step>(
    (store) => store.dispatch(undo()),
    (store) => store.dispatch(redo()),
    (store) => store.dispatch(createUndoLevel()),
    (store) => store.dispatch(addEntities([withTransient(store, 'subtitle')])),
  ),
)

/** The entity of posts with one more property that is never saved. */
function withTransient(store: EntityStore, property: string): EntityConfig {
  const config = selectEntityConfig(store.getState(), 'postType', 'post') as EntityConfig
  return { ...config, transientEdits: { ...config.transientEdits, [property]: true } }
}

describe('what a selector says of a state', () => {
  it('is what a fresh store says of the same state through JSON, whatever was read before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyStep, fc.boolean()), { maxLength: 30 }), async (steps) => {
        const { store } = await postStore()
        for (const [step, isRead] of steps) {
          step(store)
          if (isRead) readAll(store.getState())
        }
        const fresh = freshStore(store.getState())
        expect(readAll(fresh.getState())).toEqual(readAll(store.getState()))
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('is the same for blocks', async () => {
    const content = ['one', 'two'].map(
      (text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`,
    )
    const { store } = await postStore({
      blocks: paragraphCodec(),
      posts: [post(1, { content: { raw: content.join('\n'), rendered: '' } })],
    })
    const blocks = () => selectEntityBlocks(store.getState(), 'postType', 'post', 1) ?? []
    const texts = (state: EntityState) =>
      selectEntityBlocks(state, 'postType', 'post', 1)?.map(({ name, attributes }) => [name, attributes])
    expect(texts(freshStore(store.getState()).getState())).toEqual(texts(store.getState()))
    store.dispatch(editEntityBlocks('postType', 'post', 1, [...blocks(), ...blocks()]))
    expect(blocks()).toHaveLength(4)
    store.dispatch(undo())
    expect(blocks()).toHaveLength(2)
    expect(texts(freshStore(store.getState()).getState())).toEqual(texts(store.getState()))
  })
})

describe('the order of unsaved records', () => {
  const many = Array.from({ length: 20 }, (none, at) => at + 1)

  it('is that of the first edits, read at every step or once', async () => {
    const [often, once] = [await postStore({ posts: [] }), await postStore({ posts: [] })]
    for (const id of many) {
      often.edit(id, { title: `${id}` })
      expect(often.dirty()).toHaveLength(id)
      once.edit(id, { title: `${id}` })
    }
    expect(often.dirty()).toEqual(many)
    expect(once.dirty()).toEqual(many)
  })

  it('goes on where it stood in a store of a later session, and puts what is edited anew at the end', async () => {
    const before = await postStore({ posts: [] })
    for (const id of [9, 4, 7]) before.edit(id, { title: 'x' })
    before.store.dispatch(clearEntityRecordEdits('postType', 'post', 9))
    const { store } = before
    const next = freshStore(store.getState())
    const keys = () => selectDirtyEntityRecords(next.getState()).map(({ key }) => key)
    expect(keys()).toEqual([4, 7])
    next.dispatch(editEntityRecord('postType', 'post', 9, { title: 'y' }))
    next.dispatch(editEntityRecord('postType', 'post', 4, { title: 'z' }))
    expect(keys()).toEqual([4, 7, 9])
  })

  it('is one for the records of all entities', async () => {
    const { store, edit } = await postStore()
    edit(2, { title: 'x' })
    store.dispatch(editEntityRecord('root', 'menu', 5, { name: 'Main' }))
    edit(1, { title: 'x' })
    expect(selectDirtyEntityRecords(store.getState()).map(({ name, key }) => `${name} ${key}`)).toEqual([
      'post 2',
      'menu 5',
      'post 1',
    ])
  })
})

describe('what an entity says is saved', () => {
  it('counts for edits that were there before it said so, and again when it says otherwise', async () => {
    const { store, edit, edited, toSave, dirty } = await postStore()
    const config = selectEntityConfig(store.getState(), 'postType', 'post') as EntityConfig
    edit(1, { subtitle: 'typed' })
    expect([toSave(1), dirty()]).toEqual([{ subtitle: 'typed' }, [1]])
    store.dispatch(addEntities([withTransient(store, 'subtitle')]))
    expect([toSave(1), dirty()]).toEqual([{}, []])
    expect(edited(1)).toMatchObject({ subtitle: 'typed' })
    store.dispatch(addEntities([config]))
    expect([toSave(1), dirty()]).toEqual([{ subtitle: 'typed' }, [1]])
  })

  it('counts for each of two stores that begin with one and the same object', async () => {
    const before = await postStore()
    before.edit(1, { subtitle: 'typed', meta: { a: 9 } })
    const preloadedState = before.store.getState()
    const config = selectEntityConfig(preloadedState, 'postType', 'post') as EntityConfig
    const toSave = (entities: readonly EntityConfig[]) => {
      const fetcher = fakeServer().fetcher
      const store = createEntityStore({ fetcher, devTools: false, preloadedState, entities })
      return selectNonTransientEdits(store.getState(), 'postType', 'post', 1)
    }
    expect(toSave([])).toEqual({ subtitle: 'typed', meta: { a: 9, b: 2 } })
    expect(toSave([{ ...config, transientEdits: { subtitle: true }, mergedEdits: {} }])).toEqual({
      meta: { a: 9 },
    })
    expect(toSave([])).toEqual({ subtitle: 'typed', meta: { a: 9, b: 2 } })
  })
})

describe('a value that was edited and has been changed since', () => {
  it('is looked at again: what is no plain data gets into no state', async () => {
    // In development it can not be changed: it is frozen.
    vi.stubEnv('NODE_ENV', 'production')
    const { edit, edits } = await postStore()
    vi.unstubAllEnvs()
    const tags: unknown[] = [1]
    edit(1, { tags })
    tags.push(() => 1)
    expect(() => edit(2, { tags })).toThrow(expect.objectContaining({ code: 'invalid_edit' }))
    expect(edits(2)).toBeUndefined()
  })
})
