import { useState } from 'react'
import { errorText } from 'copydesk'
import { useQueue } from 'copydesk/durable/react'
import { Dialog } from '../ui/Dialog'
import { countOf, showDate } from '../ui/texts'
import { fieldName } from './fieldNames'

const states = {
  waiting: 'Waits to be sent',
  sending: 'Being sent',
  uncertain: 'Sent, but not answered: nobody knows whether it arrived',
  held: 'The site has refused it',
}

/** What was saved without a network, in the order in which it is sent, and what can be done about it. */
export function WaitingWork() {
  const { state, entries, retry, discard, settle } = useQueue()
  const [isOpen, setIsOpen] = useState(false)
  if (entries.length === 0) return state === 'offline' ? <span className="badge warn">Offline</span> : null
  return (
    <>
      <button className="badge warn" onClick={() => setIsOpen(true)}>
        {state === 'offline' && 'Offline: '}
        {countOf(entries.length, 'change')} to be sent
      </button>
      {isOpen && (
        <Dialog title="To be sent" onClose={() => setIsOpen(false)}>
          <ul className="stack">
            {entries.map(({ id, title, what, fields, at, state: stands, error }) => (
              <li key={id} className="card">
                <h3>{title || '(no title)'}</h3>
                <p className="quiet">
                  {what === 'delete' ? 'Deleted' : fields.map(fieldName).join(', ')}, {showDate(at)}
                </p>
                <p>
                  {states[stands]}. {error && errorText(error)}
                </p>
                <footer>
                  <button onClick={() => void discard(id)}>Do not send</button>
                  {stands === 'uncertain' && (
                    <button onClick={() => void settle(id, 'sendAgain')}>
                      It is not on the site: send again
                    </button>
                  )}
                  {stands === 'held' && <button onClick={() => void retry(id)}>Send again</button>}
                </footer>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
