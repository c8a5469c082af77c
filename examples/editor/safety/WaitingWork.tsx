import { useQueue } from 'copydesk/durable/react'
import { DialogButton } from '../ui/Dialog'
import { countOf } from '../ui/texts'
import { WaitingList } from './WaitingList'

/** How much waits to be sent, and what can be done about it. */
export function WaitingWork() {
  const { state, entries, retry, discard, settle } = useQueue()
  if (entries.length === 0) return state === 'offline' ? <span className="badge warn">Offline</span> : null
  const label = `${state === 'offline' ? 'Offline: ' : ''}${countOf(entries.length, 'change')} to be sent`
  return (
    <DialogButton className="badge warn" label={label} title="To be sent">
      {() => (
        <WaitingList
          entries={entries}
          onDiscard={({ id }) => discard(id)}
          actions={({ id, state: stands }) => (
            <button onClick={() => (stands === 'held' ? retry(id) : settle(id, 'sendAgain'))}>
              {stands === 'held' ? 'Send again' : 'It is not there: send again'}
            </button>
          )}
        />
      )}
    </DialogButton>
  )
}
