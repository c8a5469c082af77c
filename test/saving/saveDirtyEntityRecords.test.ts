import { describe, expect, it } from 'vitest'
import { saveDirtyEntityRecords } from '../../src/saving/saveDirtyEntityRecords'
import { refusal, settle, type SeenRequest } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const echo = ({ method, path, data }: SeenRequest) => {
  if (method !== 'PUT') return undefined
  const id = Number(path.split('/').pop())
  return id === 2 ? refusal(400, 'rest_invalid_param') : titled(id, (data as { title: string }).title)
}
const summary = (key: number, title: string) => ({ kind: 'postType', name: 'post', key, title })

describe('saving everything that is dirty', () => {
  it('saves the records side by side and reports each', async () => {
    const { edit, store, server } = await postStore()
    edit(1, { title: 'One' })
    edit(2, { title: 'Two' })
    const promise = store.dispatch(saveDirtyEntityRecords())
    await settle()
    expect(server.log).toHaveLength(2)
    for (const { answer, path } of [...server.waiting]) answer(titled(Number(path.at(-1)), 'x'))
    const { saved, failed } = await promise
    expect(saved).toHaveLength(2)
    expect(saved).toContainEqual(summary(1, 'One'))
    expect(failed).toEqual([])
  })

  it('goes on when one of many fails, and keeps its edits', async () => {
    const posts = [1, 2, 3, 4, 5].map((id) => titled(id, 'Old'))
    const { edit, edits, dirty, store } = await postStore({ posts, rule: echo })
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
    const { edit, dirty, store } = await postStore({ rule: echo })
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    await expect(store.dispatch(saveDirtyEntityRecords({ throwOnError: true }))).rejects.toMatchObject({
      code: 'rest_invalid_param',
    })
    expect(dirty()).toEqual([2])
  })

  it('saves only the chosen ones, by number or text', async () => {
    const { edit, dirty, store } = await postStore({ rule: echo })
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

  it('sends nothing when nothing is dirty or chosen', async () => {
    const { edit, store, server } = await postStore({ rule: echo })
    expect(await store.dispatch(saveDirtyEntityRecords())).toEqual({ saved: [], failed: [] })
    edit(1, { title: 'New' })
    expect(await store.dispatch(saveDirtyEntityRecords({ only: [] }))).toEqual({ saved: [], failed: [] })
    expect(server.log).toEqual([])
  })

  it('twice at once sends each record once', async () => {
    const { edit, store, server } = await postStore({ rule: echo })
    edit(1, { title: 'New' })
    await Promise.all([store.dispatch(saveDirtyEntityRecords()), store.dispatch(saveDirtyEntityRecords())])
    expect(server.log).toEqual(['PUT /wp/v2/posts/1'])
  })
})
