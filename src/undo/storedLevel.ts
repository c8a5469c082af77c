import type { FieldChange } from '../edits/actions'
import { isPlain, own, withoutUndefined } from '../core/plain'
import { isSameRecord, type ChangedRecord, type RecordChange, type UndoLevel } from './changes'
import { cutText, joinText, longText, type TextPieces } from './textPieces'

/** The change of a long text, in pieces. */
export interface LongTextChange {
  readonly from: TextPieces
  readonly to: TextPieces
  readonly isLongText: true
}

/** What changed in one record, as the history keeps it. */
export interface StoredChange extends ChangedRecord {
  readonly changes: { readonly [path: string]: FieldChange | LongTextChange }
}

/** A level as the history keeps it. */
export type StoredLevel = readonly StoredChange[]

type StretchesBefore = readonly (readonly (StoredLevel | number)[])[]

/** A level as it is kept behind others, which come in stretches: long texts share the pieces of what was there before. */
export function storeLevel(level: StoredLevel, before: StretchesBefore): StoredLevel {
  return level.map((record) => {
    let changes: Record<string, FieldChange | LongTextChange> | undefined
    for (const property of Object.keys(record.changes)) {
      const { from, to } = record.changes[property] as FieldChange
      if (typeof from !== 'string' || typeof to !== 'string') continue
      if (Math.max(from.length, to.length) < longText) continue
      const pieces = cutText(from, lastPieces(before, record, property))
      changes ??= { ...record.changes }
      changes[property] = { from: pieces, to: cutText(to, pieces), isLongText: true }
    }
    return changes ? { ...record, changes } : record
  })
}

/** A level that somebody else has made as the state has it: without what is undefined, such as a field that there was none of. */
export function plainLevel<Change extends StoredChange>(level: readonly Change[]): readonly Change[] {
  const plain = level.map((record) => {
    let changes = record.changes
    for (const property of Object.keys(changes)) {
      const change = changes[property] as FieldChange | LongTextChange
      const now = isLongText(change) ? change : withoutUndefined(change)
      if (now !== change) changes = { ...changes, [property]: now }
    }
    return withoutUndefined(changes === record.changes ? record : { ...record, changes })
  })
  return plain.every((record, at) => record === level[at]) ? level : plain
}

/** The pieces that a text was last kept in. */
function lastPieces(before: StretchesBefore, record: ChangedRecord, property: string): TextPieces {
  for (let stretch = before.length - 1; stretch >= 0; stretch--) {
    const levels = before[stretch] as StretchesBefore[number]
    for (let at = levels.length - 1; at >= 0; at--) {
      const level = levels[at]
      if (typeof level !== 'object') continue
      for (const stored of level) {
        if (!isSameRecord(stored, record)) continue
        const change = own(stored.changes, property)
        if (change && isLongText(change)) return change.to
      }
    }
  }
  return []
}

/** A level with its texts whole, which are joined when they are asked for. */
export function readLevel(level: StoredLevel): UndoLevel {
  if (!level.some(hasLongText)) return level
  return level.map((record): RecordChange => {
    const fields = Object.entries(record.changes).map(([property, change]) => [
      property,
      isLongText(change) ? readChange(change) : change,
    ])
    return { ...record, changes: Object.fromEntries(fields) as RecordChange['changes'] }
  })
}

function hasLongText({ changes }: StoredChange): boolean {
  return Object.values(changes).some(isLongText)
}

function readChange({ from, to }: LongTextChange): FieldChange {
  return {
    get from() {
      return joinText(from)
    },
    get to() {
      return joinText(to)
    },
  }
}

/** Whether a change is that of a long text. */
export function isLongText(change: FieldChange | LongTextChange): change is LongTextChange {
  return 'isLongText' in change
}

/** How many bytes a level holds, about: of two values that share parts only what one has and the other has not. */
export function sizeOfLevel(level: StoredLevel): number {
  let seen: Set<unknown> | undefined
  let size = 0
  for (const { changes } of level) {
    for (const property of Object.keys(changes)) {
      const { from, to } = changes[property] as FieldChange
      if (typeof from === 'string' && typeof to === 'string') size += 2 * (from.length + to.length + smallest)
      else size += sizeBeside(from, to, (seen ??= new Set())) + sizeBeside(to, from, seen)
    }
  }
  return size
}

/** A number, a field or an instance of a class, of which nobody knows what it holds. */
const smallest = 16

function sizeBeside(value: unknown, other: unknown, seen: Set<unknown>): number {
  if (value === other) return 0
  if (typeof value === 'string') return smallest + 2 * value.length
  if (!isPlain(value) || seen.has(value)) return smallest
  seen.add(value)
  let size = smallest
  if (Array.isArray(value)) {
    const known = new Set<unknown>(Array.isArray(other) ? other : [])
    value.forEach((entry, at) => {
      if (!known.has(entry)) size += sizeBeside(entry, Array.isArray(other) ? other[at] : undefined, seen)
    })
    return size
  }
  const fields = isPlain(other) ? other : {}
  for (const field of Object.keys(value))
    size += smallest + sizeBeside(value[field], own(fields, field), seen)
  return size
}
