import { useDeferredValue, useState, type ReactNode } from 'react'
import { useEntityRecords } from 'copydesk/react'
import { Pager } from '../ui/Pager'
import { Problem } from '../ui/Problem'
import { fromHtml } from '../ui/texts'
import { Thumbnail } from './Thumbnail'
import { UploadBox, type UploadBoxProps } from './UploadBox'

interface MediaLibraryProps extends Omit<UploadBoxProps, 'accept'> {
  /** The ids of the files that are chosen. */
  chosen: readonly (number | undefined)[]
  onChoose: (id: number) => void
  /** Which sort of files is shown, such as `image`. Default: all. */
  type?: string | undefined
  children?: ReactNode
}

/** The files of the site, newest first: searched, in pages, and new ones uploaded. */
export function MediaLibrary({ chosen, onChoose, type, children, ...upload }: MediaLibraryProps) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const asked = useDeferredValue(search.trim())
  const { records, totalPages, error, isFetching, refetch } = useEntityRecords(
    'postType',
    'attachment',
    {
      context: 'view',
      _fields: 'id,title,source_url,alt_text,media_type,mime_type,media_details',
      per_page: 24,
      page,
      ...(type && { media_type: type }),
      ...(asked && { search: asked }),
    },
    { keepPreviousData: true },
  )
  return (
    <section className="stack" aria-label="Library" aria-busy={isFetching}>
      <div className="tools">
        <input
          type="search"
          aria-label="Search media"
          placeholder="Search media"
          value={search}
          onChange={({ target }) => (setSearch(target.value), setPage(1))}
        />
        {children}
      </div>
      <UploadBox {...upload} accept={type && `${type}/*`}>
        {error && <Problem error={error} onRetry={refetch} />}
        {records?.length === 0 && (
          <p className="empty">{asked || type ? 'No files match' : 'No files yet'}</p>
        )}
        <ul className="grid" aria-label="Files">
          {records?.map((media) => (
            <li key={media.id}>
              <button aria-pressed={chosen.includes(media.id)} onClick={() => onChoose(media.id)}>
                <Thumbnail media={media} />
                <span>{fromHtml(media.title.rendered) || '(no title)'}</span>
              </button>
            </li>
          ))}
        </ul>
        {records && <Pager page={page} totalPages={totalPages} onPage={setPage} />}
      </UploadBox>
    </section>
  )
}
