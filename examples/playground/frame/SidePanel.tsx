import { useDirtyEntityRecords } from 'copydesk/react'
import { HistoryPanel } from '../history/HistoryPanel'
import { HoodPanel } from '../hood/HoodPanel'
import { useDraftCount } from '../pageDrafts'
import { useRenders } from 'copydesk/devtools'
import { Tabs } from '../ui/Tabs'
import { UnsavedChanges } from '../unsaved/UnsavedChanges'
import { useLeaveGuard } from '../unsaved/useLeaveGuard'

interface SidePanelProps {
  isOpen: boolean
  tab: string
  onTab: (tab: string) => void
}

/** Beside the page: what is unsaved, what was done, and what the store does underneath. */
export function SidePanel({ isOpen, tab, onTab }: SidePanelProps) {
  useRenders('SidePanel')
  const { dirty, isDirty } = useDirtyEntityRecords()
  const drafts = useDraftCount()
  useLeaveGuard(isDirty || drafts > 0)
  if (!isOpen) return null
  return (
    <aside className="side-panel" aria-label="Store">
      <Tabs
        label="Store"
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: 'unsaved', label: `Unsaved ${dirty.length}`, render: () => <UnsavedChanges /> },
          { id: 'history', label: 'History', render: () => <HistoryPanel /> },
          { id: 'hood', label: 'Under the hood', render: () => <HoodPanel /> },
        ]}
      />
    </aside>
  )
}
