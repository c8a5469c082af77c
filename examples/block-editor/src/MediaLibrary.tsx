import { useState, type ReactNode } from 'react'
import { errorText } from 'copydesk'
import { useInfiniteEntityRecords } from 'copydesk/react'
import { Button, Modal, SearchControl } from '@wordpress/components'
import { addFilter } from '@wordpress/hooks'

interface Media {
  readonly id: number
  readonly url: string
  readonly alt: string
  readonly mime: string
}

interface MediaUploadProps {
  readonly allowedTypes?: readonly string[]
  readonly multiple?: boolean | string
  readonly onSelect: (media: Media | Media[]) => void
  readonly render: (parts: { open: () => void }) => ReactNode
}

/** Blocks leave it to the application how files are chosen: here from a list of the store. */
export function registerMediaLibrary(): void {
  addFilter('editor.MediaUpload', 'copydesk/media-library', () => MediaUpload)
}

function MediaUpload({ render, ...props }: MediaUploadProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {render({ open: () => setIsOpen(true) })}
      {isOpen && <MediaLibrary {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function MediaLibrary({
  allowedTypes,
  multiple,
  onSelect,
  onClose,
}: Omit<MediaUploadProps, 'render'> & { onClose: () => void }) {
  const [search, setSearch] = useState('')
  // Many types can't be asked for at once: the first of them.
  const { records, hasNextPage, fetchNextPage, error } = useInfiniteEntityRecords('postType', 'attachment', {
    per_page: 20,
    media_type: allowedTypes?.[0],
    search: search || undefined,
  })
  return (
    <Modal title="Media" onRequestClose={onClose} size="large">
      <SearchControl value={search} onChange={setSearch} label="Search media" />
      {error && <p role="alert">{errorText(error)}</p>}
      <ul className="media">
        {records?.map(({ id, source_url: url, alt_text: alt, mime_type: mime, title }) => (
          <li key={id}>
            <Button
              label={title.raw}
              onClick={() => {
                const media = { id, url, alt, mime }
                onSelect(multiple ? [media] : media)
                onClose()
              }}
            >
              {mime.startsWith('image/') ? <img src={url} alt={alt} /> : title.raw}
            </Button>
          </li>
        ))}
      </ul>
      {records?.length === 0 && <p>No files match.</p>}
      {hasNextPage && (
        <Button variant="secondary" onClick={fetchNextPage}>
          More
        </Button>
      )}
    </Modal>
  )
}
