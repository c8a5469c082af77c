import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import type { ContentBlock } from 'copydesk'
import { IconButton } from '../ui/IconButton'
import { Toolbar } from '../ui/Toolbar'
import { siblingsOf, withFreshIds, withoutBlocks, withPlaced } from './blockRange'
import type { BlockActions } from './useBlockActions'

interface SelectionToolsProps {
  selected: readonly ContentBlock[]
  /** All blocks of the text. */
  blocks: readonly ContentBlock[]
  actions: BlockActions
  onClear: () => void
}

/** What can be done with several blocks at once. */
export function SelectionTools({ selected, blocks, actions, onClear }: SelectionToolsProps) {
  const [first, last] = [selected[0]?.clientId ?? '', selected.at(-1)?.clientId ?? '']
  const siblings = siblingsOf(blocks, first)
  const before = siblings[siblings.findIndex(({ clientId }) => clientId === first) - 1]?.clientId
  const behind = siblings[siblings.findIndex(({ clientId }) => clientId === last) + 1]?.clientId
  const move = (clientId: string, side: 'before' | 'after') =>
    actions.transform((all) => ({ blocks: withPlaced(all, selected, { clientId, side }), caret: null }))
  return (
    <Toolbar className="block-tools" label="Tools of the selected blocks">
      <span className="block-kind" aria-live="polite">
        {selected.length} {selected.length === 1 ? 'block' : 'blocks'} selected
      </span>
      <IconButton
        size="small"
        label="Move up"
        icon={ArrowUp}
        disabled={before === undefined}
        onClick={() => before !== undefined && move(before, 'before')}
      />
      <IconButton
        size="small"
        label="Move down"
        icon={ArrowDown}
        disabled={behind === undefined}
        onClick={() => behind !== undefined && move(behind, 'after')}
      />
      <IconButton
        size="small"
        label="Duplicate"
        icon={Copy}
        onClick={() =>
          actions.transform((all) => ({
            blocks: withPlaced(all, withFreshIds(selected), { clientId: last, side: 'after' }),
            caret: null,
          }))
        }
      />
      <IconButton
        size="small"
        label="Delete blocks"
        icon={Trash2}
        onClick={() => {
          onClear()
          actions.transform((all) => withoutBlocks(all, selected))
        }}
      />
    </Toolbar>
  )
}
