import { CircleHelp, Menu as MenuIcon, PanelRight, Search } from 'lucide-react'
import { keyText } from '../keyNames'
import { KeptIndicator } from '../kept/KeptIndicator'
import type { Kept } from '../kept/useKept'
import type { Session } from '../session/session'
import { UserMenu } from '../session/UserMenu'
import { TogetherSwitch } from '../together/TogetherSwitch'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { SiteName } from './SiteName'
import { UndoButtons } from './UndoButtons'
import { UnsavedButton } from './UnsavedButton'

interface HeaderProps {
  isSidebarOpen: boolean
  onSidebar: () => void
  isPanelOpen: boolean
  onPanel: () => void
  onUnsaved: () => void
  onKept: (state: Kept['state']) => void
  onHelp: () => void
  onPalette: () => void
  onSession: (session: Session | null) => void
}

/** What is always there: the way to the sidebar and the side panel, undo and redo, and who is signed in. */
export function Header(props: HeaderProps) {
  const { isSidebarOpen, onSidebar, isPanelOpen, onPanel, onUnsaved, onKept } = props
  const { onHelp, onPalette, onSession } = props
  return (
    <header className="top">
      <div className="only-narrow">
        <IconButton label="Places" icon={MenuIcon} aria-expanded={isSidebarOpen} onClick={onSidebar} />
      </div>
      <h1>Copydesk</h1>
      <SiteName />
      <span className="spring" />
      <div className="not-on-phone">
        <Button className="palette-button" aria-keyshortcuts="Control+K" onClick={onPalette}>
          <Search aria-hidden /> Search <kbd>{keyText('Mod+K')}</kbd>
        </Button>
      </div>
      <KeptIndicator onOpen={onKept} />
      <UnsavedButton onOpen={onUnsaved} />
      <UndoButtons />
      <IconButton label="Side panel" icon={PanelRight} aria-pressed={isPanelOpen} onClick={onPanel} />
      <div className="not-on-phone">
        <IconButton label="Keys" keys="?" icon={CircleHelp} onClick={onHelp} />
      </div>
      <TogetherSwitch onSession={onSession} />
      <UserMenu onSession={onSession} />
    </header>
  )
}
