import {
  addEntities,
  createEntityStore,
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  receiveEntityRecords,
  saveDirtyEntityRecords,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { answersBatches, batchedIn } from '../support/batches'
import { refusal, type SeenRequest } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const echo = ({ method, path, data }: SeenRequest) => {
  if (method !== 'PUT') return undefined
  const id = Number(path.split('/').pop())
  return id === 2 ? refusal(400, 'rest_invalid_param') : titled(id, (data as { title: string }).title)
}
const summary = (key: number, title: string) => ({ kind: 'postType', name: 'post', key, title })

describe('saving everything that is dirty', () => {
  it('saves the records in one request and reports each', async () => {
    const { edit, store, server } = await postStore({ rule: answersBatches(echo) })
    edit(1, { title: 'One' })
    edit(3, { title: 'Three' })
    const { saved, failed } = await store.dispatch(saveDirtyEntityRecords())
    expect(server.log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
    expect(saved).toEqual([summary(1, 'One'), summary(3, 'Three')])
    expect(failed).toEqual([])
  })

  it('goes on when one of many fails, and keeps its edits', async () => {
    const posts = [1, 2, 3, 4, 5].map((id) => titled(id, 'Old'))
    const { edit, edits, dirty, store } = await postStore({ posts, rule: answersBatches(echo) })
    for (const { id } of posts) edit(id as number, { title: 'New' })
    const { saved, failed } = await store.dispatch(saveDirtyEntityRecords())
    expect(saved.map(({ key }) => key).sort()).toEqual([1, 3, 4, 5])
    expect(failed).toEqual([
      { ...summary(2, 'New'), error: expect.objectContaining({ code: 'rest_invalid_param' }) as unknown },
    ])
    expect(dirty()).toEqual([2])
    expect(edits(2)).toEqual({ title: 'New' })
  })

  it('rejects with the first error when asked to, after all have ended', async () => {
    const { edit, dirty, store } = await postStore({ rule: answersBatches(echo) })
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    await expect(store.dispatch(saveDirtyEntityRecords({ throwOnError: true }))).rejects.toMatchObject({
      code: 'rest_invalid_param',
    })
    expect(dirty()).toEqual([2])
  })

  it('saves only the chosen ones, by number or text', async () => {
    const { edit, dirty, store } = await postStore({ rule: answersBatches(echo) })
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    const only = [
      { kind: 'postType', name: 'post', key: '1' },
      { kind: 'postType', name: 'page', key: 2 },
    ]
    const { saved, failed } = await store.dispatch(saveDirtyEntityRecords({ only }))
    expect([saved, failed]).toEqual([[summary(1, 'New')], []])
    expect(dirty()).toEqual([2])
  })

  it('takes the name that attachments had before', async () => {
    const site = createMockSite({ media: [{ id: 5, title: 'Boat', file: 'boat.png' }] })
    const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
    await store.dispatch(fetchEntityRecord('root', 'media', 5))
    store.dispatch(editEntityRecord('root', 'media', 5, { title: 'Ship' }))
    const only = [{ kind: 'root', name: 'media', key: 5 }]
    expect(await store.dispatch(saveDirtyEntityRecords({ only }))).toMatchObject({ status: 'saved' })
  })

  it('sends nothing when nothing is dirty or chosen', async () => {
    const { edit, store, server } = await postStore({ rule: answersBatches(echo) })
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ saved: [], failed: [] })
    edit(1, { title: 'New' })
    expect(await store.dispatch(saveDirtyEntityRecords({ only: [] }))).toMatchObject({
      saved: [],
      failed: [],
    })
    expect(server.log).toEqual([])
  })

  it('twice at once sends each record once', async () => {
    const { edit, store, server } = await postStore({ rule: answersBatches(echo) })
    edit(1, { title: 'New' })
    await Promise.all([store.dispatch(saveDirtyEntityRecords()), store.dispatch(saveDirtyEntityRecords())])
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })
})

describe('the requests of a save of everything', () => {
  /** A server that takes every write. */
  const taking = (seen: SeenRequest) => {
    if (seen.method === 'GET' || seen.method === 'OPTIONS') return undefined
    const id = Number(seen.path.split('/').pop())
    return { ...(seen.data as object), ...(id && { id }) }
  }

  async function dirtySite() {
    const made = await postStore({ posts: [], rule: answersBatches(taking) })
    const { store, server } = made
    const dirty = (kind: string, name: string, ids: readonly (number | undefined)[]) => {
      for (const id of ids) {
        store.dispatch(receiveEntityRecords(kind, name, { id, description: 'Old' }))
        store.dispatch(editEntityRecord(kind, name, id, { description: 'New' }))
      }
    }
    const requests = () => server.seen.map((seen) => [seen, ...batchedIn(seen)].map(({ path }) => path))
    return { ...made, dirty, requests }
  }
  const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i)

  it('are three batches and five of their own for 55 posts, 3 media and 2 global styles', async () => {
    const { store, server, dirty, requests } = await dirtySite()
    dirty('root', 'media', numbers(3))
    dirty('postType', 'post', numbers(55))
    dirty('root', 'globalStyles', numbers(2))
    const { saved, failed } = await store.dispatch(saveDirtyEntityRecords())
    expect([saved.length, failed.length]).toEqual([60, 0])
    const writes = requests().filter(([path]) => path === '/batch/v1')
    expect(writes.map(({ length }) => length - 1)).toEqual([0, 25, 25, 5])
    expect(server.log.filter((line) => line.startsWith('PUT'))).toHaveLength(5)
  })

  it('have terms first and the settings of the site last, when all else has ended', async () => {
    const settings = defineEntity({
      kind: 'shop',
      name: 'settings',
      baseURL: '/shop/v1/settings',
      key: false,
    })
    const tag = defineEntity({ kind: 'taxonomy', name: 'genre', baseURL: '/wp/v2/genres' })
    const { store, dirty, requests } = await dirtySite()
    store.dispatch(addEntities([settings, tag]))
    dirty('shop', 'settings', [undefined])
    dirty('postType', 'post', [2, 1])
    dirty('taxonomy', 'genre', [7])
    const { saved } = await store.dispatch(saveDirtyEntityRecords())
    expect(saved.map(({ name }) => name)).toEqual(['genre', 'post', 'post', 'settings'])
    expect(requests().slice(1)).toEqual([
      ['/batch/v1', '/wp/v2/genres/7', '/wp/v2/posts/2', '/wp/v2/posts/1'],
      ['/shop/v1/settings'],
    ])
  })
})
