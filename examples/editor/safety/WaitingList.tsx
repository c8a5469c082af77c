import type { ReactNode } from 'react'
import { errorText } from 'copydesk'
import type { QueueEntry } from 'copydesk/durable'
import { showDate } from '../ui/texts'
import { fieldName } from './fieldNames'

interface WaitingListProps {
  entries: readonly QueueEntry[]
  onDiscard: (entry: QueueEntry) => void
  /** What else can be done about one of which nobody knows whether it arrived, or that the site has refused. */
  actions: (entry: QueueEntry) => ReactNode
}

const states = {
  waiting: 'Waits to be sent',
  sending: 'Being sent',
  uncertain: 'It was sent, and no answer came: it may be on the site already, so please look there',
  held: 'The site did not take it',
}

/** What was saved without a network, in the order in which it is sent. */
export function WaitingList({ entries, onDiscard, actions }: WaitingListProps) {
  return (
    <ol className="stack">
      {entries.map((entry) => {
        const { id, title, what, fields, at, state, error, waitsFor = [] } = entry
        const earlier = entries.filter((one) => waitsFor.includes(one.id)).map((one) => `“${one.title}”`)
        return (
          <li key={id} className="card stack" aria-label={title}>
            <h3>{title || '(no title)'}</h3>
            <p className="quiet">
              {[...(what === 'delete' ? ['Deleted'] : fields.map(fieldName)), showDate(at)].join(', ')}.
              {earlier.length > 0 && ` Goes after ${earlier.join(' and ')}.`}
            </p>
            <p>
              {states[state]}. {error && errorText(error)}
            </p>
            <footer>
              {(state === 'uncertain' || state === 'held') && actions(entry)}
              {state !== 'sending' && <button onClick={() => onDiscard(entry)}>Do not send</button>}
            </footer>
          </li>
        )
      })}
    </ol>
  )
}
