import { createEntityStore, fetchEntityRecords, receiveEntityRecords, removeEntityRecords } from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'
import { usePickedRows } from '../../../examples/playground/list/usePickedRows'
import { after, show } from '../../support/screen'

it('rows that are selected are what they are now: one that was trashed since is trashed, one that is gone is gone', async () => {
  const site = createMockSite({ posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}` })) })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  const query = { context: 'view', _fields: 'id,status', orderby: 'id', order: 'asc' } as const
  await store.dispatch(fetchEntityRecords('postType', 'post', query))
  const list = { kind: 'postType', name: 'post', query }
  const picked = new Set([3, 1])
  const seen: (readonly { id: number; status: string }[])[] = []
  const Rows = () => {
    seen.push(usePickedRows<{ id: number; status: string }>(list, picked))
    return null
  }
  show(store, <Rows />)
  expect(seen.at(-1)).toMatchObject([
    { id: 3, status: 'publish' },
    { id: 1, status: 'publish' },
  ])
  await after(() =>
    store.dispatch(
      receiveEntityRecords('postType', 'post', [{ id: 1, status: 'trash' }] as never, {
        context: 'view',
        _fields: 'id,status',
        include: [1],
      }),
    ),
  )
  expect(seen.at(-1)).toMatchObject([{ id: 3 }, { id: 1, status: 'trash' }])
  const renders = seen.length
  await after(() => store.dispatch(receiveEntityRecords('postType', 'page', { id: 9 })))
  expect(seen.length).toBe(renders)
  await after(() => store.dispatch(removeEntityRecords('postType', 'post', [3])))
  expect(seen.at(-1)).toMatchObject([{ id: 1 }])
})
