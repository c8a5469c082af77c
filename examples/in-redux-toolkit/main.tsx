import { createRoot } from 'react-dom/client'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { selectDirtyEntityRecords, errorText } from 'copydesk'
import { EntityStoreProvider, useEntityField, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { postOpened, redux, store, type RootState } from './store'

function App() {
  const id = useSelector(({ screen }: RootState) => screen.postId)
  const saves = useSelector(({ statistics }: RootState) => statistics.saves)
  // Selectors of Copydesk take its part of the state.
  const unsaved = useSelector(({ copydesk }: RootState) => selectDirtyEntityRecords(copydesk).length)
  const dispatch = useDispatch()
  const { records, error } = useEntityRecords('postType', 'post')
  return (
    <>
      {error && <p role="alert">{errorText(error)}</p>}
      <p role="status">
        {unsaved} unsaved, saved {saves} times
      </p>
      <nav>
        {records?.map((post) => (
          <button key={post.id} onClick={() => dispatch(postOpened(post.id))}>
            {post.title.raw}
          </button>
        ))}
      </nav>
      <Post key={id} id={id} />
    </>
  )
}

function Post({ id }: { id: number }) {
  const { record, error, save, hasEdits, saveError } = useEntityRecord('postType', 'post', id)
  const { value: title = '', set } = useEntityField('postType', 'post', id, 'title')
  if (!record) return error ? <p role="alert">{errorText(error)}</p> : <p>Loading…</p>
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <input aria-label="Title" value={title} onChange={({ target }) => set(target.value)} />
      <button disabled={!hasEdits}>Save</button>
      {saveError && <p role="alert">{errorText(saveError)}</p>}
    </form>
  )
}

createRoot(document.getElementById('root')!).render(
  <Provider store={redux}>
    <EntityStoreProvider store={store}>
      <App />
    </EntityStoreProvider>
  </Provider>,
)
