import type { ReactNode, RefObject } from 'react'
import type { ContentBlock } from 'copydesk'
import { BlockTools } from './BlockTools'
import { blockLabel, choiceOf } from './blockNames'
import { holderOf, siblingsOf } from './blockRange'
import { findBlock } from './blockTree'
import { framedOf, holdsOf } from './editableBlock'
import { SelectionTools } from './SelectionTools'
import type { BlockActions } from './useBlockActions'

interface BlockDockProps {
  blocks: readonly ContentBlock[]
  actions: BlockActions
  /** The block that the caret is in. */
  active: string | null
  /** Blocks that are selected as wholes. */
  selected: readonly ContentBlock[]
  onClear: () => void
  root: RefObject<HTMLDivElement | null>
  /** At the other end of the line. */
  aside?: ReactNode
}

/** The line above a text that is kept free for tools, so that they cover nothing: it stays in sight as one scrolls. */
export function BlockDock({ blocks, actions, active, selected, onClear, root, aside }: BlockDockProps) {
  const block = active === null ? undefined : findBlock(blocks, active)
  return (
    <div className="block-dock">
      {selected.length > 0 ? (
        <SelectionTools {...{ selected, blocks, actions, onClear }} />
      ) : (
        block && <ActiveTools key={active} {...{ block, blocks, actions, root }} />
      )}
      {aside}
    </div>
  )
}

interface ActiveToolsProps extends Pick<BlockDockProps, 'blocks' | 'actions' | 'root'> {
  block: ContentBlock
}

function ActiveTools({ block, blocks, actions, root }: ActiveToolsProps) {
  const { clientId = '' } = block
  const siblings = siblingsOf(blocks, clientId)
  const holder = holderOf(blocks, clientId)
  return (
    <BlockTools
      clientId={clientId}
      label={blockLabel(block)}
      choice={framedOf(block) && choiceOf(block)}
      holds={holdsOf(block)}
      within={holder && blockLabel(holder)}
      actions={actions}
      isFirst={siblings[0]?.clientId === clientId}
      isLast={siblings.at(-1)?.clientId === clientId}
      root={root}
    />
  )
}
