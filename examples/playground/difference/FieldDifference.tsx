import type { ReactNode } from 'react'
import { fieldName } from '../../editor/safety/fieldNames'
import { readFootnotes } from '../blocks/footnotes'
import { FieldValue } from './FieldValue'
import { TextDifference } from './TextDifference'

interface FieldDifferenceProps {
  field: string
  from: unknown
  to: unknown
  /** What can be done about it. */
  children?: ReactNode
}

/** What became of one field: both values, or for long texts what went and what came. */
export function FieldDifference({ field, from, to, children }: FieldDifferenceProps) {
  return (
    <div className="field-difference">
      <div className="field-difference-head">
        <h3>{fieldName(field)}</h3>
        {children}
      </div>
      {field === 'meta.footnotes' ? (
        <TextDifference from={footnoteTexts(from)} to={footnoteTexts(to)} />
      ) : isLong(from) || isLong(to) ? (
        <TextDifference from={textOf(from)} to={textOf(to)} />
      ) : (
        <p className="value-difference">
          {!isEmpty(from) && (
            <>
              <del>
                <FieldValue field={field} value={from} />
              </del>{' '}
              <span aria-hidden>→</span>{' '}
            </>
          )}
          {isEmpty(to) ? (
            <span className="nothing">{isEmpty(from) ? 'empty' : 'removed'}</span>
          ) : (
            <ins>
              <FieldValue field={field} value={to} />
            </ins>
          )}
        </p>
      )}
    </div>
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 60 || value.includes('\n')
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function footnoteTexts(list: unknown): string {
  return readFootnotes(list)
    .map(({ content }, place) => `${place + 1}. ${content || '(empty)'}`)
    .join('\n')
}
