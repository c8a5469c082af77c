import { useSyncExternalStore } from 'react'
import type { Lock } from '../../locks/conflicts'
import type { Recorder } from '../recording/recorder'
import { Badge, Section } from './elements'

/** Which locks are held now, what waits for them, and which were held a moment ago. */
export function LockPanel({ locks }: Pick<Recorder, 'locks'>) {
  const { held, pending, past } = useSyncExternalStore(locks.subscribe, locks.read)
  return (
    <Section title="Locks" detail={`${held.length} held, ${pending.length} waiting`}>
      {held.length + pending.length === 0 && (
        <p className="hint">
          None now. A save holds its record until the server has answered: make the server slow, save, and
          look here.
        </p>
      )}
      <ul className="rows">
        {held.map((lock) => (
          <LockRow key={lock.id} lock={lock} state="held" />
        ))}
        {pending.map((lock) => (
          <LockRow key={lock.id} lock={lock} state="waiting" />
        ))}
        {past.map(({ lock, duration }) => (
          <LockRow key={lock.id} lock={lock} state={`released after ${duration} ms`} />
        ))}
      </ul>
    </Section>
  )
}

function LockRow({ lock: { path, exclusive }, state }: { lock: Lock; state: string }) {
  const tone = state === 'held' ? 'accent' : state === 'waiting' ? 'warn' : undefined
  return (
    <li>
      <span className="mono">{path.join(' / ')}</span>
      <span className="line">
        <Badge tone={tone}>{state}</Badge>
        <span className="hint">{exclusive ? 'exclusive' : 'shared'}</span>
      </span>
    </li>
  )
}
