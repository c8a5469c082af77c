import type { FocusEvent, ReactNode, RefObject } from 'react'
import type { ContentBlock } from 'copydesk'
import type { PostType } from '../route'
import { AddBlock } from './AddBlock'
import { BlockList } from './BlockList'
import './blocks.css'
import { EmptyText } from './EmptyText'
import type { BlockActions } from './useBlockActions'
import { WriteBelow } from './WriteBelow'

interface BlockSheetProps {
  root?: RefObject<HTMLDivElement | null>
  blocks: readonly ContentBlock[]
  actions: BlockActions
  active: string | null
  onActive: (clientId: string | null) => void
  onLeave?: (event: FocusEvent) => void
  type: PostType
  id: number
  /** What lies over the blocks. */
  children?: ReactNode
}

/** All blocks of a text, and what it goes on with. */
export function BlockSheet({
  root,
  blocks,
  actions,
  active,
  onActive,
  onLeave,
  type,
  id,
  children,
}: BlockSheetProps) {
  function focus(event: FocusEvent) {
    onActive(event.target.closest<HTMLElement>('[data-block]')?.dataset.block ?? null)
  }
  return (
    <div
      ref={root}
      className="blocks"
      data-blocks
      role="group"
      aria-label="Blocks"
      onFocus={focus}
      onBlur={onLeave}
    >
      <BlockList blocks={blocks} actions={actions} active={active} type={type} id={id} />
      {blocks.length === 0 && <EmptyText actions={actions} />}
      <WriteBelow blocks={blocks} actions={actions} />
      <AddBlock actions={actions} after={null} />
      {children}
    </div>
  )
}
