import { useDeferredValue, useState } from 'react'
import { useListSelection } from 'copydesk/react'
import { useDrafts } from 'copydesk/durable/react'
import { goTo, type Route } from '../app/route'
import { Pager } from '../ui/Pager'
import { Problem } from '../ui/Problem'
import { countOf } from '../ui/texts'
import { BulkBar } from './BulkBar'
import { PostRow } from './PostRow'
import { posts, statusTexts } from './posts'

/** The posts of the site: searched, filtered, in pages, and some of them chosen. */
export function PostList({ openId }: { openId: Route['id'] }) {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('any')
  const [page, setPage] = useState(1)
  // Typing goes first; the list follows.
  const asked = useDeferredValue(search.trim())
  const list = posts.useRecords(
    { context: 'view', per_page: 15, page, status, ...(asked && { search: asked }) },
    { keepPreviousData: true },
  )
  const { records, totalItems, totalPages, error, isFetching, refetch } = list
  const selection = useListSelection(records, { across: true })
  const drafts = useDrafts('postType', 'post')

  /** Another list begins on its first page, and nothing that it does not show is chosen. */
  function change(set: () => void) {
    set()
    setPage(1)
    selection.clear()
  }

  return (
    <section className="list" aria-label="Posts" aria-busy={isFetching}>
      <div className="tools">
        <input
          type="search"
          aria-label="Search posts"
          placeholder="Search posts"
          value={search}
          onChange={({ target }) => change(() => setSearch(target.value))}
        />
        <select
          aria-label="Status"
          value={status}
          onChange={({ target }) => change(() => setStatus(target.value))}
        >
          <option value="any">All</option>
          {Object.entries(statusTexts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <button className="primary" onClick={() => goTo('posts', 'new')}>
          New post
        </button>
      </div>
      <BulkBar selection={selection} onDone={() => refetch()} />
      {error && <Problem error={error} onRetry={refetch} />}
      {drafts.length > 0 && (
        <ul aria-label="Not on the site yet">
          {drafts.map(({ id }) => (
            <PostRow key={id} id={Number(id)} isOpen={id === openId} />
          ))}
        </ul>
      )}
      <ul aria-label="On the site" className={list.isPrevious ? 'stale' : undefined}>
        {records?.map(({ id }) => (
          <PostRow
            key={id}
            id={id}
            isOpen={id === openId}
            isChosen={selection.isSelected(id)}
            onChoose={(isRange) => selection.toggle(id, { shiftKey: isRange })}
          />
        ))}
      </ul>
      <p role="status" className="quiet">
        {records === undefined ? !error && 'Loading…' : countOf(totalItems ?? records.length, 'post')}
      </p>
      <Pager page={page} totalPages={totalPages} onPage={setPage} />
    </section>
  )
}
