import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { FileAudio, FileText, FileVideo } from 'lucide-react'
import type { Attachment } from 'copydesk'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { addresses } from '../route'
import { Button } from '../ui/Button'
import { pageSize } from './mediaFields'

/** The fields that the grid asks for. */
export type GridFile = Pick<
  Attachment<'view'>,
  'id' | 'title' | 'alt_text' | 'media_type' | 'mime_type' | 'media_details' | 'source_url'
>

interface MediaGridProps {
  list: {
    records: readonly GridFile[] | undefined
    hasNextPage: boolean
    isFetchingNextPage: boolean
    error: unknown
    fetchNextPage: () => Promise<void>
  }
  openId: string | undefined
  isPrevious: boolean
}

/** The files as pictures; more of them come as one scrolls down. */
export function MediaGrid({ list, openId, isPrevious }: MediaGridProps) {
  const { records, hasNextPage, isFetchingNextPage, error, fetchNextPage } = list
  return (
    <div className="media-files" data-previous={isPrevious} aria-busy={records === undefined || isPrevious}>
      <ul className="media-grid" aria-label="Files">
        {records?.map((file) => (
          <GridCell key={file.id} file={file} isOpen={String(file.id) === openId} />
        ))}
        {records === undefined &&
          !error &&
          Array.from(Array(pageSize / 2).keys(), (cell) => <LoadingCell key={cell} />)}
      </ul>
      {hasNextPage && (
        <MoreFiles
          isFetching={isFetchingNextPage}
          hasFailed={error != null}
          onMore={() => void fetchNextPage()}
        />
      )}
    </div>
  )
}

const GridCell = memo(function GridCell({ file, isOpen }: { file: GridFile; isOpen: boolean }) {
  const { id, title, alt_text: alt, media_type: type, mime_type: mime } = file
  const cell = useRenders<HTMLLIElement>('GridCell')
  const name = plainText(title.rendered) || 'No title'
  return (
    <li ref={cell}>
      <a
        href={isOpen ? addresses.media() : addresses.media(id)}
        className="media-cell"
        aria-current={isOpen || undefined}
      >
        {type === 'image' ? (
          <img src={thumbnailOf(file)} alt={alt} loading="lazy" decoding="async" />
        ) : (
          <span className="media-icon">
            <FileIcon mime={mime} />
            {mime.replace(/^.*\//, '')}
          </span>
        )}
        <span className="truncate">{name}</span>
      </a>
    </li>
  )
})

function LoadingCell() {
  return (
    <li className="media-cell">
      <span className="skeleton" />
      <span className="skeleton" />
    </li>
  )
}

interface MoreFilesProps {
  isFetching: boolean
  hasFailed: boolean
  onMore: () => void
}

/** Fetches the next page when it comes into sight; a button for whoever gets there otherwise, and after an error. */
function MoreFiles({ isFetching, hasFailed, onMore }: MoreFilesProps) {
  const place = useRef<HTMLDivElement>(null)
  const see = useEffectEvent((isSeen: boolean) => {
    if (isSeen && !isFetching && !hasFailed) onMore()
  })
  useEffect(() => {
    const { current } = place
    if (!current) return undefined
    const observer = new IntersectionObserver(
      (entries) => see(entries.some((entry) => entry.isIntersecting)),
      {
        rootMargin: '200px',
      },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [isFetching])
  return (
    <div ref={place} className="media-more">
      <Button disabled={isFetching} onClick={onMore}>
        {isFetching ? 'Loading …' : 'Load more'}
      </Button>
    </div>
  )
}

function thumbnailOf({ media_details: details, source_url: url }: GridFile): string {
  const { medium, medium_large: larger } = details.sizes ?? {}
  return (medium ?? larger)?.source_url ?? url
}

function FileIcon({ mime }: { mime: string }) {
  if (mime.startsWith('audio/')) return <FileAudio aria-hidden />
  return mime.startsWith('video/') ? <FileVideo aria-hidden /> : <FileText aria-hidden />
}
