import {
  batch,
  deleteEntityRecord,
  EntityStoreError,
  saveDirtyEntityRecords,
  saveEntityRecord,
  selectDeleteError,
  selectHasEdits,
  selectIsSaving,
  selectSaveError,
  type StorePlugin,
} from 'copydesk'
import type { WriteGate, WriteIntent } from 'copydesk/actions'
import { createTestStore } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

/** A test store whose writes pass a gate. */
async function gatedStore(gate: WriteGate) {
  const intents: WriteIntent[] = []
  const plugin: StorePlugin = () => ({
    gate: (intent, send) => {
      intents.push(intent)
      return gate(intent, send)
    },
  })
  const posts = [
    { id: 1, title: 'One' },
    { id: 2, title: 'Two' },
  ]
  const made = createTestStore({ posts, store: { plugins: [plugin] } })
  await made.load(1)
  await made.load(2)
  made.site.clearRequests()
  return { ...made, intents, writes: () => made.site.requests.filter(({ method }) => method !== 'GET') }
}

describe('who is asked before a write leaves', () => {
  it('sees what would be sent of which record, and what it is based on', async () => {
    const { edit, save, store, intents } = await gatedStore((intent, send) => send())
    edit(1, { title: 'Mine' })
    await save(1)
    await store.dispatch(saveEntityRecord('postType', 'post', { title: 'New' }, { createId: 'one' }))
    await store.dispatch(deleteEntityRecord('postType', 'post', 2, { force: true }))
    expect(intents).toMatchObject([
      { what: 'update', kind: 'postType', name: 'post', id: 1, key: '1' },
      { what: 'create', key: undefined, createId: 'one', fields: { title: { value: 'New' } } },
      { what: 'delete', id: 2, fields: {}, parameters: { force: true } },
    ])
    expect(intents[0]?.fields).toEqual({ title: { base: 'One', value: 'Mine' } })
  })

  it('may send other fields, and more than once', async () => {
    const { edit, save, store, writes } = await gatedStore(async (intent, send) => {
      await send({ fields: { title: { value: 'First' } } })
      return send({ fields: { title: { value: 'Second' } }, headers: { 'X-Test': '1' } })
    })
    edit(1, { title: 'Mine' })
    expect((await save(1))?.title.raw).toBe('Second')
    expect(writes().map(({ body }) => body)).toEqual([{ title: 'First' }, { title: 'Second' }])
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(true)
  })

  it('may hold it with an error, and nothing leaves', async () => {
    const { edit, save, store, writes } = await gatedStore(() =>
      Promise.reject(new EntityStoreError('invalid_option', 'Held.')),
    )
    edit(1, { title: 'Mine' })
    expect(await save(1)).toBeUndefined()
    expect(await store.dispatch(deleteEntityRecord('postType', 'post', 2))).toBe(false)
    const state = store.getState()
    expect([
      selectSaveError(state, 'postType', 'post', 1),
      selectDeleteError(state, 'postType', 'post', 2),
    ]).toMatchObject([{ message: 'Held.' }, { message: 'Held.' }])
    expect(selectHasEdits(state, 'postType', 'post', 1)).toBe(true)
    expect(writes()).toEqual([])
  })

  it('may take it over, and say how it stands', async () => {
    const { edit, save, store, writes } = await gatedStore(({ kind, name, entity, key, id }) => {
      const target = { kind, name, entity, key, id, isAutosave: false }
      return Promise.resolve({ makeResults: () => [{ type: 'saving/settled', target, queued: true }] })
    })
    edit(1, { title: 'Mine' })
    expect(await save(1)).toBeUndefined()
    const state = store.getState()
    expect(selectIsSaving(state, 'postType', 'post', 1)).toBe(false)
    expect(selectSaveError(state, 'postType', 'post', 1)).toBeUndefined()
    expect(JSON.stringify(state.saving)).toContain('"queued":true')
    expect(writes()).toEqual([])
  })

  it('is asked for every write of a batch, and of a save of all', async () => {
    const { edit, store, intents, writes } = await gatedStore((intent, send) => send())
    edit(1, { title: 'New one' })
    edit(2, { title: 'New two' })
    await store.dispatch(saveDirtyEntityRecords())
    await store.dispatch(
      batch([
        ({ deleteEntityRecord: remove }) => remove('postType', 'post', 1),
        ({ saveEntityRecord: create }) => create('postType', 'post', { title: 'Three' }),
      ]),
    )
    expect(intents.map(({ what }) => what)).toEqual(['update', 'update', 'delete', 'create'])
    expect(new Set(writes().map(({ path }) => path))).toEqual(new Set(['/batch/v1']))
  })
})
