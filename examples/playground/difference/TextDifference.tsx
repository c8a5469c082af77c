import { useMemo } from 'react'
import { comparedTexts } from './readableText'
import './difference.css'
import { countWords, wordDifference } from './wordDifference'

/** Two versions of a text in one: what went is struck out, what came is marked. */
export function TextDifference({ from, to, context }: { from: string; to: string; context?: number }) {
  const pieces = useMemo(() => wordDifference(...comparedTexts(from, to), context), [from, to, context])
  return (
    <div className="text-difference">
      <p className="hint">
        {countWords(pieces, 'added')} words more, {countWords(pieces, 'removed')} less
      </p>
      <p className="difference-text">
        {pieces.map(({ kind, text }, place) =>
          kind === 'added' ? (
            <ins key={place}>{text}</ins>
          ) : kind === 'removed' ? (
            <del key={place}>{text}</del>
          ) : kind === 'skipped' ? (
            <span key={place} className="skipped" title={`${text.length} characters that stayed`}>
              {' … '}
            </span>
          ) : (
            <span key={place}>{text}</span>
          ),
        )}
      </p>
    </div>
  )
}
