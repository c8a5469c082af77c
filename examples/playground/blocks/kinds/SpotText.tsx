import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { ContentBlock } from 'copydesk'
import { contentOf } from '../editableBlock'
import { RichText } from '../RichText'
import { withSpot, type Spot } from '../spots'
import type { BlockActions } from '../useBlockActions'

/** What a block needs that is kept as its source. */
export interface SourceProps {
  block: ContentBlock
  actions: BlockActions
}

interface SpotTextProps extends SourceProps {
  /** Which of the block's texts it is. */
  place: number | string
  spot: Spot
  label: string
  placeholder?: string
  className?: string
  /** Whether Enter makes a line break. */
  isMultiline?: boolean
  /** What a key makes of the source; by default it puts the text into the spot. */
  change?: (source: string, text: string) => string
}

/** One text in the source of a block; all around it stays as it is. */
export function SpotText({ block, actions, place, spot, change, ...rest }: SpotTextProps) {
  const { clientId = '' } = block
  return (
    <RichText
      {...rest}
      clientId={`${clientId} ${place}`}
      actions={actions}
      html={spot.text}
      isBlock={false}
      onType={(text) => {
        const source = contentOf(block)
        const content = change ? change(source, text) : withSpot(source, spot, text)
        actions.type(clientId, { content }, null)
      }}
    />
  )
}

/** Takes the focus into an element when the block was just made. */
export function useNewFocus({ block, actions }: SourceProps): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (actions.takeCaret(block.clientId ?? '') === null) return
    element.current?.querySelector<HTMLElement>('[data-rich], input, textarea, button')?.focus()
  })
  return element
}

/** Puts another source in the place of a block's. */
export function changeSource({ block, actions }: SourceProps, content: string): void {
  actions.change(block.clientId ?? '', (current) => ({
    ...current,
    attributes: { ...current.attributes, content },
  }))
}
