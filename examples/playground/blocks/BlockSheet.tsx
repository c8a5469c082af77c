import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { ContentBlock, EntityId } from 'copydesk'
import type { PostType } from '../route'
import { AddBlock } from './AddBlock'
import { BlockDock } from './BlockDock'
import { BlockList } from './BlockList'
import './blocks.css'
import './kinds/kinds.css'
import { EmptyText } from './EmptyText'
import type { BlockActions } from './useBlockActions'
import { useBlockDrop } from './useBlockDrop'
import { useBlockSelection } from './useBlockSelection'
import { FilesProvider, useFilesIntoText } from './useFilesIntoText'
import { WriteBelow } from './WriteBelow'

interface BlockSheetProps {
  root?: RefObject<HTMLDivElement | null>
  blocks: readonly ContentBlock[]
  actions: BlockActions
  active: string | null
  onActive: (clientId: string | null) => void
  onLeave?: (event: FocusEvent) => void
  type: PostType
  id: EntityId
  /** Beside the tools. */
  aside?: ReactNode
  /** What lies over the blocks. */
  children?: ReactNode
}

/** All blocks of a text with the tools above them, and what it goes on with. */
export function BlockSheet(props: BlockSheetProps) {
  const { blocks, actions, active, onActive, onLeave, type, id, aside, children } = props
  const own = useRef<HTMLDivElement>(null)
  const root = props.root ?? own
  const selection = useBlockSelection(blocks, actions, root)
  const { selected } = selection
  const onFiles = useFilesIntoText(actions)
  const drop = useBlockDrop({ blocks, selected, actions, root, onFiles })

  function focus({ target }: FocusEvent) {
    if (target === root.current) return
    selection.clear()
    // What is added or written below leaves the tools as they are: nothing moves under the pointer.
    const row = target.closest<HTMLElement>('[data-block]')?.dataset.block
    if (row !== undefined) onActive(row)
    describe(target, root.current)
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'F10' || !event.altKey) return
    const dock = root.current?.parentElement?.querySelector<HTMLElement>('.block-dock [tabindex="0"]')
    if (!dock) return
    event.preventDefault()
    dock.focus()
  }

  return (
    <div className="block-sheet" onKeyDown={press}>
      <BlockDock {...{ blocks, actions, active, selected, root, aside }} onClear={selection.clear} />
      <div
        ref={root}
        className="blocks"
        data-blocks
        role="group"
        aria-label="Blocks"
        tabIndex={-1}
        onFocus={focus}
        onBlur={onLeave}
        {...selection.handlers}
        {...drop.handlers}
      >
        <FilesProvider value={onFiles}>
          <BlockList blocks={blocks} actions={actions} active={active} type={type} id={id} />
          {blocks.length === 0 && <EmptyText actions={actions} />}
        </FilesProvider>
        <WriteBelow blocks={blocks} actions={actions} />
        <AddBlock actions={actions} after={null} />
        {drop.line && (
          <div
            className="drop-line"
            style={{ top: drop.line.top, left: drop.line.left, width: drop.line.width }}
          />
        )}
        {children}
      </div>
    </div>
  )
}

/** Says which of the texts the caret is in: they are all called by their kind. */
function describe(text: Element, root: HTMLElement | null): void {
  // Items of a list say how they are indented.
  if (!text.matches('[data-rich]') || text.closest('li')) return
  const rows = [...(root?.querySelectorAll('[data-block]') ?? [])]
  const place = rows.findIndex((row) => row === text.closest('[data-block]')) + 1
  if (place > 0) text.setAttribute('aria-description', `Block ${place} of ${rows.length}`)
}
