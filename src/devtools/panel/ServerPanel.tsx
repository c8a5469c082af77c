import { useId, useSyncExternalStore } from 'react'
import type { ServerMode } from '../recording/failureSwitch'
import type { Recorder } from '../recording/recorder'

const labels: Record<ServerMode, string> = {
  normal: 'As it is',
  slow: 'Slow (2 s)',
  'failing writes': 'Writes fail (503)',
  'failing reads': 'Reads fail (503)',
  offline: 'Offline',
}

/** Makes the server slow, failing or unreachable for this page, to see how the application copes. */
export function ServerPanel({ server }: Pick<Recorder, 'server'>) {
  const mode = useSyncExternalStore(server.subscribe, server.read)
  const id = useId()
  return (
    <section className="server" aria-labelledby={id} data-mode={mode}>
      <h2 id={id}>Server</h2>
      <div className="modes" role="radiogroup" aria-labelledby={id}>
        {(Object.keys(labels) as ServerMode[]).map((name) => (
          <label key={name}>
            <input type="radio" name={id} checked={name === mode} onChange={() => server.set(name)} />
            {labels[name]}
          </label>
        ))}
      </div>
    </section>
  )
}
