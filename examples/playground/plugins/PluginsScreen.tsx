import { Plug } from 'lucide-react'
import { useState } from 'react'
import { saveEntityRecord, type Plugin } from 'copydesk'
import { useEntityDispatch, useEntityRecords } from 'copydesk/react'
import { NeedsCapability } from '../frame/NeedsCapability'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { PageSkeleton } from '../ui/Skeleton'
import { TextField } from '../ui/Field'
import './plugins.css'

/** The installed plugins, to be switched on and off. */
export function PluginsScreen() {
  return (
    <NeedsCapability capability="activate_plugins" what="the plugins">
      <main className="detail" tabIndex={-1}>
        <PluginList />
      </main>
    </NeedsCapability>
  )
}

function PluginList() {
  useRenders('PluginList')
  const { records, error, refetch } = useEntityRecords('root', 'plugin', { context: 'edit' })
  const [search, setSearch] = useState('')
  if (!records && !error) return <PageSkeleton />
  const found = (records ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <div className="page">
      <title>Plugins · Copydesk</title>
      <header className="form-head">
        <h2>Plugins</h2>
      </header>
      <TextField
        label="Search"
        isLabelHidden
        type="search"
        placeholder="Search"
        data-native-undo
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ErrorState error={error} onRetry={refetch} />
      {records && found.length === 0 && (
        <EmptyState
          icon={Plug}
          title={records.length === 0 ? 'No plugins are installed' : 'No plugins match'}
        />
      )}
      <ul className="plugins">
        {found.map((plugin) => (
          <PluginLine key={plugin.plugin} plugin={plugin} />
        ))}
      </ul>
    </div>
  )
}

function PluginLine({ plugin: { plugin, name, status, version, description } }: { plugin: Plugin }) {
  useRenders('PluginLine')
  const dispatch = useEntityDispatch()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isActive = status !== 'inactive'

  async function toggle() {
    setIsPending(true)
    setError(null)
    const next = { plugin, status: isActive ? 'inactive' : 'active' } as const
    await dispatch(saveEntityRecord('root', 'plugin', next, { throwOnError: true })).catch(setError)
    setIsPending(false)
  }

  return (
    <li>
      <div className="row-of">
        <h3>{plainText(name)}</h3>
        <Badge tone={isActive ? 'good' : undefined}>{isActive ? 'Active' : 'Inactive'}</Badge>
        <span className="quiet">{version}</span>
        <span className="spring" />
        <Button
          disabled={isPending}
          aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${plainText(name)}`}
          onClick={() => void toggle()}
        >
          {isPending ? 'One moment …' : isActive ? 'Deactivate' : 'Activate'}
        </Button>
      </div>
      <p className="hint">{plainText(description.rendered)}</p>
      <ErrorState error={error} />
    </li>
  )
}
