import { createRoot } from 'react-dom/client'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { selectDirtyEntityRecords, errorText } from 'copydesk'
import { EntityStoreProvider, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { postOpened, redux, store, type RootState } from './store'

function App() {
  const id = useSelector(({ screen }: RootState) => screen.postId)
  const saves = useSelector(({ statistics }: RootState) => statistics.saves)
  // Selectors of Copydesk take its part of the state.
  const unsaved = useSelector(({ copydesk }: RootState) => selectDirtyEntityRecords(copydesk).length)
  const dispatch = useDispatch()
  const { records } = useEntityRecords('postType', 'post')
  return (
    <>
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
  const { editedRecord, edit, save, hasEdits, saveError } = useEntityRecord('postType', 'post', id)
  if (!editedRecord) return <p>Loading…</p>
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <input
        aria-label="Title"
        value={editedRecord.title}
        onChange={({ target }) => edit({ title: target.value })}
      />
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
