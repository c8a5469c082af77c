import { useState } from 'react'
import { Button } from '../../ui/Button'
import { parseBlocks, serializeBlocks } from '../blockCodec'
import { findBlocks } from '../blockGrammar'
import { withFreshIds, withReplaced } from '../blockRange'
import { blockLabel } from '../blockNames'
import { contentOf } from '../editableBlock'
import { wordsOf } from '../wordsOf'
import type { SourceProps } from './SpotText'

/** A block that this editor has no fields for: what it is, and its source, which can be changed where it stands. */
export function SourceEditor({ block, actions }: SourceProps) {
  const source = contentOf(block)
  const [draft, setDraft] = useState<string | null>(null)
  const label = blockLabel(block)
  const text = draft ?? source

  function apply() {
    const made = withFreshIds(parseBlocks(text))
    setDraft(null)
    actions.transform((blocks) => ({ ...withReplaced(blocks, [block], made), caret: null }))
  }

  return (
    <details className="source-block">
      <summary>
        <span className="block-kind">{label}</span>
        <span className="hint truncate">
          {wordsOf(source) || whatIsIn(source) || 'Filled in by WordPress'}
        </span>
      </summary>
      <textarea
        className="text-code"
        aria-label={`Source of ${label}`}
        spellCheck={false}
        rows={Math.min(14, Math.max(3, text.split('\n').length))}
        value={text}
        onChange={({ target }) => setDraft(target.value)}
      />
      <div className="row-of">
        <Button size="small" disabled={draft === null || draft === source || !isKept(text)} onClick={apply}>
          Apply
        </Button>
        {draft !== null && draft !== source && (
          <Button size="small" variant="plain" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        )}
        {!isKept(text) && <span className="hint">A source can’t be empty; delete the block instead.</span>}
      </div>
    </details>
  )
}

/** The blocks inside one that shows no words itself, or what it refers to. */
function whatIsIn(source: string): string {
  const [block] = findBlocks(source)
  const inner = (block?.inner ?? []).map(({ name }) => name.replace(/^.*\//, '').replaceAll('-', ' '))
  return inner.length > 0 ? inner.join(', ') : String(block?.settings.slug ?? '')
}

/** Whether something comes of a source that is read and written again. */
function isKept(source: string): boolean {
  return serializeBlocks(parseBlocks(source)).trim() !== ''
}
