import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createEntityStore, loadEntityConfigs, receiveEntityRecords, selectEntityRecords } from 'copydesk'
import { expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { turn } from '../support/until'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

it('of a list on screen holds the rows that it shows, and not those that it ever had', async () => {
  const store = createEntityStore({ fetcher: fakeServer().fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  const query = { per_page: 10 }
  const receive = (records: object | object[]) =>
    store.dispatch(receiveEntityRecords('postType', 'post', records, query))
  receive(Array.from({ length: 10 }, (_, i) => post(i + 1)))
  const versions: WeakRef<object>[] = []
  for (let change = 1; change <= 10_000; change++) {
    receive(post(1 + (change % 10), { slug: `post-${change}` }))
    const rows = selectEntityRecords(store.getState(), 'postType', 'post', query)
    if (change % 100 === 0) versions.push(new WeakRef(rows?.[change % 10] as object))
  }
  // What a weak reference was made for stays until the end of the task.
  await turn()
  collect()
  expect(versions.filter((version) => version.deref()).length).toBeLessThan(20)
})
