import { useLayoutEffect, useRef } from 'react'
import type { ContentBlock } from 'copydesk'
import { Plus } from 'lucide-react'
import { Button } from '../ui/Button'
import { blockLabel } from './blockNames'
import { framedOf, isOpenContainer } from './editableBlock'
import { wordsOf } from './wordsOf'
import type { BlockActions } from './useBlockActions'

interface ContainerHeadProps {
  block: ContentBlock
  actions: BlockActions
  /** Whether its tools are shown. */
  isActive: boolean
}

/** What a container is, to come to its tools by; and a way to begin where it is empty. */
export function ContainerHead({ block, actions, isActive }: ContainerHeadProps) {
  const { clientId = '', innerBlocks } = block
  const head = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (actions.takeCaret(clientId) !== null) head.current?.focus()
  })
  return (
    <div className="container-head">
      <button
        ref={head}
        type="button"
        className="block-kind"
        aria-expanded={isActive}
        // Some browsers focus no button that is clicked.
        onClick={({ currentTarget }) => currentTarget.focus()}
      >
        {blockLabel(block)}
      </button>
      <span className="hint truncate">{wordsOf(framedOf(block)?.before ?? '')}</span>
      {innerBlocks.length === 0 && isOpenContainer(block) && (
        <Button size="small" variant="plain" onClick={() => actions.addInside(clientId)}>
          <Plus aria-hidden /> Write here
        </Button>
      )}
    </div>
  )
}
