import { useSyncExternalStore } from 'react'
import type { Recorder } from '../recording/recorder'
import type { LoggedRequest, Reason, RequestHistory } from '../recording/requestLog'
import { Button, Section } from './elements'

/** The requests that were sent and those that were not needed, newest first. */
export function RequestPanel({ requests: log }: Pick<Recorder, 'requests'>) {
  const history = useSyncExternalStore(log.subscribe, log.read)
  const { requests, sent, counts } = history
  const saved = counts.known + counts.shared
  return (
    <Section
      title="Requests"
      detail={`${sent} sent, ${saved} not needed`}
      actions={
        <Button disabled={sent + saved === 0} onClick={log.clear}>
          Clear
        </Button>
      }
    >
      {saved > 0 && <SavedRequests history={history} />}
      <ol>
        {requests.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
        {requests.length === 0 && <li className="hint">No request since the log began.</li>}
      </ol>
    </Section>
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
      <span className="path">{decoded(path)}</span>
      {reason && (
        <span className="reason">
          <b>{askedBy(reason)}</b> {explain(reason)}
        </span>
      )}
      {note !== null && <span className="note">{note}</span>}
    </li>
  )
}

function askedBy({ area, component }: Pick<Reason, 'area' | 'component'>): string {
  return area ?? component ?? 'Application'
}

/** Why, in a line: who called what, and what made that need a request. */
function explain({ area, component, caller, what, occasion }: Reason): string {
  const within = area !== null && component !== null ? `for ${component}` : null
  return [caller, what, occasion, within].filter((part) => part !== null).join(' · ')
}

/** What the store spared the server. */
function SavedRequests({ history: { saved, counts } }: { history: RequestHistory }) {
  return (
    <details className="saved">
      <summary>
        {counts.known} answered from the store, {counts.shared} shared with one under way
      </summary>
      <ul>
        {saved.map(({ id, what, because, ...origin }) => (
          <li key={id}>
            <b>{askedBy(origin)}</b> {what} · {because === 'known' ? 'the store had it' : 'shared'}
          </li>
        ))}
      </ul>
    </details>
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
