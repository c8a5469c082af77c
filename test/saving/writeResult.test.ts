import {
  batch,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  selectSaveError,
  undo,
  uploadMedia,
} from 'copydesk'
import { memoryStorage } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { only, person } from '../support/person'

const refusal = { status: 403, code: 'rest_cannot_edit', message: 'You may not edit this.' }
const result = { result: true } as const

async function opened() {
  const site = createMockSite({ posts: [{ id: 1, title: 'Tides' }] })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  const edit = (title: string) => store.dispatch(editEntityRecord('postType', 'post', 1, { title }))
  const save = () => store.dispatch(saveEditedEntityRecord('postType', 'post', 1, result))
  return { site, store, edit, save }
}

describe('A write that is asked for its result', () => {
  it('is saved with the record that the server answered', async () => {
    const { edit, save } = await opened()
    edit('Ebb')
    expect(await save()).toMatchObject({ status: 'saved', record: { id: 1, title: { raw: 'Ebb' } } })
  })

  it('is unchanged where there is nothing to save, with the record as it is known', async () => {
    const { store, save, site } = await opened()
    expect(await save()).toMatchObject({ status: 'unchanged', record: { id: 1, title: { raw: 'Tides' } } })
    const none = saveSpecifiedEntityEdits('postType', 'post', 1, ['title'], result)
    expect(await store.dispatch(none)).toMatchObject({ status: 'unchanged', record: { id: 1 } })
    expect(site.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('has failed with the error of the server, and rejects only for who wants that', async () => {
    const { site, store, edit, save } = await opened()
    edit('Ebb')
    site.fail('PUT /wp/v2/posts/1', refusal, 3)
    expect(await save()).toMatchObject({ status: 'failed', error: { code: 'rest_cannot_edit', status: 403 } })
    expect(await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))).toBeUndefined()
    const saving = store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true }))
    await expect(saving).rejects.toMatchObject({ code: 'rest_cannot_edit' })
  })

  it('leaves no error of a save that failed where it is unchanged, as what was edited was undone since', async () => {
    const { site, store, edit, save } = await opened()
    const error = () => selectSaveError(store.getState(), 'postType', 'post', 1)?.code
    edit('Ebb')
    site.fail('PUT /wp/v2/posts/1', refusal)
    await save()
    const saveOther = saveSpecifiedEntityEdits('postType', 'post', 1, ['excerpt'], result)
    expect([await store.dispatch(saveOther), error()]).toMatchObject([
      { status: 'unchanged' },
      'rest_cannot_edit',
    ])
    store.dispatch(undo())
    expect([await save(), error()]).toMatchObject([{ status: 'unchanged' }, undefined])
  })

  it('has failed, too, with an id or a record that makes no sense', async () => {
    const { store } = await opened()
    const noId = saveEditedEntityRecord('postType', 'post', undefined, result)
    expect(await store.dispatch(noId)).toMatchObject({ status: 'failed', error: { code: 'missing_id' } })
    const noRecord = saveEntityRecord<string, string>('postType', 'post', [] as never, result)
    expect(await store.dispatch(noRecord)).toMatchObject({ error: { code: 'invalid_record' } })
    const unknown = saveEntityRecord('shop', 'order', { total: 1 }, result)
    expect(await store.dispatch(unknown)).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_entity' },
    })
  })

  it('has failed where it was given up, also while it waited for another write', async () => {
    const { site, store, edit, save } = await opened()
    edit('Ebb')
    const held = site.hold('PUT /wp/v2/posts/1')
    const first = save()
    const signal = AbortSignal.abort()
    const second = await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { ...result, signal }))
    expect(second).toMatchObject({ status: 'failed', error: { name: 'AbortError' } })
    held.end()
    expect(await first).toMatchObject({ status: 'saved' })
  })

  it('tells of a deletion what was deleted, and what lies in the trash', async () => {
    const { store } = await opened()
    const remove = (query?: object) =>
      store.dispatch(deleteEntityRecord('postType', 'post', 1, query, result))
    expect(await remove()).toMatchObject({ status: 'saved', record: { id: 1, status: 'trash' } })
    const [gone, late] = await Promise.all([remove({ force: true }), remove({ force: true })])
    expect(gone).toMatchObject({ status: 'saved', record: { id: 1, title: { raw: 'Tides' } } })
    expect(late).toMatchObject({ status: 'unchanged' })
  })

  it('tells of a file and of each part of a batch', async () => {
    const { site, store } = await opened()
    const file = new File(['boat'], 'boat.png', { type: 'image/png' })
    expect(await store.dispatch(uploadMedia(file, result))).toMatchObject({ status: 'saved', record: {} })
    site.fail('DELETE /wp/v2/posts/1', refusal)
    const [made, gone] = await store.dispatch(
      batch([
        ({ saveEntityRecord: save }) => save('taxonomy', 'category', { name: 'Sea' }, result),
        ({ deleteEntityRecord: remove }) => remove('postType', 'post', 1, undefined, result),
      ]),
    )
    expect(made).toMatchObject({ status: 'saved', record: { name: 'Sea' } })
    expect(gone).toMatchObject({ status: 'failed', error: { code: 'rest_cannot_edit' } })
  })
})

describe('A save of many records', () => {
  it('comes to what the worst of them comes to', async () => {
    const { site, store, edit } = await opened()
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ status: 'unchanged', queued: [] })
    edit('Ebb')
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ status: 'saved', queued: [] })
    edit('Flood')
    site.fail('PUT /wp/v2/posts/1', refusal)
    const report = await store.dispatch(saveDirtyEntityRecords())
    expect(report).toMatchObject({ status: 'failed', saved: [], error: { code: 'rest_cannot_edit' } })
  })
})

describe('A write of a store with durability', () => {
  const posts = [{ id: 1, title: 'Tides' }]

  it('is queued where there is no network, and kept to be sent', async () => {
    const site = createMockSite({ posts })
    const { store, durability } = person({
      site,
      durability: only({ queue: 'offline', storage: memoryStorage().tab() }),
    })
    // A save waits three seconds at most for a queue that is being opened.
    await durability.queue.whenEmpty()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Ebb' }))
    site.fail('PUT /wp/v2/posts/1', 'offline')
    const saved = await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, result))
    expect(saved).toEqual({ status: 'queued' })
  })

  it('is in conflict where somebody else has changed the same, and says with what', async () => {
    const site = createMockSite({ posts })
    const { store } = person({ site, durability: only({ conflicts: 'ask' }) })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Ebb' }))
    await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Flood' } })
    const saved = await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, result))
    expect(saved).toMatchObject({ status: 'conflict', error: { code: 'save_conflict' } })
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ status: 'conflict' })
  })
})
