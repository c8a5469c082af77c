import { useRef, useState } from 'react'
import { useInfiniteEntityRecords, useResourcePermissions } from 'copydesk/react'
import { Check, File as FileIcon, Upload } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { useDebounced } from '../list/useDebounced'
import { useTakeFile } from '../media/takeFile'
import { uploadProblem } from '../media/uploadProblem'
import { useFileDrop } from '../media/useFileDrop'
import { plainText } from '../plainText'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { TextField } from '../ui/Field'
import { Skeleton } from '../ui/Skeleton'

/** A picture or another file that was chosen. */
export interface ChosenPicture {
  id: number
  url: string
  alt: string
  title: string
}

interface MediaPickerProps {
  /** Default a picture. */
  kind?: keyof typeof kinds
  /** Whether several can be chosen, which `onChooseAll` is given. */
  isMultiple?: boolean
  onChoose?: (picture: ChosenPicture) => void
  onChooseAll?: (pictures: readonly ChosenPicture[]) => void
  onClose: () => void
}

const kinds = {
  image: { title: 'Choose a picture', many: 'pictures', accept: 'image/*', mediaType: 'image' },
  audio: { title: 'Choose an audio file', many: 'audio files', accept: 'audio/*', mediaType: 'audio' },
  video: { title: 'Choose a video', many: 'videos', accept: 'video/*', mediaType: 'video' },
  file: { title: 'Choose a file', many: 'files', accept: '', mediaType: undefined },
} as const

interface ListedFile {
  id: number
  title: { rendered: string }
  alt_text: string
  source_url: string
  media_type: string
  mime_type: string
  media_details: { sizes?: Record<string, { source_url: string }> }
}

/** Asks for a picture, or another file, of the media library, or for one from the disk, which is uploaded. */
export function MediaPicker({
  kind = 'image',
  isMultiple = false,
  onChoose,
  onChooseAll,
  onClose,
}: MediaPickerProps) {
  useRenders('MediaPicker')
  const { title, many, mediaType } = kinds[kind]
  const [text, setText] = useState('')
  const [marked, setMarked] = useState<readonly ChosenPicture[]>([])
  const search = useDebounced(text.trim(), 200)
  const { records, error, refetch, hasNextPage, fetchNextPage, isResolving, isFetchingNextPage } =
    useInfiniteEntityRecords('postType', 'attachment', {
      context: 'view',
      media_type: mediaType,
      per_page: 24,
      search: search || undefined,
      _fields: 'id,title,alt_text,source_url,media_type,mime_type,media_details',
    })
  const files = records as readonly ListedFile[] | null

  function choose(file: ChosenPicture) {
    if (!isMultiple) return onChoose?.(file)
    const isMarked = marked.some(({ id }) => id === file.id)
    setMarked(isMarked ? marked.filter(({ id }) => id !== file.id) : [...marked, file])
  }

  const upload = useUpload((uploaded) => {
    if (isMultiple) setMarked((before) => [...before, ...uploaded])
    else if (uploaded[0]) onChoose?.(uploaded[0])
  })
  const { isOver, ...dropTarget } = useFileDrop((dropped) => void upload.send(dropped))
  return (
    <Dialog
      title={isMultiple ? `Choose ${many}` : title}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isMultiple && (
            <Button variant="primary" disabled={marked.length === 0} onClick={() => onChooseAll?.(marked)}>
              {marked.length > 0 ? `Use ${marked.length}` : 'Use them'}
            </Button>
          )}
        </>
      }
    >
      <div className="picker-head" data-over={isOver || undefined} {...dropTarget}>
        <TextField
          label="Search"
          type="search"
          value={text}
          autoFocus
          data-native-undo
          onChange={({ target }) => setText(target.value)}
        />
        <UploadButton kind={kind} isMultiple={isMultiple} upload={upload} />
      </div>
      {upload.problem !== null && (
        <p className="error" role="alert">
          {upload.problem}
        </p>
      )}
      <ErrorState error={error} onRetry={refetch} />
      <div className="picture-grid" aria-busy={isResolving}>
        {!files && !error && Array.from(Array(8).keys(), (at) => <Skeleton key={at} height="7rem" />)}
        {files?.map((file) => {
          const name = plainText(file.title.rendered) || 'No title'
          const isMarked = marked.some(({ id }) => id === file.id)
          return (
            <button
              key={file.id}
              type="button"
              className="picture"
              aria-pressed={isMultiple ? isMarked : undefined}
              onClick={() => choose({ id: file.id, url: file.source_url, alt: file.alt_text, title: name })}
            >
              {file.media_type === 'image' ? (
                <img
                  src={file.media_details.sizes?.thumbnail?.source_url ?? file.source_url}
                  alt={file.alt_text}
                  loading="lazy"
                />
              ) : (
                <span className="media-icon">
                  <FileIcon aria-hidden />
                </span>
              )}
              <span className="truncate">{name}</span>
              {isMarked && <Check className="picture-mark" aria-hidden />}
            </button>
          )
        })}
      </div>
      {files?.length === 0 && !isResolving && (
        <p className="hint">{search ? `No ${many} match “${search}”.` : `There are no ${many} yet.`}</p>
      )}
      {hasNextPage && (
        <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Dialog>
  )
}

interface FileUpload {
  isSending: boolean
  /** Why a file did not arrive; null where all did. */
  problem: string | null
  send: (files: readonly File[]) => Promise<void>
}

/** Uploads files one after the other; what has arrived is chosen. */
function useUpload(onDone: (files: readonly ChosenPicture[]) => void): FileUpload {
  const take = useTakeFile()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    isSending,
    problem,
    async send(files) {
      setIsSending(true)
      setProblem(null)
      const done: ChosenPicture[] = []
      for (const file of files) {
        try {
          const made = await take(file)
          if (made) done.push(made)
        } catch (error) {
          const { text, advice } = uploadProblem(error, file)
          setProblem(`${file.name} was not uploaded. ${text} ${advice}`)
        }
      }
      setIsSending(false)
      if (done.length > 0) onDone(done)
    },
  }
}

interface UploadButtonProps {
  kind: keyof typeof kinds
  isMultiple: boolean
  upload: FileUpload
}

/** Lets one choose files from the disk; not for those who may not upload. */
function UploadButton({ kind, isMultiple, upload }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const { canCreate, status } = useResourcePermissions({ kind: 'postType', name: 'attachment' })
  if (status === 'success' && !canCreate) return null
  return (
    <>
      <Button disabled={upload.isSending || !canCreate} onClick={() => input.current?.click()}>
        <Upload aria-hidden /> {upload.isSending ? 'Uploading …' : 'Upload'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to upload"
        accept={kinds[kind].accept}
        multiple={isMultiple}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          if (chosen.length > 0) void upload.send(chosen)
        }}
      />
    </>
  )
}
