import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Session } from '../session/session'
import { useSession } from '../session/SessionContext'
import { DevtoolsArea } from 'copydesk/devtools'
import './frame.css'
import { HelpDialog } from './HelpDialog'
import { Header } from './Header'
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
        onUnsaved={() => {
          selectTab('unsaved')
          showPanel(true)
        }}
        onHelp={() => setIsHelpOpen(true)}
        onPalette={openPalette}
        onSession={onSession}
      />
      <DevtoolsArea name="Sidebar">
        <Sidebar />
      </DevtoolsArea>
      <div className="shade" onClick={() => setOpenedAt(null)} />
      <Screens />
      {together && <together.parts.PlaceTeller />}
      {palette}
      <HelpDialog isOpen={isHelpOpen} onToggle={setIsHelpOpen} />
      <DevtoolsArea name="Side panel">
        <SidePanel isOpen={isPanelOpen} tab={tab} onTab={selectTab} />
      </DevtoolsArea>
    </div>
  )
}
