import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEntityStore, errorText } from 'copydesk'
import { CopydeskDevtools } from 'copydesk/devtools'
import {
  EntityStoreProvider,
  useDirtyEntityRecords,
  useEntityField,
  useEntityRecord,
  useEntityRecords,
  useUndo,
} from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'

const titles = [
  'The ferry is late',
  'Library opens on Sunday',
  'A new bridge',
  'Swimming pool: what it costs',
]
const site = createMockSite({ posts: titles.map((title, i) => ({ id: i + 1, title })) })
const store = createEntityStore({ fetcher: site.fetcher })

function App() {
  const [id, open] = useState(1)
  return (
    <>
      <Bar />
      <Posts open={open} />
      <Form key={id} id={id} />
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

function Posts({ open }: { open: (id: number) => void }) {
  const [search, setSearch] = useState('')
  const { records, totalItems, error, isFetching } = useEntityRecords(
    'postType',
    'post',
    { search, orderby: 'id', order: 'asc' },
    { keepPreviousData: true },
  )
  return (
    <section aria-busy={isFetching}>
      <input
        type="search"
        aria-label="Search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {error && <p role="alert">{errorText(error)}</p>}
      <p>{totalItems ?? '…'} posts</p>
      <ul>
        {records?.map(({ id }) => (
          <li key={id}>
            <button onClick={() => open(id)}>
              <Title id={id} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows what is typed in the form at once, and a dot while it is not saved. */
function Title({ id }: { id: number }) {
  const { editedRecord, hasEdits } = useEntityRecord('postType', 'post', id)
  return (
    <>
      {editedRecord?.title} {hasEdits && '•'}
    </>
  )
}

function Form({ id }: { id: number }) {
  const { record, error, saveError } = useEntityRecord('postType', 'post', id)
  const title = useEntityField('postType', 'post', id, 'title')
  const status = useEntityField('postType', 'post', id, 'status')
  if (!record) return error ? <p role="alert">{errorText(error)}</p> : <p>Loading…</p>
  return (
    <form>
      <label>
        Title <input value={title.value ?? ''} onChange={({ target }) => title.set(target.value)} />
      </label>
      <label>
        Status{' '}
        <select value={status.value} onChange={({ target }) => status.set(target.value)}>
          <option value="draft">Draft</option>
          <option value="publish">Published</option>
        </select>
      </label>
      {saveError && <p role="alert">{errorText(saveError)}</p>}
    </form>
  )
}

createRoot(document.getElementById('root')!).render(
  <EntityStoreProvider store={store}>
    <CopydeskDevtools />
    <App />
  </EntityStoreProvider>,
)
