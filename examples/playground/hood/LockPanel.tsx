import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Lock } from 'copydesk'
import { useEntityStore } from 'copydesk/react'
import { Badge } from '../ui/Badge'
import { Panel } from '../ui/Panel'
import { createLockLog } from './lockLog'

/** Who writes where now, who waits for it, and who did a moment ago. */
export function LockPanel() {
  const store = useEntityStore()
  const [log] = useState(() => createLockLog(store))
  useEffect(() => log.start(), [log])
  const { held, pending, past } = useSyncExternalStore(log.subscribe, log.read)
  return (
    <Panel
      title={
        <>
          Locks{' '}
          <span className="quiet">
            {held.length} held, {pending.length} waiting
          </span>
        </>
      }
    >
      {held.length + pending.length === 0 && (
        <p className="hint">
          None now. A save holds its record until the server has answered: make the server slow, save, and
          look here.
        </p>
      )}
      <ul className="hood-list">
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
    </Panel>
  )
}

function LockRow({ lock: { path, exclusive }, state }: { lock: Lock; state: string }) {
  const tone = state === 'held' ? 'accent' : state === 'waiting' ? 'warn' : undefined
  return (
    <li>
      <span className="mono">{path.join(' / ')}</span>
      <span className="row-of">
        <Badge tone={tone}>{state}</Badge>
        <span className="hint">{exclusive ? 'exclusive' : 'shared'}</span>
      </span>
    </li>
  )
}
