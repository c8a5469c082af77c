import { diffWordsWithSpace } from 'diff'
import { plainText } from '../post/plainText'

/** A value of a field, with what was put in and taken out since it was another one. */
export function Side({ from, to }: { from: unknown; to: unknown }) {
  return (
    <span className="value" dir="auto">
      {diffWordsWithSpace(textOf(from), textOf(to)).map(({ value: part, added, removed }, at) =>
        added ? <ins key={at}>{part}</ins> : removed ? <del key={at}>{part}</del> : part,
      )}
    </span>
  )
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return plainText(value) ?? value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
