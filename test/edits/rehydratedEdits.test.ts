import {
  createEntityStore,
  dehydrate,
  editEntityRecord,
  fetchEntityRecord,
  selectEditedEntityRecord,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

describe('edits of an earlier session', () => {
  it('are held by the same rules: late data, older than what they were compared with, drops none', async () => {
    const before = await postStore()
    before.edit(1, { title: 'Typed' })
    const server = fakeServer()
    const store = createEntityStore({
      fetcher: server.fetcher,
      devTools: false,
      preloadedState: JSON.parse(JSON.stringify(dehydrate(before.store.getState()))) as never,
    })
    const title = () => selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)?.title
    expect(title()).toBe('Typed')
    const older = store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    await settle()
    const newer = store.dispatch(
      fetchEntityRecord('postType', 'post', 1, { _fields: 'id,title' }, { force: true }),
    )
    await settle()
    const [first, second] = server.waiting
    second?.answer({ id: 1, title: { raw: 'Newer', rendered: 'Newer' } })
    await newer
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Older' }))
    first?.answer(titled(1, 'Older'))
    await older
    expect(title()).toBe('Older')
  })
})
