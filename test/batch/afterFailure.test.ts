import { describe, expect, it } from 'vitest'
import { batch } from 'copydesk'
import { batchedIn, batchReply, batchSchema } from '../support/batches'
import { refusal } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

describe('a batch whose first request was lost', () => {
  it('sends what is written after that all the same', async () => {
    let posts = 0
    const { store, server } = await postStore({
      rule: (seen) => {
        if (seen.method === 'OPTIONS') return batchSchema(25)
        if (seen.method === 'GET') return undefined
        if (seen.path !== '/batch/v1') return titled(Number(seen.path.split('/').pop()), 'New')
        if (posts++ === 0) return refusal(502, 'bad_gateway')
        return batchReply(batchedIn(seen).map(({ path }) => titled(Number(path?.split('/').pop()), 'New')))
      },
    })
    const twice =
      (id: number) =>
      async ({ saveEntityRecord }: Parameters<Parameters<typeof batch>[0][number]>[0]) => {
        await saveEntityRecord('postType', 'post', { id, title: 'New' })
        return saveEntityRecord('postType', 'post', { id, title: 'New' })
      }
    await expect(store.dispatch(batch([twice(1), twice(2)]))).rejects.toMatchObject({ status: 502 })
    expect(server.log.filter((line) => line === 'POST /batch/v1')).toHaveLength(2)
  })
})
