import { fetchEntityRecord, saveEntityRecord } from 'copydesk'
import { acquireLock, releaseLock, selectHeldLocks, selectIsLockAvailable } from 'copydesk/actions'
import { createMockSite, createTestStore } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { settle } from '../support/fakeServer'

const names = [
  ['root', 'media'],
  ['postType', 'attachment'],
] as const

describe('A lock on a file of the media library', () => {
  it.each(names)('named (%s, %s) holds saves of it up, and says so, by both names', async (kind, name) => {
    const site = createMockSite({ media: [{ id: 41, title: 'Quay', file: '2024/01/quay.png' }] })
    const { store } = createTestStore({ site })
    await store.dispatch(fetchEntityRecord('root', 'media', 41))
    const lock = await store.dispatch(
      acquireLock(['entities', 'records', kind, name, 41], { exclusive: true }),
    )
    expect(selectHeldLocks(store.getState())).toMatchObject([
      { path: ['entities', 'records', 'postType', 'attachment', '41'] },
    ])
    site.clearRequests()
    const saves = names.map(([one, other]) =>
      store.dispatch(saveEntityRecord<string, string>(one, other, { id: 41, alt_text: 'Mine' })),
    )
    await settle()
    expect(site.requests).toEqual([])
    const isFree = ([one, other]: readonly [string, string]) =>
      selectIsLockAvailable(store.getState(), ['entities', 'records', one, other], { exclusive: true })
    expect(names.map(isFree)).toEqual([false, false])
    store.dispatch(releaseLock(lock))
    await Promise.all(saves)
    expect(names.map(isFree)).toEqual([true, true])
  })
})
