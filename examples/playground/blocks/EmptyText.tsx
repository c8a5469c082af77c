import { useRef, type ClipboardEvent } from 'react'
import { makeBlock } from './editableBlock'
import { readTyped } from './inlineEditing'
import { blocksFromClipboard } from './readPasted'
import { useTakeFiles } from './useFilesIntoText'
import type { BlockActions } from './useBlockActions'

/** The paragraph that a document without any is begun with. It is one as soon as something stands in it. */
export function EmptyText({ actions }: { actions: BlockActions }) {
  const element = useRef<HTMLDivElement>(null)
  const takeFiles = useTakeFiles()

  function take() {
    const html = element.current ? readTyped(element.current) : ''
    if (html !== '') actions.addAll([makeBlock('core/paragraph', html)])
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    const files = [...event.clipboardData.files]
    if (files.length > 0 && takeFiles) takeFiles(files, null)
    else actions.addAll(blocksFromClipboard(event.clipboardData))
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
      data-placeholder="Write, or / for a block"
      onInput={take}
      onPaste={paste}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
    />
  )
}
