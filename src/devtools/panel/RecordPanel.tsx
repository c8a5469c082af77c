import { useMemo, useState } from 'react'
import { useEntityDispatch, useEntityStore } from '../../react/provider/EntityStoreProvider'
import { ago } from './ago'
import { listRows, recordRows, type Freshness, type ListRow, type RecordRow } from './cacheRows'
import { Badge, Button, Filter, matches, Section } from './elements'
import { makeStale } from './makeStale'
import { useWholeState } from './useWholeState'

const most = 100

/** Records and lists as they are known: how fresh they are, and whether anything on screen needs them. */
export function RecordPanel() {
  const state = useWholeState()
  const store = useEntityStore()
  const [filter, setFilter] = useState('')
  const lists = useMemo(() => listRows(state, store), [state, store])
  const records = useMemo(() => recordRows(state, store), [state, store])
  const shownLists = lists.filter((row) => matches(filter, `${row.entity} ${filtersOf(row)}`))
  const shownRecords = records.filter(({ entity, key, title }) =>
    matches(filter, `${entity} ${key} ${title}`),
  )
  return (
    <>
      <Section title="Lists" detail={lists.length}>
        <Filter label="Filter lists and records" value={filter} onChange={setFilter} />
        <ul className="rows">
          {shownLists.slice(0, most).map((row) => (
            <ListLine key={`${row.entity} ${row.key}`} row={row} />
          ))}
        </ul>
        <Rest shown={shownLists.length} all={lists.length} />
      </Section>
      <Section title="Records" detail={records.length}>
        <ul className="rows">
          {shownRecords.slice(0, most).map((row) => (
            <RecordLine key={`${row.entity} ${row.context} ${row.key}`} row={row} />
          ))}
        </ul>
        <Rest shown={shownRecords.length} all={records.length} />
      </Section>
    </>
  )
}

function Rest({ shown, all }: { shown: number; all: number }) {
  if (all === 0) return <p className="hint">None is known yet.</p>
  if (shown === 0) return <p className="hint">None matches the filter.</p>
  return shown > most ? <p className="hint">{shown - most} more; filter to see them.</p> : null
}

function ListLine({ row }: { row: ListRow }) {
  const { entity, context, known, total } = row
  return (
    <li>
      <span>
        <span className="mono">{entity}</span> {filtersOf(row)}
      </span>
      <span className="line">
        <Fresh row={row} />
        <span className="hint">
          {known} of {total ?? '?'} rows{context === 'default' ? '' : `, ${context}`}
        </span>
        <StaleButton address={row.address} name={`${entity} ${filtersOf(row)}`} isStale={row.isStale} />
      </span>
    </li>
  )
}

function RecordLine({ row }: { row: RecordRow }) {
  const { entity, key, context, title, isComplete, isEdited } = row
  return (
    <li>
      <span>
        <span className="mono">
          {entity} {key}
        </span>{' '}
        {title}
      </span>
      <span className="line">
        <Fresh row={row} />
        {isEdited && <Badge tone="warn">edited</Badge>}
        {!isComplete && <Badge>some fields</Badge>}
        {context !== 'default' && <span className="hint">{context}</span>}
        <StaleButton address={row.address} name={`${entity} ${key}`} isStale={row.isStale} />
      </span>
    </li>
  )
}

function Fresh({ row: { isStale, isUsed, at } }: { row: Freshness }) {
  return (
    <>
      <Badge tone={isStale ? 'warn' : 'good'}>{isStale ? 'stale' : 'fresh'}</Badge>
      {isUsed && <Badge tone="accent">on screen</Badge>}
      {at !== undefined && at > 0 && <span className="hint">{ago(at)}</span>}
    </>
  )
}

function StaleButton({ address, name, isStale }: Pick<RecordRow, 'address' | 'isStale'> & { name: string }) {
  const dispatch = useEntityDispatch()
  return (
    <span className="actions">
      <Button
        disabled={isStale}
        aria-label={`Invalidate ${name}`}
        onClick={() => dispatch(makeStale(address))}
      >
        Invalidate
      </Button>
    </span>
  )
}

function filtersOf({ filters }: ListRow): string {
  const given = Object.entries(filters).map(([name, value]) => `${name}: ${String(value)}`)
  return given.join(', ') || 'all'
}
