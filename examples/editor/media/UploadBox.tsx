import { errorText } from 'copydesk'
import { useUploads } from './UploadsProvider'

/** Takes files, chosen or dropped, and shows how far they are. Called with the id of each that has arrived. */
export function UploadBox({ onUploaded }: { onUploaded?: (id: number) => void }) {
  const { uploads, upload } = useUploads()

  function take(files: FileList | null) {
    for (const file of files ?? [])
      void upload(file).then((id) => {
        if (id !== undefined) onUploaded?.(id)
      })
  }

  return (
    <div
      className="upload-box"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
    >
      <label className="button">
        Upload files
        <input
          type="file"
          multiple
          className="hidden"
          onChange={({ target }) => {
            take(target.files)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
      </label>
      <span className="quiet">or drop them here</span>
      <ul aria-label="Uploads" aria-live="polite">
        {uploads.map(({ file, progress, error, cancel }) => (
          <li key={`${file.name} ${file.lastModified}`}>
            {file.name}
            {error ? (
              <span role="alert"> {errorText(error)}</span>
            ) : (
              <progress value={progress} aria-label={`Upload of ${file.name}`} />
            )}
            <button onClick={cancel} aria-label={`${error ? 'Dismiss' : 'Cancel'} ${file.name}`}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
