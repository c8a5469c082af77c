import { Suspense } from 'react'
import { Link, Outlet, useParams, type RouteObject } from 'react-router'
import { fetchEntityRecords, type EntityStore, errorText } from 'copydesk'
import { useEntityField, useEntityRecords, useSuspenseEntityRecord } from 'copydesk/react'

const newest = { per_page: 10, orderby: 'id', order: 'asc' } as const

/** The same routes on the server and in the browser, each with its store. */
export function createRoutes(store: EntityStore): RouteObject[] {
  return [
    {
      path: '/',
      element: <Frame />,
      errorElement: <p role="alert">This page is not there, or could not be read.</p>,
      children: [
        {
          index: true,
          // The page waits for its list: it is in the first bytes, and no request follows in the browser.
          loader: async () => {
            await store.dispatch(fetchEntityRecords('postType', 'post', newest))
            return null
          },
          element: <Posts />,
        },
        // The page does not wait for the post: it comes in the stream when it is there.
        { path: 'posts/:id', element: <PostPage /> },
      ],
    },
  ]
}

function Frame() {
  // An element around everything: React holds back a page that could begin with a Suspense boundary.
  return (
    <main>
      <h1>
        <Link to="/">The Harbour Gazette</Link>
      </h1>
      <Outlet />
    </main>
  )
}

function Posts() {
  const { records, error } = useEntityRecords('postType', 'post', newest)
  if (error) return <p role="alert">{errorText(error)}</p>
  return (
    <ul>
      {records?.map(({ id, title }) => (
        <li key={id}>
          <Link to={`/posts/${id}`}>{title.raw}</Link>
        </li>
      ))}
    </ul>
  )
}

function PostPage() {
  const { id } = useParams()
  return (
    <Suspense fallback={<p>Loading the post …</p>}>
      <PostForm id={Number(id)} />
    </Suspense>
  )
}

function PostForm({ id }: { id: number }) {
  const { save, hasEdits, isSaving, saveError } = useSuspenseEntityRecord('postType', 'post', id)
  const { value: title = '', set } = useEntityField('postType', 'post', id, 'title')
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
