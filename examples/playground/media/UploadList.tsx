import { Check, CircleAlert, X } from 'lucide-react'
import { useUploads, type Upload } from 'copydesk/react'
import { addresses } from '../route'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { fileSize } from './fileSize'
import { uploadProblem } from './uploadProblem'

/** The files on their way, each with its progress, and what became of them. */
export function UploadList() {
  const { uploads: list, clear } = useUploads()
  if (list.length === 0) return null
  const failed = list.filter(({ state }) => state === 'failed').length
  const queued = list.filter(({ state }) => state === 'queued').length
  const waiting = list.filter(({ state }) => !hasEnded[state]).length
  return (
    <section className="uploads" aria-label="Uploads">
      <header>
        <h2 role="status">{summary(list.length, waiting, failed, queued)}</h2>
        {waiting < list.length && (
          <Button size="small" variant="plain" onClick={clear}>
            Clear
          </Button>
        )}
      </header>
      <ul>
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function summary(all: number, waiting: number, failed: number, queued: number): string {
  const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`
  if (waiting > 0) return `Uploading ${files(waiting)}`
  if (failed > 0) return `${files(failed)} not uploaded`
  return queued > 0 ? `${files(queued)} waiting for a network` : `${files(all)} uploaded`
}

function UploadRow({ upload: { id, file, state, progress, error, mediaId } }: { upload: Upload }) {
  const { cancel, retry } = useUploads()
  const isGoing = state === 'sending' || state === 'finishing'
  const problem = state === 'failed' ? uploadProblem(error, file) : null
  return (
    <li className="upload" data-state={state}>
      {state === 'done' ? <Check aria-hidden /> : state === 'failed' ? <CircleAlert aria-hidden /> : <span />}
      <span className="truncate" title={file.name}>
        {mediaId === undefined ? file.name : <a href={addresses.media(Number(mediaId))}>{file.name}</a>}
      </span>
      <span className="hint">
        {labels[state] ?? `${Math.round(progress * 100)} % of ${fileSize(file.size)}`}
      </span>
      {state === 'failed' && !problem?.isFinal && (
        <Button size="small" aria-label={`Try ${file.name} again`} onClick={() => retry(id)}>
          Try again
        </Button>
      )}
      {state !== 'done' && state !== 'queued' && (
        <IconButton
          size="small"
          icon={X}
          label={state === 'failed' ? `Dismiss ${file.name}` : `Cancel ${file.name}`}
          onClick={() => cancel(id)}
        />
      )}
      {isGoing && (
        <progress aria-label={file.name} max={1} value={state === 'finishing' ? undefined : progress} />
      )}
      {problem && (
        <p role="alert">
          {problem.text} {problem.advice}
        </p>
      )}
    </li>
  )
}

const hasEnded: Partial<Record<Upload['state'], boolean>> = { done: true, queued: true, failed: true }

const labels: Partial<Record<Upload['state'], string>> = {
  waiting: 'Waiting',
  finishing: 'The server makes its sizes',
  done: 'Uploaded',
  queued: 'Waits for a network',
  failed: 'Failed',
}
