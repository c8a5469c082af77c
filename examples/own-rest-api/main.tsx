import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { saveEntityRecord, errorText } from 'copydesk'
import {
  EntityStoreProvider,
  useDirtyEntityRecords,
  useEntityField,
  useEntityRecord,
  useEntityRecords,
  useEntityStore,
  useUndo,
} from 'copydesk/react'
import { openNotes } from './store'

const store = openNotes(`${location.origin}/api/`)

function App() {
  const [id, open] = useState<number>()
  return (
    <>
      <Bar />
      <Notes open={open} />
      {id !== undefined && <Form key={id} id={id} close={() => open(undefined)} />}
    </>
  )
}

function Bar() {
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  const { dirty, isDirty, isSaving, save } = useDirtyEntityRecords()
  const [problem, setProblem] = useState('')
  const saveAll = async () => setProblem(errorText((await save()).error))
  return (
    <header>
      <button disabled={!hasUndo} onClick={undo}>
        Undo
      </button>
      <button disabled={!hasRedo} onClick={redo}>
        Redo
      </button>
      <button disabled={!isDirty || isSaving} onClick={() => saveAll()}>
        Save {dirty.length > 0 && dirty.length}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </header>
  )
}

function Notes({ open }: { open: (id: number) => void }) {
  const [search, setSearch] = useState('')
  const [page, turnTo] = useState(1)
  // What the server calls it: the parameters of a query go to it as they are.
  const query = { ...(search && { title_like: search }), _sort: 'title', page, per_page: 5 }
  const list = useEntityRecords('notebook', 'note', query, { keepPreviousData: true })
  const { dispatch } = useEntityStore()
  const [problem, setProblem] = useState('')
  const add = async () => {
    const note = { title: 'New note', text: '', tags: [] }
    const { record, error } = await dispatch(saveEntityRecord('notebook', 'note', note, { result: true }))
    setProblem(errorText(error))
    if (record) open(record.id)
  }
  return (
    <section aria-busy={list.isFetching}>
      <input
        type="search"
        aria-label="Search"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          turnTo(1)
        }}
      />
      {list.error && <p role="alert">{errorText(list.error)}</p>}
      <ul>
        {list.records?.map((note) => (
          <li key={note.id}>
            <button onClick={() => open(note.id)}>
              <Title id={note.id} />
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button disabled={page === 1} onClick={() => turnTo(page - 1)}>
          Before
        </button>{' '}
        {page} of {list.totalPages ?? '…'}{' '}
        <button disabled={page >= (list.totalPages ?? 1)} onClick={() => turnTo(page + 1)}>
          Next
        </button>{' '}
        <button onClick={() => void add()}>Add</button>
      </p>
      {problem && <p role="alert">{problem}</p>}
    </section>
  )
}

/** Shows what is typed in the form at once, and a dot while it is not saved. */
function Title({ id }: { id: number }) {
  const { editedRecord, hasEdits } = useEntityRecord('notebook', 'note', id)
  return (
    <>
      {editedRecord?.title} {hasEdits && '•'}
    </>
  )
}

function Form({ id, close }: { id: number; close: () => void }) {
  const { record, error, saveError, remove, deleteError } = useEntityRecord('notebook', 'note', id)
  const title = useEntityField('notebook', 'note', id, 'title')
  const text = useEntityField('notebook', 'note', id, 'text')
  if (!record) return error ? <p role="alert">{errorText(error)}</p> : <p>Loading…</p>
  const discard = async () => {
    const { status } = await remove()
    if (status !== 'failed') close()
  }
  return (
    <form>
      <label>
        Title <input value={title.value ?? ''} onChange={({ target }) => title.set(target.value)} />
      </label>
      <label>
        Text <textarea value={text.value ?? ''} onChange={({ target }) => text.set(target.value)} />
      </label>
      <button type="button" onClick={() => discard()}>
        Delete
      </button>
      {saveError && <p role="alert">{errorText(saveError)}</p>}
      {deleteError && <p role="alert">{errorText(deleteError)}</p>}
    </form>
  )
}

createRoot(document.getElementById('root')!).render(
  <EntityStoreProvider store={store}>
    <App />
  </EntityStoreProvider>,
)
