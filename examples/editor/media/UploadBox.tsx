import { errorText, type EntityId } from 'copydesk'
import { useUploads } from 'copydesk/react'

/** Takes files, chosen or dropped, and shows how far they are. Called with the id of the last of them that has arrived. */
export function UploadBox({ onUploaded }: { onUploaded: (id: EntityId) => void }) {
  const { uploads, upload, cancel, retry } = useUploads()

  async function take(files: FileList | null) {
    const last = (await upload(files ?? [])).at(-1)
    if (last !== undefined) onUploaded(last)
  }

  return (
    <div
      className="upload-box"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files)
      }}
    >
      <label className="button">
        Upload files
        <input
          type="file"
          multiple
          className="hidden"
          onChange={({ target }) => {
            void take(target.files)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
      </label>
      <span className="quiet">or drop them here</span>
      <ul aria-label="Uploads" aria-live="polite">
        {uploads
          .filter(({ state }) => state !== 'done')
          .map(({ id, file, state, progress, error }) => (
            <li key={id}>
              {file.name}
              {state === 'queued' && <span className="quiet">Waits for a network</span>}
              {state !== 'queued' && !error && (
                <progress value={progress} aria-label={`Upload of ${file.name}`} />
              )}
              {error && <span role="alert">{errorText(error)}</span>}
              {error && <button onClick={() => retry(id)}>Try again</button>}
              <button onClick={() => cancel(id)} aria-label={`${error ? 'Dismiss' : 'Cancel'} ${file.name}`}>
                ×
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
