import { useRef, useState, type ReactNode } from 'react'
import { errorText, type EntityId } from 'copydesk'
import { useResourcePermissions, useUploads, type Upload } from 'copydesk/react'

export interface UploadBoxProps {
  /** Called with the ids of the files that have arrived. */
  onUploaded?: ((ids: readonly EntityId[]) => void) | undefined
  /** Which files are asked for, such as `image/*`. Default: all. */
  accept?: string | undefined
  /** Whether they are for a record, with which they are sent where there is no network now. */
  isForRecord?: boolean
  /** What went wrong with a file, for people. */
  explain?: (error: unknown, file: File) => string
}

const states: Partial<Record<Upload['state'], string>> = {
  waiting: 'Waiting',
  finishing: 'The site makes its sizes',
  done: 'Uploaded',
  queued: 'Waits for a network',
}

/** Takes files, chosen or dropped on what is in it, and shows what becomes of them. */
export function UploadBox(props: UploadBoxProps & { children: ReactNode }) {
  const { onUploaded, accept, isForRecord = false, explain = errorText, children } = props
  const { uploads, upload, cancel, retry, clear } = useUploads()
  const { canCreate, status } = useResourcePermissions({ kind: 'postType', name: 'attachment' })
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const isRefused = status === 'success' && !canCreate
  const drop = isOver ? 'Drop to upload' : canCreate && 'Drop files anywhere here to upload them.'

  async function take(files: FileList | null) {
    setIsOver(false)
    const ids = isRefused ? [] : await upload(files ?? [], { draft: isForRecord })
    if (ids.length > 0) onUploaded?.(ids)
  }

  return (
    <div
      className="stack upload-box"
      data-over={isOver}
      onDragEnter={({ dataTransfer }) => setIsOver(dataTransfer.types.includes('Files'))}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(isOver && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files)
      }}
    >
      <div className="tools">
        {/* Where it could not be learnt who may, the site says so itself. */}
        <button disabled={!canCreate && status !== 'error'} onClick={() => input.current?.click()}>
          Upload
        </button>
        <input
          ref={input}
          type="file"
          aria-label="File to upload"
          hidden
          multiple
          accept={accept}
          onChange={({ target }) => {
            void take(target.files)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        <span className="quiet">{isRefused ? 'You may not upload files.' : drop}</span>
        {uploads.some(({ state }) => state === 'done' || state === 'failed') && (
          <button onClick={clear}>Clear</button>
        )}
      </div>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" aria-live="polite">
          {uploads.map(({ id, file, state, progress, error }) => (
            <li key={id} className="tools">
              {file.name}
              <span className="quiet">{states[state]}</span>
              {state === 'sending' && <progress value={progress} aria-label={file.name} />}
              {error && <span role="alert">{explain(error, file)}</span>}
              {error && (
                <button onClick={() => retry(id)} aria-label={`Try ${file.name} again`}>
                  Try again
                </button>
              )}
              {state !== 'done' && (
                <button
                  onClick={() => cancel(id)}
                  aria-label={`${error ? 'Dismiss' : 'Cancel'} ${file.name}`}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
