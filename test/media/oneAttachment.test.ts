import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecord,
  selectResolution,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

function gallery() {
  const site = createMockSite({
    media: [
      { id: 7, title: 'A boat', file: 'boat.png' },
      { id: 8, title: 'A gull', file: 'gull.png' },
    ],
  })
  return { site, store: createEntityStore({ fetcher: site.fetcher }) }
}

describe('An attachment is one record, by whichever of its names it is asked for', () => {
  it('as a record: one request, the same object, known before the post types are', async () => {
    const { site, store } = gallery()
    const one = await store.dispatch(fetchEntityRecord('root', 'media', 7))
    const other = await store.dispatch(fetchEntityRecord('postType', 'attachment', 7))
    expect(other).toBe(one)
    expect(selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'attachment', 7).status).toBe(
      'success',
    )
    expect(site.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'GET /wp/v2/media/7',
    ])
  })

  it('as a list, and two reads at once share one request', async () => {
    const { site, store } = gallery()
    const [one, other] = await Promise.all([
      store.dispatch(fetchEntityRecords('root', 'media', { per_page: 2 })),
      store.dispatch(fetchEntityRecords('postType', 'attachment', { per_page: 2 })),
    ])
    expect(other).toBe(one)
    expect(site.requests).toHaveLength(1)
  })

  it('with edits that are seen and saved under both names, and nobody else’s conflict', async () => {
    const { store } = gallery()
    await store.dispatch(fetchEntityRecord('root', 'media', 7))
    store.dispatch(editEntityRecord('root', 'media', 7, { alt_text: 'A red boat' }))
    store.dispatch(editEntityRecord('postType', 'attachment', 7, { caption: 'At the quay' }))
    expect(selectEditedEntityRecord(store.getState(), 'postType', 'attachment', 7)).toMatchObject({
      alt_text: 'A red boat',
      caption: 'At the quay',
    })
    expect(selectDirtyEntityRecords(store.getState())).toMatchObject([
      { kind: 'postType', name: 'attachment', key: 7 },
    ])
    await store.dispatch(saveEditedEntityRecord('root', 'media', 7, { throwOnError: true }))
    expect(selectEntityRecord(store.getState(), 'postType', 'attachment', 7)).toMatchObject({
      alt_text: 'A red boat',
    })
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
  })

  it('so that a deletion under one name is one under the other', async () => {
    const { store } = gallery()
    await store.dispatch(fetchEntityRecord('postType', 'attachment', 7))
    await store.dispatch(deleteEntityRecord('root', 'media', 7, { force: true }, { throwOnError: true }))
    expect(selectEntityRecord(store.getState(), 'postType', 'attachment', 7)).toBeUndefined()
  })

  it('but for an entity of this name that an application declares itself', () => {
    const cdn = { kind: 'root', name: 'media', baseURL: '/cdn/v1/media' }
    const store = createEntityStore({ fetcher: gallery().site.fetcher, entities: [cdn] })
    expect(selectEntityConfig(store.getState(), 'root', 'media')?.baseURL).toBe('/cdn/v1/media')
  })
})
