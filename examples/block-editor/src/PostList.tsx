import { useState } from 'react'
import { errorText } from 'copydesk'
import { useDirtyEntityRecords, useEntityRecords } from 'copydesk/react'
import { Button, SearchControl, Spinner } from '@wordpress/components'
import type { KnownUser } from './session'

/** The posts this user may see, newest first, with a dot at those that are not saved. */
export function PostList({
  user,
  open,
  onOpen,
}: {
  user: KnownUser
  open: number | undefined
  onOpen: (id: number) => void
}) {
  const [search, setSearch] = useState('')
  const { records, totalItems, isFetching, error } = useEntityRecords(
    'postType',
    'post',
    { per_page: 20, status: 'any', search: search || undefined, _fields: 'id,title,status' },
    { keepPreviousData: true },
  )
  const { dirty } = useDirtyEntityRecords()
  const isDirty = (id: number) => dirty.some(({ name, key }) => name === 'post' && key === String(id))
  return (
    <nav className="post-list" aria-label="Posts">
      <p className="post-list-user">
        {user.name} {isFetching && <Spinner />}
      </p>
      <SearchControl value={search} onChange={setSearch} label="Search posts" />
      {error && <p role="alert">{errorText(error)}</p>}
      <ul>
        {records?.map(({ id, title, status }) => (
          <li key={id}>
            <Button isPressed={id === open} onClick={() => onOpen(id)}>
              <span>{title?.raw || 'Untitled'}</span>
              {isDirty(id) && <span title="Not saved">●</span>}
              <small>{status}</small>
            </Button>
          </li>
        ))}
      </ul>
      {totalItems === 0 && <p>No posts match.</p>}
    </nav>
  )
}
