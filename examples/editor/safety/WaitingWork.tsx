import { useState } from 'react'
import { useQueue } from 'copydesk/durable/react'
import { Dialog } from '../ui/Dialog'
import { countOf } from '../ui/texts'
import { WaitingList } from './WaitingList'

/** How much waits to be sent, and what can be done about it. */
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
          <WaitingList
            entries={entries}
            onDiscard={({ id }) => discard(id)}
            actions={({ id, state: stands }) =>
              stands === 'held' ? (
                <button onClick={() => retry(id)}>Send again</button>
              ) : (
                <button onClick={() => settle(id, 'sendAgain')}>It is not there: send again</button>
              )
            }
          />
        </Dialog>
      )}
    </>
  )
}
