import type { MouseEvent } from 'react'
import type { ContentBlock } from 'copydesk'
import { focusText } from './focusText'
import { makeBlock } from './editableBlock'
import type { BlockActions } from './useBlockActions'

interface WriteBelowProps {
  blocks: readonly ContentBlock[]
  actions: BlockActions
}

/** The empty space below the text: who clicks there goes on writing. By key one gets there from the last text. */
export function WriteBelow({ blocks, actions }: WriteBelowProps) {
  function write(event: MouseEvent) {
    event.preventDefault()
    const root = event.currentTarget.closest('[data-blocks]')
    const isText = blocks.length === 0 || blocks.at(-1)?.name === 'core/paragraph'
    if (!isText) actions.add(makeBlock('core/paragraph'), null)
    else if (root) focusText(root, 'end')
  }
  return <div className="write-below" aria-hidden onMouseDown={write} />
}
