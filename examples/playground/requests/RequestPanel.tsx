import { useSyncExternalStore } from 'react'
import { Button } from '../ui/Button'
import { Panel } from '../ui/Panel'
import type { LoggedRequest, Reason, RequestHistory, RequestLog } from './requestLog'

/** The network requests that this page caused and those that were not needed, newest first. */
export function RequestPanel({ log }: { log: RequestLog }) {
  const history = useSyncExternalStore(log.subscribe, log.read)
  const { requests, sent, counts } = history
  const saved = counts.known + counts.shared
  return (
    <Panel
      title={
        <>
          Requests{' '}
          <span className="quiet">
            {sent} sent, {saved} saved
          </span>
        </>
      }
      actions={
        <Button size="small" variant="plain" disabled={sent + saved === 0} onClick={log.clear}>
          Clear
        </Button>
      }
    >
      {saved > 0 && <SavedRequests history={history} />}
      <ol className="request-list">
        {requests.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
        {requests.length === 0 && <li className="hint">Nothing since you cleared it.</li>}
      </ol>
    </Panel>
  )
}

function RequestLine({ request }: { request: LoggedRequest }) {
  const { method, path, status, duration, note, reason } = request
  const isBad = status === 'failed' || (typeof status === 'number' && status >= 400)
  return (
    <li className="request">
      <span className="method">{method}</span>
      <span className="code" data-bad={isBad}>
        {status ?? '…'}
      </span>
      <span className="duration">{duration === null ? '' : `${duration} ms`}</span>
      <span className="path">{decodeURIComponent(path)}</span>
      {reason && (
        <span className="reason">
          <b>{reason.asker}</b> {explain(reason)}
        </span>
      )}
      {note !== null && <span className="note">{note}</span>}
    </li>
  )
}

/** Why, in a line: who called what, and what made that need a request. */
function explain({ caller, what, occasion }: Reason): string {
  return [caller, what, occasion].filter((part) => part !== null).join(' · ')
}

/** What the store spared the server. */
function SavedRequests({ history: { saved, counts } }: { history: RequestHistory }) {
  return (
    <details className="saved-requests">
      <summary>
        {counts.known} answered from the store, {counts.shared} shared with one under way
      </summary>
      <ul>
        {saved.map(({ id, asker, what, because }) => (
          <li key={id}>
            <b>{asker}</b> {what} · {because === 'known' ? 'the store had it' : 'shared'}
          </li>
        ))}
      </ul>
    </details>
  )
}
