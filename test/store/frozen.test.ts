import {
  createEntityStore,
  dehydrate,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  receiveEntityRecords,
  redo,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectHasEdits,
  selectNonTransientEdits,
  selectRawEntityRecord,
  undo,
  type EntityStoreOptions,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function desk(options: Partial<EntityStoreOptions> = {}) {
  const site = createMockSite({
    posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, categories: [1] })),
  })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false, ...options })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  const read = () => store.getState()
  return {
    site,
    ...store,
    read,
    record: () => selectEntityRecord(read(), 'postType', 'post', 1),
    edited: () => selectEditedEntityRecord(read(), 'postType', 'post', 1),
    edit: (edits: Record<string, unknown>) => store.dispatch(editEntityRecord('postType', 'post', 1, edits)),
  }
}

/** What mutates something, by a program that knows no types. */
type Mutable = Record<string, { [field: string]: unknown; push(value: unknown): unknown }>
const mutable = (value: unknown) => value as Mutable
const setTitle = (value: unknown) => () => Object.assign(value as object, { title: 'Mutated' })

describe('in development, what is mutated by accident throws where it is done', () => {
  it('and a category that is pushed onto the edited record is no lost change', async () => {
    const { site, dispatch, edit, edited, read } = await desk()
    const before = edited()
    expect(() => mutable(before).categories?.push(98)).toThrow(TypeError)
    edit({ categories: [...(before?.categories ?? []), 98] })
    expect(selectHasEdits(read(), 'postType', 'post', 1)).toBe(true)
    await dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(site.requests.at(-1)).toMatchObject({ method: 'PUT', body: { categories: [1, 98] } })
  })

  it('of a record, however deep, its projection, its raw form and what a thunk resolves to', async () => {
    const { dispatch, record, read } = await desk()
    const fields = selectEntityRecord(read(), 'postType', 'post', 1, { _fields: ['id', 'title.raw'] })
    const answer = await dispatch(fetchEntityRecord('postType', 'post', 1))
    for (const shown of [record(), fields, answer, selectRawEntityRecord(read(), 'postType', 'post', 1)]) {
      expect(setTitle(shown)).toThrow(TypeError)
    }
    for (const shown of [record(), fields, answer])
      expect(() => Object.assign(mutable(shown).title as object, { raw: 'x' })).toThrow(TypeError)
  })

  it('of a list and its rows', async () => {
    const { dispatch, read } = await desk()
    const posts = await dispatch(fetchEntityRecords('postType', 'post', { per_page: 3 }))
    const selected = selectEntityRecords(read(), 'postType', 'post', { per_page: 3 })
    for (const list of [posts, selected]) {
      expect(() => (list as unknown[]).sort()).toThrow(TypeError)
      expect(setTitle(list?.[1])).toThrow(TypeError)
    }
    dispatch(receiveEntityRecords('postType', 'post', { ...selected?.[1], slug: 'other' }))
    expect(setTitle(selectEntityRecords(read(), 'postType', 'post', { per_page: 3 })?.[1])).toThrow(TypeError)
  })

  it('of edits, also after an undo and a redo, and of a part of a record that came on its own', async () => {
    const { dispatch, edit, edited, read } = await desk()
    edit({ tags: [1], meta: { footnotes: '[]' } })
    dispatch(undo())
    dispatch(redo())
    expect(() => mutable(edited()).tags?.push(2)).toThrow(TypeError)
    for (const edits of [
      edited(),
      selectEntityRecordEdits(read(), 'postType', 'post', 1),
      selectNonTransientEdits(read(), 'postType', 'post', 1),
      selectNonTransientEdits(read(), 'postType', 'post', 2),
    ])
      expect(setTitle(edits)).toThrow(TypeError)
    await dispatch(fetchEntityRecord('postType', 'post', 2, { _fields: ['id', 'excerpt'] }))
    await dispatch(fetchEntityRecord('postType', 'post', 2, { _fields: ['id', 'slug'] }))
    const parts = selectEntityRecord(read(), 'postType', 'post', 2, { _fields: ['id', 'excerpt', 'slug'] })
    expect(() => Object.assign(parts as object, { slug: 'x' })).toThrow(TypeError)
  })

  it('of records that the page began with', async () => {
    const first = await desk()
    first.edit({ tags: [1] })
    const state = JSON.parse(JSON.stringify(dehydrate(first.read()))) as EntityStoreOptions['preloadedState']
    const { edited } = await desk({ preloadedState: state as NonNullable<typeof state> })
    expect(() => mutable(edited()).categories?.push(2)).toThrow(TypeError)
  })
})

it('a recipe writes to its draft, however deep', async () => {
  const { dispatch, edited } = await desk()
  dispatch(
    editEntityRecord('postType', 'post', 1, (draft) => {
      draft.categories.push(98)
      draft.meta.footnotes = '[]'
    }),
  )
  expect(edited()).toMatchObject({ categories: [1, 98], meta: { footnotes: '[]' } })
})

it('what an editor keeps beside a record, such as its blocks, stays its own', async () => {
  const { edit, edited } = await desk()
  const blocks = [{ name: 'core/paragraph', attributes: { content: 'a' } }]
  edit({ blocks, title: 'New' })
  expect(edited()?.blocks).toBe(blocks)
  expect(Object.isFrozen(blocks[0])).toBe(false)
})

it('what was frozen is not looked at again', async () => {
  const { dispatch, record, edit } = await desk()
  const freeze = vi.spyOn(Object, 'freeze')
  dispatch(receiveEntityRecords('postType', 'post', { ...record() }))
  expect(freeze).toHaveBeenCalledTimes(0)
  edit({ title: 'N' })
  freeze.mockClear()
  edit({ title: 'Ne' })
  // The edits, and no field of the record.
  expect(freeze.mock.calls.length).toBeLessThan(3)
})

it('in production nothing is frozen, and in a store for code that was written for core-data neither', async () => {
  const { record } = await desk({ lenient: true })
  expect(Object.isFrozen(record())).toBe(false)
  vi.stubEnv('NODE_ENV', 'production')
  const { record: built } = await desk()
  expect(Object.isFrozen(built())).toBe(false)
  expect(Object.isFrozen(built()?.categories)).toBe(false)
})
