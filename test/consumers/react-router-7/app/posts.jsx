import { createEntityStore, createRestFetcher, dehydrate, fetchEntityRecords } from 'copydesk'
import { EntityStoreProvider, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { useState } from 'react'
import { useLoaderData } from 'react-router'

const query = { orderby: 'id', order: 'asc' }

export async function loader() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'The ferry is late' },
      { id: 2, title: 'A new bridge' },
    ],
  })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  await store.dispatch(fetchEntityRecords('postType', 'post', query))
  return { state: dehydrate(store.getState()) }
}

export default function Posts() {
  const { state } = useLoaderData()
  const [store] = useState(() =>
    createEntityStore({
      fetcher: createRestFetcher({ root: 'https://example.org/wp-json/' }),
      preloadedState: state,
    }),
  )
  return (
    <EntityStoreProvider store={store}>
      <List />
    </EntityStoreProvider>
  )
}

function List() {
  const { records, totalItems } = useEntityRecords('postType', 'post', query)
  return (
    <ul data-total={totalItems}>
      {records?.map(({ id }) => (
        <li key={id}>
          <Title id={id} />
        </li>
      ))}
    </ul>
  )
}

function Title({ id }) {
  const { editedRecord, edit } = useEntityRecord('postType', 'post', id)
  return <input value={editedRecord?.title ?? ''} onChange={({ target }) => edit({ title: target.value })} />
}
