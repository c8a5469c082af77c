import { useEffect, useState, type ReactNode } from 'react'
import { EntityStoreProvider } from '../../react/provider/EntityStoreProvider'
import type { EntityStore } from '../../store/createEntityStore'
import type { Thunk } from '../../core/thunk'
import type { EntityState } from '../../store/rootReducer'
import type { Recorder } from '../recording/recorder'
import { EditPanel } from './EditPanel'
import { Tabs } from './elements'
import { KeptPanel } from './KeptPanel'
import { LockPanel } from './LockPanel'
import { PermissionPanel } from './PermissionPanel'
import { RecordPanel } from './RecordPanel'
import { RenderPanel } from './RenderPanel'
import { RequestPanel } from './RequestPanel'
import { ResolutionPanel } from './ResolutionPanel'
import { ServerPanel } from './ServerPanel'
import { StatePanel } from './StatePanel'
import { UndoPanel } from './UndoPanel'

export interface PanelProps {
  readonly store: EntityStore
  readonly recorder: Recorder
  /** What stands behind the switch of the server. */
  readonly children?: ReactNode
}

/** What a store does, watched through what any application can see of it; and a server to make difficult. */
export function Panel({ store, recorder, children }: PanelProps) {
  const [tab, setTab] = useState('requests')
  const [own] = useState(() => withoutRecording(store, recorder))
  useEffect(() => recorder.locks.follow(store), [recorder, store])
  useEffect(() => recorder.mutations.follow(store), [recorder, store])
  return (
    <EntityStoreProvider store={own}>
      <div className="bar">
        <ServerPanel server={recorder.server} />
        {children}
      </div>
      <Tabs
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'requests', label: 'Requests', render: () => <RequestPanel requests={recorder.requests} /> },
          { id: 'records', label: 'Records', render: () => <RecordPanel /> },
          { id: 'edits', label: 'Edits', render: () => <EditPanel mutations={recorder.mutations} /> },
          { id: 'reads', label: 'Reads', render: () => <ResolutionPanel askAgain={recorder.askAgain} /> },
          { id: 'undo', label: 'Undo', render: () => <UndoPanel /> },
          { id: 'kept', label: 'Kept', render: () => <KeptPanel /> },
          { id: 'locks', label: 'Locks', render: () => <LockPanel locks={recorder.locks} /> },
          { id: 'permissions', label: 'Permissions', render: () => <PermissionPanel /> },
          { id: 'renders', label: 'Renders', render: () => <RenderPanel renders={recorder.renders} /> },
          { id: 'state', label: 'State', render: () => <StatePanel /> },
        ]}
      />
    </EntityStoreProvider>
  )
}

/** The store for the panel itself: its renders are not counted, and its requests stand under its name. */
function withoutRecording(store: EntityStore, recorder: Recorder): EntityStore {
  function dispatch(action: Thunk<EntityState, unknown> | { readonly type: string }): unknown {
    return typeof action === 'function'
      ? store.dispatch(recorder.inArea('Devtools', action))
      : store.dispatch(action)
  }
  return { ...store, dispatch: dispatch as EntityStore['dispatch'], inspection: {} }
}
