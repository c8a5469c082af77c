import { useState, useSyncExternalStore } from 'react'
import type { LoggedRequest, RequestLog } from './requestLog'
import { Button } from '../ui/Button'

/** The network requests that this page caused, newest first. */
export function RequestPanel({ log }: { log: RequestLog }) {
  const requests = useSyncExternalStore(log.subscribe, log.read)
  const [isOpen, setIsOpen] = useState(() => matchMedia('(min-width: 70rem)').matches)
  return (
    <section className="panel requests" aria-labelledby="requests-heading">
      <header>
        <h2 id="requests-heading">
          Requests <span className="count">{requests.length}</span>
        </h2>
        <Button size="small" disabled={requests.length === 0} onClick={log.clear}>
          Clear
        </Button>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </header>
      {isOpen && (
        <ol className="request-list">
          {requests.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
          {requests.length === 0 && <li className="quiet">Nothing since you cleared it.</li>}
        </ol>
      )}
    </section>
  )
}

function RequestLine({ request }: { request: LoggedRequest }) {
  const { method, path, status, duration, note } = request
  const isBad = status === 'failed' || (typeof status === 'number' && status >= 400)
  return (
    <li>
      <span className="method">{method}</span>
      <span className={isBad ? 'code bad' : 'code'}>{status ?? '…'}</span>
      <span className="duration">{duration === null ? '' : `${duration} ms`}</span>
      <span className="path">{decodeURIComponent(path)}</span>
      {note !== null && <span className="note">{note}</span>}
    </li>
  )
}
