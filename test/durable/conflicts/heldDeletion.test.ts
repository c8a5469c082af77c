import type { Services } from '../../../src/core/thunk'
import { selectEntityConfig } from '../../../src/config/selectors'
import { holdMovedDeletion } from '../../../src/durable/conflicts/heldDeletion'
import { versionOfRecord } from '../../../src/edits/basis'
import { describe, expect, it } from 'vitest'
import { conflictStore } from './conflictStores'

/** Asks for the deletion of post 1 as it was when it was read, and gives what it is held with. */
async function askedFor(made: Awaited<ReturnType<typeof conflictStore>>) {
  const { store, record } = made
  const config = selectEntityConfig(store.getState(), 'postType', 'post')
  const version = versionOfRecord(record(1) as never)
  const target = { kind: 'postType', name: 'post', id: 1, key: '1' as never }
  const services = store.dispatch((dispatch, getState, all: Services) => all)
  return () =>
    holdMovedDeletion(services, config as never, target, version).then(
      () => 'goes',
      (error: unknown) => error,
    )
}

describe('B27: a deletion that was asked for some time ago', () => {
  it('goes where the record is as it was, with one request', async () => {
    const made = await conflictStore()
    const hold = await askedFor(made)
    expect(await hold()).toBe('goes')
    expect(made.asked()).toEqual(['GET /wp/v2/posts'])
  })

  it('is held where somebody has changed the record since, within the same second too', async () => {
    const made = await conflictStore()
    const stop = made.site.stopClock()
    const hold = await askedFor(made)
    await made.elsewhere({ title: 'Theirs' })
    stop()
    expect(await hold()).toMatchObject({ code: 'save_conflict', conflict: { reason: 'changed', key: 1 } })
  })

  it('goes where the record is gone already', async () => {
    const made = await conflictStore()
    const hold = await askedFor(made)
    await made.others({ path: '/wp/v2/posts/1?force=true', method: 'DELETE' })
    expect(await hold()).toBe('goes')
  })
})
