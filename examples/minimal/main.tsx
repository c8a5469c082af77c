import { createRoot } from 'react-dom/client'
import { createEntityStore, errorText } from 'copydesk'
import { EntityStoreProvider, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'

// A WordPress in memory. For a real one: createRestFetcher({ root: 'https://example.org/wp-json/', nonce }).
const site = createMockSite({ posts: [{ id: 1, title: 'Hello' }] })
const store = createEntityStore({ fetcher: site.fetcher })

function Post({ id }: { id: number }) {
  const { editedRecord, edit, save, hasEdits, isSaving, saveError } = useEntityRecord('postType', 'post', id)
  if (!editedRecord) return <p>Loading…</p>
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <label>
        Title <input value={editedRecord.title} onChange={({ target }) => edit({ title: target.value })} />
      </label>
      <button disabled={!hasEdits || isSaving}>Save</button>
      {saveError && <p role="alert">{errorText(saveError)}</p>}
    </form>
  )
}

createRoot(document.getElementById('root')!).render(
  <EntityStoreProvider store={store}>
    <Post id={1} />
  </EntityStoreProvider>,
)
