import { useDeferredValue, useMemo, useState } from 'react'
import { invalidate, type EntityState } from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { describeQuestion } from '../requests/describeFact'
import { Badge, type Tone } from '../ui/Badge'
import { Button } from '../ui/Button'
import { TextField } from '../ui/Field'
import { Panel } from '../ui/Panel'
import { tableRows } from './tableRows'

/** What the state has of a question. */
interface StoredResolution {
  status: 'resolving' | 'success' | 'error'
  /** The turn of the request that last succeeded. */
  answeredSeq: number
  /** When it did, in milliseconds since 1970. */
  answeredAt: number
  error?: { message: string }
}

const tones: Record<StoredResolution['status'], Tone> = {
  success: 'good',
  error: 'danger',
  resolving: 'accent',
}
const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' })
const resolutions = (state: EntityState) => state.resolution.entries

/** Every question that was put to the server, and how it stands. */
export function ResolutionPanel() {
  const entries = useDeferredValue(useEntitySelector(resolutions))
  const dispatch = useEntityDispatch()
  const [filter, setFilter] = useState('')
  const all = useMemo(
    () =>
      (tableRows(entries) as [string, StoredResolution][])
        .map(([key, entry]) => ({ key, entry, question: describeQuestion(key) }))
        .sort((one, other) => other.entry.answeredAt - one.entry.answeredAt),
    [entries],
  )
  const shown = all.filter(({ question }) => question.toLowerCase().includes(filter.toLowerCase()))
  return (
    <Panel
      title={
        <>
          Resolutions <span className="quiet">{all.length}</span>
        </>
      }
      actions={
        <Button
          size="small"
          title="What is on screen is read again, and the rest when it is next needed"
          onClick={() => dispatch(invalidate({}))}
        >
          Make all stale
        </Button>
      }
    >
      <TextField
        label="Filter the resolutions"
        isLabelHidden
        type="search"
        placeholder="Filter"
        value={filter}
        data-native-undo
        onChange={(event) => setFilter(event.target.value)}
      />
      <ul className="hood-list">
        {shown.slice(0, 100).map(({ key, entry, question }) => (
          <li key={key}>
            <span className="mono">{question}</span>
            <span className="row-of">
              <Badge tone={tones[entry.status]}>{entry.status}</Badge>
              <span className="hint">
                {entry.error?.message ??
                  (entry.answeredAt > 0
                    ? `at ${time.format(entry.answeredAt)}, turn ${entry.answeredSeq}`
                    : '')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="hint">{filter ? 'None is called that.' : 'Nothing was asked yet.'}</p>
      )}
      {shown.length > 100 && <p className="hint">{shown.length - 100} more; filter to see them.</p>}
    </Panel>
  )
}
