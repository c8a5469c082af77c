import { useLayoutEffect, useRef } from 'react'
import type { ContentBlock } from 'copydesk'
import { plainText } from '../plainText'
import { placeInField } from './caret'
import { contentOf } from './editableBlock'
import { escapeText } from './inlineHtml'
import type { BlockActions } from './useBlockActions'

/** Code, to be typed as it is. */
export function CodeText({ block, actions }: { block: ContentBlock; actions: BlockActions }) {
  const { clientId = '' } = block
  const field = useRef<HTMLTextAreaElement>(null)
  const html = contentOf(block)
  const text = plainText(html.replace(/<br\s*\/?>/g, '\n'))
  useLayoutEffect(() => {
    const offset = actions.takeCaret(clientId)
    if (offset !== null && field.current) placeInField(field.current, offset)
  })
  return (
    <textarea
      ref={field}
      className="text-code"
      data-code={clientId}
      aria-label="Code"
      placeholder="Code"
      spellCheck={false}
      rows={Math.max(2, text.split('\n').length)}
      value={text}
      onKeyDown={({ currentTarget: { selectionStart } }) =>
        actions.noteCaret({ clientId, offset: selectionStart })
      }
      onChange={({ target }) => {
        // A bracket could begin a shortcode, which WordPress would carry out.
        const typed = escapeText(target.value).replaceAll('[', '&#91;')
        actions.type(clientId, { content: typed }, target.selectionStart)
      }}
    />
  )
}
