'use client'
import { createEntityStore, createRestFetcher } from 'copydesk'
import { EntityStoreProvider, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { useState } from 'react'
import { query } from './query'

/** Shows on the server what the page was given, and goes on with it in the browser. */
export function Posts({ state }) {
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
  const { records, totalItems, isResolving } = useEntityRecords('postType', 'post', query)
  if (isResolving || !records) return <p>Loading</p>
  return (
    <>
      <p>{totalItems} posts</p>
      <ul>
        {records.map(({ id }) => (
          <li key={id}>
            <Title id={id} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Title({ id }) {
  const { editedRecord, edit } = useEntityRecord('postType', 'post', id)
  return <input value={editedRecord?.title ?? ''} onChange={({ target }) => edit({ title: target.value })} />
}
