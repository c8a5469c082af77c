import { useMemo, useState } from 'react'
import { useEntityDispatch } from '../../react/provider/EntityStoreProvider'
import type { ResolutionKey } from '../../core/keys'
import { invalidate } from '../../queries/invalidate'
import type { StoredResolution } from '../../resolution/storedResolution'
import type { Recorder } from '../recording/recorder'
import { describeQuestion } from '../recording/describeAction'
import { Badge, Button, Filter, matches, Section, type Tone } from './elements'
import { rowsOf } from './tables'
import { useWholeState } from './useWholeState'

const tones: Record<StoredResolution['status'], Tone> = {
  success: 'good',
  error: 'danger',
  resolving: 'accent',
}
const time = /* @__PURE__ */ new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' })
const most = 100

/** Every read that was asked of the server, and how it stands. */
export function ResolutionPanel({ askAgain }: Pick<Recorder, 'askAgain'>) {
  const { entries } = useWholeState().resolution
  const dispatch = useEntityDispatch()
  const [filter, setFilter] = useState('')
  const all = useMemo(
    () =>
      rowsOf(entries)
        .map(([key, entry]) => ({ key, entry, name: describeQuestion(entry), query: queryOf(entry) }))
        .sort((one, other) => other.entry.answeredAt - one.entry.answeredAt),
    [entries],
  )
  const shown = all.filter(({ name, query }) => matches(filter, `${name} ${query}`))
  return (
    <Section
      title="Resolutions"
      detail={all.length}
      actions={
        <Button
          title="What is on screen is read again, and the rest when it is next needed"
          onClick={() => dispatch(invalidate({}))}
        >
          Make all stale
        </Button>
      }
    >
      <Filter label="Filter the resolutions" value={filter} onChange={setFilter} />
      <ul className="rows">
        {shown.slice(0, most).map(({ key, entry, name, query }) => (
          <li key={key}>
            <span>
              <span className="mono">{name}</span> {query}
            </span>
            <span className="line">
              <Badge tone={tones[entry.status]}>{entry.status}</Badge>
              <span className="hint">{standingOf(entry)}</span>
              <RetryButton again={askAgain(key as ResolutionKey)} entry={entry} name={`${name} ${query}`} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="hint">{filter ? 'None matches the filter.' : 'Nothing was read yet.'}</p>
      )}
      {shown.length > most && <p className="hint">{shown.length - most} more; filter to see them.</p>}
    </Section>
  )
}

interface RetryProps {
  readonly again: ReturnType<Recorder['askAgain']>
  readonly entry: StoredResolution
  readonly name: string
}

function RetryButton({ again, entry, name }: RetryProps) {
  const dispatch = useEntityDispatch()
  if (again === undefined) return null
  return (
    <span className="actions">
      <Button
        disabled={entry.status === 'resolving'}
        aria-label={`Read again: ${name}`}
        onClick={() => {
          // A failure stands in the resolution.
          dispatch(again).catch(() => undefined)
        }}
      >
        {entry.status === 'error' ? 'Retry' : 'Read again'}
      </Button>
    </span>
  )
}

function standingOf({ error, answeredAt, answeredSeq }: StoredResolution): string {
  if (error) return error.message
  return answeredAt > 0 ? `at ${time.format(answeredAt)}, number ${answeredSeq}` : ''
}

function queryOf({ args }: StoredResolution): string {
  return args.flatMap((arg) => (typeof arg === 'object' && arg !== null ? JSON.stringify(arg) : [])).join(' ')
}
