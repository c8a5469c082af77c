import { diffWordsWithSpace } from 'diff'
import { plainText } from '../post/plainText'

/** A value of a field, with what was put in and taken out since it was another one. */
export function Side({ value, before }: { value: unknown; before: unknown }) {
  return (
    <span className="value" dir="auto">
      {diffWordsWithSpace(textOf(before), textOf(value)).map(({ value: part, added, removed }, at) =>
        added ? <ins key={at}>{part}</ins> : removed ? <del key={at}>{part}</del> : part,
      )}
    </span>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return plainText(value) ?? value
}
