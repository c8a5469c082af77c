import type { QueueEntry, Settlement } from 'copydesk/durable'
import { useState } from 'react'
import { fieldLabel } from '../difference/fieldNames'
import { longDate } from '../dates'
import { errorText } from '../errorText'
import { recordAddress } from '../route'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { TextField } from '../ui/Field'
import { kindLabel, recordTitle } from '../unsaved/recordName'
import { deeds } from './entryWords'
import { useShowConflict } from './ConflictContext'

interface WaitingRowProps {
  entry: QueueEntry
  /** What has to be sent before, by name. */
  waitsFor: readonly string[]
  onRetry: () => void
  onDiscard: () => void
  onSettle: (how: Settlement) => void
}

/** One write that waits: what it is, how it stands in plain words, and what can be done about it. */
export function WaitingRow({ entry, waitsFor, onRetry, onDiscard, onSettle }: WaitingRowProps) {
  const { what, kind, name, key, title, fields, at, attempts, state, error, conflict } = entry
  const showConflict = useShowConflict()
  const isLocal = Number(key) < 0 || String(key).startsWith('local-')
  const shown =
    title || (isLocal ? `New ${kindLabel(kind, name).toLowerCase()}` : recordTitle(kind, name, key, ''))
  return (
    <li className="waiting-row">
      <div className="waiting-head">
        <a href={(what !== 'delete' && recordAddress(kind, name, key)) || undefined}>{shown}</a>
        <Badge
          tone={
            state === 'held' || state === 'uncertain' ? 'warn' : state === 'sending' ? 'accent' : undefined
          }
        >
          {stateWords[state]}
        </Badge>
      </div>
      <p className="hint">
        {deeds[what]} · {kindLabel(kind, name)}
        {fields.length > 0 && ` · ${fields.map(fieldLabel).join(', ')}`} · {longDate(at)}
      </p>
      {waitsFor.length > 0 && <p className="hint">Goes after {waitsFor.join(' and ')}.</p>}
      {state === 'waiting' && attempts > 0 && (
        <p className="hint">
          Tried {attempts === 1 ? 'once' : `${attempts} times`}
          {error && `: ${errorText(error)}`}
        </p>
      )}
      {state === 'held' && (
        <p className="waiting-error">
          {conflict
            ? 'Somebody else changed the same thing meanwhile. Nothing was replaced.'
            : `The site did not take it${error ? `: ${errorText(error)}` : '.'}`}
        </p>
      )}
      {state === 'uncertain' && (
        <p className="waiting-error">
          It was sent, and no answer came: it may be on the site already. Please look there.
        </p>
      )}
      <div className="row-of">
        {state === 'held' && conflict && (
          <Button size="small" onClick={() => showConflict({ kind, name, key })}>
            Choose …
          </Button>
        )}
        {state === 'held' && !conflict && (
          <Button size="small" onClick={onRetry}>
            Send again
          </Button>
        )}
        {state === 'uncertain' && <Settle onSettle={onSettle} />}
        {state !== 'sending' && (
          <Button size="small" variant="plain" onClick={onDiscard}>
            Do not send
          </Button>
        )}
      </div>
    </li>
  )
}

const stateWords: Readonly<Record<QueueEntry['state'], string>> = {
  waiting: 'waiting',
  sending: 'being sent',
  uncertain: 'perhaps sent',
  held: 'not sent',
}

/** Asks whether a create has happened of which nobody knows. */
function Settle({ onSettle }: Pick<WaitingRowProps, 'onSettle'>) {
  const [isThere, setIsThere] = useState(false)
  const [id, setId] = useState('')
  if (!isThere) {
    return (
      <>
        <Button size="small" onClick={() => setIsThere(true)}>
          It is there …
        </Button>
        <Button size="small" onClick={() => onSettle('sendAgain')}>
          It is not there: send again
        </Button>
      </>
    )
  }
  return (
    <form
      className="row-of"
      onSubmit={(event) => {
        event.preventDefault()
        onSettle({ exists: Number(id) })
      }}
    >
      <TextField
        label="Its number on the site"
        inputMode="numeric"
        pattern="[0-9]+"
        required
        autoFocus
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <Button size="small" type="submit">
        That is it
      </Button>
    </form>
  )
}
