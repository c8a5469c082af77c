import { useState } from 'react'
import { useInfiniteEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { useDebounced } from '../list/useDebounced'
import { plainText } from '../plainText'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { TextField } from '../ui/Field'
import { Skeleton } from '../ui/Skeleton'

/** A picture that was chosen. */
export interface ChosenPicture {
  id: number
  url: string
  alt: string
}

interface MediaPickerProps {
  onChoose: (picture: ChosenPicture) => void
  onClose: () => void
}

interface ListedPicture {
  id: number
  title: { rendered: string }
  alt_text: string
  source_url: string
  media_details: { sizes?: Record<string, { source_url: string }> }
}

/** Asks for a picture of the media library. */
export function MediaPicker({ onChoose, onClose }: MediaPickerProps) {
  useRenders('MediaPicker')
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), 200)
  const { records, error, refetch, hasNextPage, fetchNextPage, isResolving, isFetchingNextPage } =
    useInfiniteEntityRecords('root', 'media', {
      context: 'view',
      media_type: 'image',
      per_page: 24,
      search: search || undefined,
      _fields: 'id,title,alt_text,source_url,media_details',
    })
  const pictures = records as readonly ListedPicture[] | null
  return (
    <Dialog
      title="Choose a picture"
      size="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField
        label="Search"
        type="search"
        value={text}
        autoFocus
        data-native-undo
        onChange={({ target }) => setText(target.value)}
      />
      <ErrorState error={error} onRetry={refetch} />
      <div className="picture-grid" aria-busy={isResolving}>
        {!pictures && !error && Array.from(Array(8).keys(), (at) => <Skeleton key={at} height="7rem" />)}
        {pictures?.map((picture) => (
          <button
            key={picture.id}
            type="button"
            className="picture"
            onClick={() => onChoose({ id: picture.id, url: picture.source_url, alt: picture.alt_text })}
          >
            <img
              src={picture.media_details.sizes?.thumbnail?.source_url ?? picture.source_url}
              alt={picture.alt_text}
              loading="lazy"
            />
            <span className="truncate">{plainText(picture.title.rendered) || 'No title'}</span>
          </button>
        ))}
      </div>
      {pictures?.length === 0 && !isResolving && (
        <p className="hint">{search ? 'Nothing found.' : 'There are no pictures yet.'}</p>
      )}
      {hasNextPage && (
        <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More
        </Button>
      )}
    </Dialog>
  )
}
