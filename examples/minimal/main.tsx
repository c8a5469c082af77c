import { createRoot } from 'react-dom/client'
import { createEntityStore, errorText } from 'copydesk'
import { EntityStoreProvider, useEntityField, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'

// A WordPress in memory. For a real one: createRestFetcher({ root: 'https://example.org/wp-json/', nonce }).
const site = createMockSite({ posts: [{ id: 1, title: 'Hello' }] })
const store = createEntityStore({ fetcher: site.fetcher })

function Post({ id }: { id: number }) {
  const { record, error, save, hasEdits, isSaving, saveError } = useEntityRecord('postType', 'post', id)
  const { value: title = '', set } = useEntityField('postType', 'post', id, 'title')
  if (!record) return error ? <p role="alert">{errorText(error)}</p> : <p>Loading…</p>
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <label>
        Title <input value={title} onChange={({ target }) => set(target.value)} />
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
