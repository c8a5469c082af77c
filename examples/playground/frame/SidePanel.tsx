import { selectUnsavedRecords } from 'copydesk/durable'
import { useDurability, useQueue, useRecoveredEdits } from 'copydesk/durable/react'
import { useDirtyEntityRecords, useEntitySelector, useLeaveGuard } from 'copydesk/react'
import { HistoryPanel } from '../history/HistoryPanel'
import { HoodPanel } from '../hood/HoodPanel'
import { RecoveredPanel } from '../kept/RecoveredPanel'
import { WaitingPanel } from '../kept/WaitingPanel'
import { useDraftCount } from '../pageDrafts'
import { useRenders } from 'copydesk/devtools'
import { Tabs } from '../ui/Tabs'
import { UnsavedChanges } from '../unsaved/UnsavedChanges'

interface SidePanelProps {
  isOpen: boolean
  tab: string
  onTab: (tab: string) => void
}

/** Beside the page: what is unsaved, what was done, and what the store does underneath. */
export function SidePanel({ isOpen, tab, onTab }: SidePanelProps) {
  useRenders('SidePanel')
  const { isDirty } = useDirtyEntityRecords()
  const unsaved = useEntitySelector((state) => selectUnsavedRecords(state).length)
  const drafts = useDraftCount()
  const { entries } = useQueue()
  const { recovered } = useRecoveredEdits()
  const { storage } = useDurability()
  // What is kept on this device is there again: who leaves is asked only about what would be lost.
  useLeaveGuard({ when: drafts > 0 || (isDirty && storage !== 'on') })
  if (!isOpen) return null
  return (
    <aside className="side-panel" aria-label="Store">
      <Tabs
        label="Store"
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: 'unsaved', label: `Unsaved ${unsaved}`, render: () => <UnsavedChanges /> },
          ...(entries.length > 0 || tab === 'waiting'
            ? [{ id: 'waiting', label: `Waiting ${entries.length}`, render: () => <WaitingPanel /> }]
            : []),
          ...(recovered.length > 0 || tab === 'recovered'
            ? [{ id: 'recovered', label: `Left over ${recovered.length}`, render: () => <RecoveredPanel /> }]
            : []),
          { id: 'history', label: 'History', render: () => <HistoryPanel /> },
          { id: 'hood', label: 'Under the hood', render: () => <HoodPanel /> },
        ]}
      />
    </aside>
  )
}
