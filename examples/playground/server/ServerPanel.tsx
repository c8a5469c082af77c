import { useSyncExternalStore } from 'react'
import type { ServerMode, ServerSwitch } from './serverSwitch'

const labels: Record<ServerMode, string> = {
  normal: 'As it is',
  slow: 'Slow (2 s)',
  'failing writes': 'Writes fail (503)',
  'failing reads': 'Reads fail (503)',
  offline: 'Offline',
}

/** Makes the server slow, failing or unreachable for this page, to see how the store copes. */
export function ServerPanel({ server }: { server: ServerSwitch }) {
  const mode = useSyncExternalStore(server.subscribe, server.read)
  return (
    <section className="panel server" aria-labelledby="server-heading" data-mode={mode}>
      <h2 id="server-heading">Server</h2>
      <div className="modes" role="radiogroup" aria-labelledby="server-heading">
        {(Object.keys(labels) as ServerMode[]).map((name) => (
          <label key={name}>
            <input type="radio" name="server" checked={name === mode} onChange={() => server.choose(name)} />
            {labels[name]}
          </label>
        ))}
      </div>
    </section>
  )
}
