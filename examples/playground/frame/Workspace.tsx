import { useEffect, useState } from 'react'
import { selectUnsavedRecords } from 'copydesk/durable'
import { useEntityStore, useRefetch } from 'copydesk/react'
import { useLocation } from 'wouter'
import type { Session } from '../session/session'
import { useSession } from '../session/SessionContext'
import { DevtoolsArea } from 'copydesk/devtools'
import './frame.css'
import { HelpDialog } from './HelpDialog'
import { Header } from './Header'
import { useShowConflict } from '../kept/ConflictContext'
import { conflictsIn } from '../kept/recordState'
import { useUploadsGuard } from '../media/useUploadsGuard'
import { RecoveredBanner } from '../kept/RecoveredBanner'
import { Troubles } from '../kept/Troubles'
import type { Kept } from '../kept/useKept'
import { usePalette } from '../palette/usePalette'
import { Screens } from './Screens'
import { Sidebar } from './Sidebar'
import { SidePanel } from './SidePanel'
import { SkipLink } from './SkipLink'

const remembered = 'copydesk-panel'
const rememberedTab = 'copydesk-panel-tab'
const isWide = () => matchMedia('(min-width: 75rem)').matches

/** Everything a person sees who is signed in: where they can go, where they are, and what the store holds. */
export function Workspace({ onSession }: { onSession: (session: Session | null) => void }) {
  const [path] = useLocation()
  const { together } = useSession()
  const store = useEntityStore()
  const showConflict = useShowConflict()
  useUploadsGuard()
  // What failed without a network, or was changed meanwhile.
  useRefetch({ onReconnect: true })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  // On a narrow screen the panel lies over the page: there it is opened anew each time.
  const [isPanelOpen, setIsPanelOpen] = useState(
    () => isWide() && localStorage.getItem(remembered) === 'open',
  )
  const [tab, setTab] = useState(() => localStorage.getItem(rememberedTab) ?? 'unsaved')
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  // On a narrow screen the sidebar lies over the page, until one has chosen.
  const isSidebarOpen = openedAt === path

  function showPanel(isOpen: boolean) {
    localStorage.setItem(remembered, isOpen ? 'open' : 'closed')
    setIsPanelOpen(isOpen)
  }

  function selectTab(next: string) {
    localStorage.setItem(rememberedTab, next)
    setTab(next)
  }

  function openPanel(next: string) {
    selectTab(next)
    showPanel(true)
  }

  /** Opens what the mark in the header is about. */
  function openKept(state: Kept['state']) {
    const conflict = state === 'conflict' ? conflictsIn(store.getState())[0] : undefined
    if (conflict) showConflict(conflict)
    else if (/^(waiting|offline|held)$/.test(state)) openPanel('waiting')
    else openPanel(selectUnsavedRecords(store.getState()).length > 0 ? 'unsaved' : 'recovered')
  }

  const { palette, open: openPalette } = usePalette({
    onPanel: () => showPanel(!isPanelOpen),
    onHelp: () => setIsHelpOpen(true),
  })

  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpenedAt(null)
      if (!isWide()) setIsPanelOpen(false)
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])

  return (
    <div className="frame" data-sidebar={isSidebarOpen} data-panel={isPanelOpen}>
      <SkipLink />
      <Header
        isSidebarOpen={isSidebarOpen}
        onSidebar={() => setOpenedAt(isSidebarOpen ? null : path)}
        isPanelOpen={isPanelOpen}
        onPanel={() => showPanel(!isPanelOpen)}
        onUnsaved={() => openPanel('unsaved')}
        onKept={openKept}
        onHelp={() => setIsHelpOpen(true)}
        onPalette={openPalette}
        onSession={onSession}
      />
      <DevtoolsArea name="Sidebar">
        <Sidebar />
      </DevtoolsArea>
      <div className="shade" onClick={() => setOpenedAt(null)} />
      <div className="screen">
        {!(isPanelOpen && tab === 'recovered') && <RecoveredBanner onOpen={() => openPanel('recovered')} />}
        <Screens />
      </div>
      <Troubles onWaiting={() => openPanel('waiting')} onRecovered={() => openPanel('recovered')} />
      {together && <together.parts.PlaceTeller />}
      {palette}
      <HelpDialog isOpen={isHelpOpen} onToggle={setIsHelpOpen} />
      <DevtoolsArea name="Side panel">
        <SidePanel isOpen={isPanelOpen} tab={tab} onTab={selectTab} />
      </DevtoolsArea>
    </div>
  )
}
