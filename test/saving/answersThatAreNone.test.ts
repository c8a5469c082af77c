import {
  type EntityConfig,
  editEntityRecord,
  fetchEntityRecord,
  receiveEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectHasEdits,
  selectSaveError,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const note: EntityConfig = { kind: 'app', name: 'note', baseURL: '/notes' }
const page: EntityConfig = { kind: 'app', name: 'page', baseURL: '/app-pages', key: 'slug' }

describe('an error that comes with status 200', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a status', { status: 'draft' }, { status: 'error', message: 'Maintenance' }],
    ['problem details', { title: 'New' }, { title: 'Service Unavailable', detail: 'Later.', status: 503 }],
    ['an error and its fields', { title: 'New', excerpt: 'X' }, { title: '', excerpt: '', error: 'Locked' }],
  ])('is no save, and what was typed stays: %s', async (...[, edits, answer]) => {
    const { edit, save, server, record, edited, saveError, hasEdits } = await postStore()
    const before = record(1)
    edit(1, edits)
    const { promise } = await save(1)
    server.waiting[0]?.answer(answer)
    expect(await promise).toBeUndefined()
    expect(saveError(1)).toMatchObject({ name: 'EntityStoreError', code: 'invalid_response' })
    expect(record(1)).toBe(before)
    expect(edited(1)).toMatchObject(edits)
    expect(hasEdits(1)).toBe(true)
  })

  it('is no save of the settings, which have no id', async () => {
    const { store, server } = await postStore({
      rule: ({ method, path }) => {
        if (method === 'OPTIONS') return { schema: { properties: { title: { type: 'string' } } } }
        return method === 'GET' && path === '/wp/v2/settings'
          ? { title: 'Tides', description: 'A site' }
          : undefined
      },
    })
    await store.dispatch(fetchEntityRecord('root', 'site'))
    store.dispatch(editEntityRecord('root', 'site', undefined, { title: 'New' }))
    const save = () => store.dispatch(saveEditedEntityRecord('root', 'site'))
    const refused = save()
    await settle()
    server.waiting[0]?.answer({ title: 'Service Unavailable', detail: 'Later.', status: 503 })
    expect(await refused).toBeUndefined()
    expect(selectSaveError(store.getState(), 'root', 'site')).toMatchObject({ code: 'invalid_response' })
    expect(selectEntityRecord(store.getState(), 'root', 'site')).toMatchObject({ title: 'Tides' })
    // What the settings make of a text is theirs: they are told by their shape.
    const saved = save()
    await settle()
    server.waiting[0]?.answer({ title: 'New &amp; clean', description: 'A site' })
    expect(await saved).toMatchObject({ title: 'New &amp; clean' })
    expect(selectHasEdits(store.getState(), 'root', 'site')).toBe(false)
  })
})

describe('a create answered by something else', () => {
  it.each<[string, unknown]>([
    ['a record that was there before', titled(2, 'Theirs', { status: 'draft' })],
    ['an error with an id', { id: 'error', message: 'The service is down.' }],
  ])('is an error, and nobody takes the one for the other: %s', async (_, answer) => {
    const { store, server, record } = await postStore()
    const before = record(2)
    const fields = { title: 'Mine', status: 'draft' } as const
    const save = store.dispatch(saveEntityRecord('postType', 'post', fields, { result: true }))
    await settle()
    server.waiting[0]?.answer(answer)
    expect(await save).toMatchObject({ status: 'failed', error: { code: 'invalid_response' } })
    expect(record(2)).toBe(before)
  })

  it('is saved where the server makes no second one of the same, or gives names', async () => {
    const { store, server } = await postStore({ entities: [note, page] })
    store.dispatch(receiveEntityRecords('app', 'note', [{ id: 1, title: 'Tide' }]))
    store.dispatch(receiveEntityRecords('app', 'page', [{ slug: 'tide', title: 'Tide' }]))
    const create = async (name: string, answer: unknown) => {
      const save = store.dispatch(saveEntityRecord<string, string>('app', name, { title: 'Tide' }))
      await settle()
      server.waiting[0]?.answer(answer)
      return save
    }
    expect(await create('note', { id: 1, title: 'Tide' })).toMatchObject({ id: 1 })
    expect(await create('note', { id: 'b7', title: 'Tide' })).toMatchObject({ id: 'b7' })
    expect(await create('page', { slug: 'tide-2' })).toMatchObject({ slug: 'tide-2' })
  })

  it('is saved where the new record was read in a list before its answer came', async () => {
    const { store, server } = await postStore()
    const save = store.dispatch(saveEntityRecord('postType', 'post', { title: ' Mine <b>' }))
    await settle()
    store.dispatch(receiveEntityRecords('postType', 'post', [titled(9, 'Mine')]))
    server.waiting[0]?.answer(titled(9, 'Mine'))
    expect(await save).toMatchObject({ id: 9 })
  })
})

describe('the answer of a server that gives no key', () => {
  it.each<[string, unknown]>([
    ['what was sent', { title: 'New' }],
    ['what was sent, without its blanks, and more', { title: ' New', savedAt: 'today' }],
    ['one of the fields, of two', { title: 'New', text: 'cleaned' }],
    ['as a raw text', { title: { raw: 'New', rendered: '<p>New</p>' } }],
  ])('is a save where it says %s', async (...[, answer]) => {
    const { store, server } = await postStore({ entities: [note] })
    store.dispatch(receiveEntityRecords('app', 'note', [{ id: 1, title: 'Old', text: '' }]))
    store.dispatch(editEntityRecord('app', 'note', 1, { title: 'New', text: 'raw' }))
    const save = store.dispatch(saveEditedEntityRecord('app', 'note', 1))
    await settle()
    server.waiting[0]?.answer(answer)
    expect(await save).toMatchObject({ id: 1 })
    expect(selectSaveError(store.getState(), 'app', 'note', 1)).toBeUndefined()
  })
})

describe('a record answered by the id of another', () => {
  it.each([
    ['that is in the store', [post(1), post(2)]],
    ['that is not', [post(1)]],
  ])('%s is an error: it keeps what was typed, and both records as they were', async (_, posts) => {
    const { edit, save, server, record, edited, saveError, hasEdits } = await postStore({ posts })
    const before = [record(1), record(2)]
    edit(1, { title: 'Mine' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(2, 'Theirs'))
    expect(await promise).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'invalid_response' })
    expect([record(1), record(2)]).toEqual(before)
    expect(edited(1)).toMatchObject({ title: 'Mine' })
    expect(hasEdits(1)).toBe(true)
  })

  it('is an error where keys are names too, unless it says what was sent and nobody else has the name', async () => {
    const { store, server } = await postStore({ entities: [page] })
    const rows = [
      { slug: 'tide', title: 'Tide', status: 'draft' },
      { slug: 'moon', title: 'Moon', status: 'draft' },
    ]
    store.dispatch(receiveEntityRecords('app', 'page', rows))
    const save = async (answer: unknown) => {
      store.dispatch(editEntityRecord('app', 'page', 'tide', { title: 'Ebb' }))
      const promise = store.dispatch(saveEditedEntityRecord('app', 'page', 'tide'))
      await settle()
      server.waiting[0]?.answer(answer)
      return promise
    }
    const shown = (slug: string) => selectEditedEntityRecord(store.getState(), 'app', 'page', slug)
    expect(await save({ slug: 'moon', title: 'Ebb', status: 'draft' })).toBeUndefined()
    expect(await save({ slug: 'sun', title: 'Sun', status: 'draft' })).toBeUndefined()
    expect([shown('tide'), shown('moon'), shown('sun')]).toEqual([
      { ...rows[0], title: 'Ebb' },
      rows[1],
      undefined,
    ])
    // The record itself, whose name comes from its title.
    expect(await save({ slug: 'ebb', title: 'Ebb', status: 'draft' })).toMatchObject({ slug: 'ebb' })
    expect([shown('tide'), shown('ebb')]).toEqual([undefined, { slug: 'ebb', title: 'Ebb', status: 'draft' }])
  })

  it('is the record itself where its name ends in a number, and the server has made another of its title', async () => {
    const { store, server } = await postStore({ entities: [page] })
    store.dispatch(receiveEntityRecords('app', 'page', [{ slug: 'tide-1', title: 'Tide', status: 'draft' }]))
    store.dispatch(editEntityRecord('app', 'page', 'tide-1', { title: 'Ebb' }))
    const promise = store.dispatch(saveEditedEntityRecord('app', 'page', 'tide-1'))
    await settle()
    server.waiting[0]?.answer({ slug: 'ebb-2', title: 'Ebb', status: 'draft' })
    expect(await promise).toMatchObject({ slug: 'ebb-2' })
    const shown = (slug: string) => selectEditedEntityRecord(store.getState(), 'app', 'page', slug)
    expect([shown('tide-1'), shown('ebb-2')]).toMatchObject([undefined, { title: 'Ebb' }])
  })

  it('by a text where it was read as a number is the record itself', async () => {
    const { store, server } = await postStore({ entities: [note] })
    store.dispatch(receiveEntityRecords('app', 'note', [{ id: 7, title: 'Old' }]))
    store.dispatch(editEntityRecord('app', 'note', 7, { title: 'New' }))
    const save = store.dispatch(saveEditedEntityRecord('app', 'note', 7))
    await settle()
    server.waiting[0]?.answer({ id: '7', title: 'New' })
    expect(await save).toMatchObject({ title: 'New' })
    expect(selectHasEdits(store.getState(), 'app', 'note', 7)).toBe(false)
  })

  it.each<[string, Record<string, unknown>]>([
    ['another post', titled(2, 'Theirs')],
    ['a copy of another post', titled(70, 'Theirs', { parent: 2, author: 4 })],
  ])('to an autosave is an error: %s', async (...[, answer]) => {
    const { edit, save, server, record, edited, saveError } = await postStore()
    const before = [record(1), record(2)]
    edit(1, { title: 'Mine' })
    const { promise } = await save(1, { isAutosave: true })
    server.waiting[0]?.answer(answer)
    expect(await promise).toBeUndefined()
    expect(saveError(1)).toMatchObject({ code: 'invalid_response' })
    expect([record(1), record(2)]).toEqual(before)
    expect(edited(1)).toMatchObject({ title: 'Mine' })
  })
})
