import { createEntityStore, dehydrate, type EntityState, fetchEntityRecord, selectHasEdits } from 'copydesk'
import { expect, it } from 'vitest'
import { fakeServer, refusal } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

it.each([1, 3])(
  'one read settles an edit whose save was lost though done, also in a page that went on from a dehydrated state: lost %i times',
  async (times) => {
    const { store, edit, save, server } = await postStore()
    edit(1, { title: 'New' })
    for (let tries = 0; tries < times; tries++) {
      const { promise } = await save(1)
      server.waiting[0]?.fail(refusal(0, 'fetch_error'))
      await promise
    }
    const preloadedState = JSON.parse(JSON.stringify(dehydrate(store.getState()))) as EntityState
    const { fetcher } = fakeServer(() => titled(1, 'New'))
    const next = createEntityStore({ fetcher, preloadedState, devTools: false })
    expect(selectHasEdits(next.getState(), 'postType', 'post', 1)).toBe(true)
    await next.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    expect(selectHasEdits(next.getState(), 'postType', 'post', 1)).toBe(false)
  },
)
