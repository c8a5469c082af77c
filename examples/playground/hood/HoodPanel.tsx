import { useState } from 'react'
import { RequestPanel } from '../requests/RequestPanel'
import { ServerPanel } from '../server/ServerPanel'
import { useSession } from '../session/SessionContext'
import { Tabs } from '../ui/Tabs'
import './hood.css'
import { LockPanel } from './LockPanel'
import { RenderPanel } from './RenderPanel'
import { ResolutionPanel } from './ResolutionPanel'
import { StatePanel } from './StatePanel'
import { UndoPanel } from './UndoPanel'

/** What the store does underneath, watched through what any app can see of it; and a server to make difficult. */
export function HoodPanel() {
  const { requests, server } = useSession()
  const [tab, setTab] = useState('requests')
  return (
    <div className="hood">
      <ServerPanel server={server} />
      <Tabs
        label="Under the hood"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'requests', label: 'Requests', render: () => <RequestPanel log={requests} /> },
          { id: 'state', label: 'State', render: () => <StatePanel /> },
          { id: 'reads', label: 'Reads', render: () => <ResolutionPanel /> },
          { id: 'locks', label: 'Locks', render: () => <LockPanel /> },
          { id: 'undo', label: 'Undo', render: () => <UndoPanel /> },
          { id: 'renders', label: 'Renders', render: () => <RenderPanel /> },
        ]}
      />
    </div>
  )
}
