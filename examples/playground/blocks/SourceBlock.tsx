import type { ContentBlock } from 'copydesk'
import { blockLabel } from './blockNames'
import { contentOf } from './editableBlock'
import { wordsOf } from './wordsOf'

/** A block that this editor has no fields for: what it is, and its source, which is saved as it is. */
export function SourceBlock({ block }: { block: ContentBlock }) {
  const source = contentOf(block)
  return (
    <details className="source-block">
      <summary>
        <span className="block-kind">{blockLabel(block)}</span>
        <span className="hint truncate">{wordsOf(source)}</span>
      </summary>
      <p className="hint">Kept as it is. To change it, show the content as text.</p>
      <pre tabIndex={0}>{source}</pre>
    </details>
  )
}
