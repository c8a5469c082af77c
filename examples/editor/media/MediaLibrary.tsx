import { useDeferredValue, useState } from 'react'
import { useEntityRecords } from 'copydesk/react'
import { Pager } from '../ui/Pager'
import { Problem } from '../ui/Problem'
import { fromHtml } from '../ui/texts'
import { Thumbnail } from './Thumbnail'
import { UploadBox } from './UploadBox'

interface MediaLibraryProps {
  /** The id of the file that is chosen. */
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** The files of the site, newest first: searched, in pages, and new ones uploaded. */
export function MediaLibrary({ chosen, onChoose }: MediaLibraryProps) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const asked = useDeferredValue(search.trim())
  const { records, totalPages, error, isFetching, refetch } = useEntityRecords(
    'postType',
    'attachment',
    { context: 'view', per_page: 24, page, ...(asked && { search: asked }) },
    { keepPreviousData: true },
  )
  return (
    <section className="library" aria-label="Media library" aria-busy={isFetching}>
      <div className="tools">
        <input
          type="search"
          aria-label="Search media"
          placeholder="Search media"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setPage(1)
          }}
        />
        <UploadBox onUploaded={(id) => onChoose(Number(id))} />
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {records?.length === 0 && <p className="empty">Nothing here.</p>}
      <ul className="grid">
        {records?.map((media) => (
          <li key={media.id}>
            <button aria-pressed={media.id === chosen} onClick={() => onChoose(media.id)}>
              <Thumbnail media={media} />
              <span>{fromHtml(media.title.rendered)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={totalPages} onPage={setPage} />
    </section>
  )
}
