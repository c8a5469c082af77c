import { act, render, screen } from '@testing-library/react'
import { saveEntityRecord, type EntityQuery } from 'copydesk'
import { EntityStoreProvider, useEntityRecords } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'
import { person } from '../support/person'
import { memoryStorage } from 'copydesk/durable'

it('a page is read again that gets a row of which another list knows some fields alone', async () => {
  const posts = [1, 2, 3, 4, 5, 6].map((id) => ({ id, title: `Post ${id}`, date: `2020-01-0${id}T00:00:00` }))
  const { store } = person({
    site: createMockSite({ posts }),
    durability: { storage: memoryStorage() },
  })
  // So that all that patches lists is loaded.
  await store.dispatch(saveEntityRecord('postType', 'post', { id: 6, title: 'Post 6' }))
  const Rows = ({ query, name }: { query: EntityQuery; name: string }) => {
    const { records } = useEntityRecords('postType', 'post', query)
    const ids = records?.map((row) => (row as { id: number }).id).join()
    return <p>{`${name}: ${ids ?? 'none'}`}</p>
  }
  render(
    <EntityStoreProvider store={store}>
      <Rows name="titles" query={{ status: 'any', _fields: 'id,title' }} />
      <Rows name="last" query={{ status: 'any', per_page: 2, page: 3 }} />
      <Rows name="newest" query={{ per_page: 2 }} />
    </EntityStoreProvider>,
  )
  await screen.findByText('last: 2,1')
  await screen.findByText('newest: 6,5')
  await act(() => store.dispatch(saveEntityRecord('postType', 'post', { title: 'New', status: 'publish' })))
  expect(await screen.findByText('last: 3,2')).toBeDefined()
})
