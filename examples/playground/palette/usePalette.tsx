import { useState, type ReactNode } from 'react'
import { selectEntityConfigs } from 'copydesk'
import { useDirtyEntityRecords, useEntitySelector, useUndo } from 'copydesk/react'
import { CircleHelp, PanelRight, Plus, Redo2, Save, Undo2 } from 'lucide-react'
import { placesOf } from '../frame/navigation'
import { addresses, goToAddress } from '../route'
import { useSession } from '../session/SessionContext'
import { useShortcut } from '../useShortcut'
import { CommandPalette } from './CommandPalette'
import type { Command } from './commands'

interface PaletteOptions {
  onPanel: () => void
  onHelp: () => void
}

/** The palette, by Ctrl+K where no text is, and how to open it. */
export function usePalette(options: PaletteOptions): { palette: ReactNode; open: () => void } {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  useShortcut('palette', open)
  return {
    open,
    palette: isOpen && <OpenPalette {...options} onClose={() => setIsOpen(false)} />,
  }
}

function OpenPalette({ onPanel, onHelp, onClose }: PaletteOptions & { onClose: () => void }) {
  const { user } = useSession()
  const postTypes = useEntitySelector((state) => selectEntityConfigs(state, 'postType'))
  const taxonomies = useEntitySelector((state) => selectEntityConfigs(state, 'taxonomy'))
  const { dirty, isDirty, save } = useDirtyEntityRecords()
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  const may = (needs: string | null) => needs === null || user.capabilities[needs] === true
  const screens = placesOf(postTypes, taxonomies)
    .flatMap(({ places }) => places)
    .filter(({ needs }) => may(needs))
    .map(({ label, address, icon }): Command => ({
      key: address,
      label,
      sort: 'Screen',
      icon,
      run: () => goToAddress(address),
    }))
  const command = (label: string, icon: Command['icon'], run: () => unknown, keys?: string): Command => ({
    key: label,
    label,
    sort: 'Command',
    icon,
    run,
    ...(keys !== undefined && { keys }),
  })
  const commands: Command[] = [
    ...(may('edit_posts')
      ? [command('New post', Plus, () => goToAddress(addresses.newDocument('post')))]
      : []),
    ...(may('edit_pages')
      ? [command('New page', Plus, () => goToAddress(addresses.newDocument('page')))]
      : []),
    ...(isDirty ? [command(`Save all (${dirty.length})`, Save, () => save(dirty))] : []),
    ...(hasUndo ? [command('Undo', Undo2, undo, 'Mod+Z')] : []),
    ...(hasRedo ? [command('Redo', Redo2, redo, 'Mod+Shift+Z')] : []),
    command('Side panel', PanelRight, onPanel),
    command('Keyboard shortcuts', CircleHelp, onHelp, '?'),
  ]
  return <CommandPalette commands={[...screens, ...commands]} onClose={onClose} />
}
