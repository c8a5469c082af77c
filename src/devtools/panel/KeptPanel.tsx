import { useCallback, useSyncExternalStore } from 'react'
import type { Durability } from '../../durable/durability'
import { durabilityOf } from '../../durable/durabilityOf'
import type { QueueEntry } from '../../durable/queue/entry'
import { useEntityStore } from '../../react/provider/EntityStoreProvider'
import { ago } from './ago'
import { Badge, Button, Section, type Tone } from './elements'
import { useWholeState } from './useWholeState'

/** What a store with durability keeps on the device: the journal, the queue, and the ids of drafts. */
export function KeptPanel() {
  const durability = durabilityOf(useEntityStore())
  return (
    <>
      {durability ? (
        <>
          <Journal durability={durability} />
          <Queue durability={durability} />
        </>
      ) : (
        <Section title="Journal">
          <p className="hint">This store keeps nothing: it was made without createDurability().</p>
        </Section>
      )}
      <LocalIds />
    </>
  )
}

/** A snapshot of a durability, as it is now. */
function useDurable<Value>({ subscribe }: Durability, read: () => Value): Value {
  return useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(listener), [subscribe]),
    read,
    read,
  )
}

function Journal({ durability }: { durability: Durability }) {
  const { storage, reason, unkept, keptAt, bytes } = useDurable(durability, durability.status)
  const recovered = useDurable(durability, durability.recovered)
  return (
    <Section
      title="Journal"
      detail={`${storage}, ${bytes} bytes`}
      actions={<Button onClick={() => void durability.flush()}>Flush</Button>}
    >
      <p className="hint">
        {reason !== undefined && `${reason}. `}
        {unkept} not stored yet
        {keptAt !== undefined && `; stored last ${ago(Date.parse(keptAt))}`}.
      </p>
      {recovered.length === 0 && <p className="hint">No page that is gone has left anything.</p>}
      <ul className="rows">
        {recovered.map(({ item, kind, name, key, fields, from, standing, undoLevels }) => (
          <li key={item}>
            <span className="mono">
              {kind}/{name} {key}
            </span>
            <span className="line">
              <Badge tone="warn">{from}</Badge>
              <Badge>{standing}</Badge>
              <span className="hint">
                {fields.join(', ')}; {undoLevels} undo levels
              </span>
              <span className="actions">
                <Button onClick={() => void durability.restore(item)}>Restore</Button>
                <Button onClick={() => void durability.discard(item)}>Discard</Button>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const tones: Readonly<Record<QueueEntry['state'], Tone>> = {
  waiting: 'plain',
  sending: 'accent',
  uncertain: 'warn',
  held: 'danger',
}

function Queue({ durability }: { durability: Durability }) {
  const { queue } = durability
  const entries = useDurable(durability, queue.entries)
  const { state, isLeader, nextAt } = useDurable(durability, queue.status)
  return (
    <Section
      title="Queue"
      detail={`${state}${isLeader ? ', sent by this tab' : ''}`}
      actions={
        state === 'paused' ? (
          <Button onClick={queue.resume}>Resume</Button>
        ) : (
          <Button onClick={queue.pause}>Pause</Button>
        )
      }
    >
      {entries.length === 0 && <p className="hint">Nothing waits to be sent.</p>}
      {nextAt !== undefined && <p className="hint">Tried again at {nextAt.slice(11, 19)} UTC.</p>}
      <ol className="rows">
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} queue={queue} />
        ))}
      </ol>
    </Section>
  )
}

function EntryLine({ entry, queue }: { entry: QueueEntry; queue: Durability['queue'] }) {
  const { id, what, kind, name, key, title, fields, attempts, state, waitsFor, error } = entry
  return (
    <li>
      <span>
        <span className="mono">
          {what} {kind}/{name} {key}
        </span>{' '}
        {title}
      </span>
      <span className="line">
        <Badge tone={tones[state]}>{state}</Badge>
        <span className="hint">
          {id}; {fields.join(', ') || 'no fields'}; sent {attempts} times
          {waitsFor && waitsFor.length > 0 && `; after ${waitsFor.join(', ')}`}
          {error && `; ${error.message}`}
        </span>
        <span className="actions">
          <Button onClick={() => void queue.retry(id).catch(() => undefined)}>Retry</Button>
          <Button onClick={() => void queue.discard(id).catch(() => undefined)}>Discard</Button>
        </span>
      </span>
    </li>
  )
}

/** Which id the server gave to each record that was made here. */
function LocalIds() {
  const { aliases = {} } = useWholeState().entities
  const known = Object.entries(aliases)
  return (
    <Section title="Local ids" detail={known.length}>
      {known.length === 0 && <p className="hint">No record was made before the server knew it.</p>}
      <ul className="rows">
        {known.map(([local, { entity, id }]) => (
          <li key={local}>
            <span className="mono">
              {entity} {local}
            </span>
            <span className="line">
              <Badge tone={id === undefined ? 'warn' : 'good'}>
                {id === undefined ? 'draft' : 'answered'}
              </Badge>
              {id !== undefined && <span className="mono">{id}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
