import { useRef, type ClipboardEvent } from 'react'
import { makeBlock } from './editableBlock'
import { readTyped } from './inlineEditing'
import { blocksOfHtml, blocksOfText } from './readPasted'
import type { BlockActions } from './useBlockActions'

/** The paragraph that a document without any is begun with. It is one as soon as something stands in it. */
export function EmptyText({ actions }: { actions: BlockActions }) {
  const element = useRef<HTMLDivElement>(null)

  function take() {
    const html = element.current ? readTyped(element.current) : ''
    if (html !== '') actions.addAll([makeBlock('core/paragraph', html)])
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
    actions.addAll(blocksOfHtml(event.clipboardData.getData('text/html')) ?? blocksOfText(text))
  }

  return (
    <div
      ref={element}
      className="text-paragraph"
      contentEditable
      role="textbox"
      aria-multiline
      aria-label="Paragraph"
      data-rich=""
      data-empty
      data-placeholder="Write, or paste a text"
      onInput={take}
      onPaste={paste}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
    />
  )
}
