import { expect, it, vi } from 'vitest'
import { saveDirtyEntityRecords } from '../../src/batch/saveDirtyEntityRecords'
import { refusal, type SeenRequest } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

vi.mock('../../src/rest/batch', () => {
  throw new Error('The site has a new version: this file is gone.')
})

const taking = ({ method, path, data }: SeenRequest) => {
  if (method !== 'PUT') return undefined
  const id = Number(path.split('/').pop())
  return id === 2 ? refusal(403, 'rest_cannot_edit') : titled(id, (data as { title: string }).title)
}

it('saves each record with a request of its own where what sends batches cannot be loaded', async () => {
  const { edit, store, server, dirty } = await postStore({
    posts: [1, 2, 3].map((id) => titled(id, 'Old')),
    rule: taking,
  })
  for (const id of [1, 2, 3]) edit(id, { title: 'New' })
  const { saved, failed } = await store.dispatch(saveDirtyEntityRecords())
  expect(server.log).toEqual([1, 2, 3].map((id) => `PUT /wp/v2/posts/${id}`))
  expect(saved.map(({ key }) => key)).toEqual([1, 3])
  expect(failed).toMatchObject([{ key: 2, error: { code: 'rest_cannot_edit' } }])
  expect(dirty()).toEqual([2])
})
