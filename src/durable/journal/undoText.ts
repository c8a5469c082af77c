import { isRecord } from '../../core/plain'
import type { FieldChange } from '../../edits/actions'
import type { RecordChange, UndoLevel } from '../../undo/changes'
import { isLongText, type LongTextChange, type StoredLevel } from '../../undo/storedLevel'
import { changesByPath, type EarlierChanges } from '../../undo/earlierChanges'
import { joinText, type TextPieces } from '../../undo/textPieces'
import { recordName } from '../capability'
import { differenceOf } from './textDifference'

/** The change of a text: what it was (0 for what the last level of these came to), and what stands in place of which part. */
type TextChange = readonly [from: string | 0, start: number, end: number, middle: string]

interface KeptChange {
  readonly text?: TextChange
  readonly from?: unknown
  readonly to?: unknown
}

/** A level as it is kept: of each text only what differs from the one before. */
export type KeptLevel = readonly (Omit<RecordChange, 'changes'> & {
  /** By path. */
  readonly fields?: { readonly [path: string]: KeptChange }
  /** As the format was before: by property, with the entries of merged ones on both sides. */
  readonly changes?: EarlierChanges
})[]

/** Shorter texts are kept as they are. */
const shortText = 64

/** Levels as they are kept in one row. */
export function packLevels(levels: readonly StoredLevel[]): readonly KeptLevel[] {
  const last = new Map<string, TextPieces>()
  return levels.map((level) =>
    level.map(({ kind, name, id, entity, key, changes }) => ({
      ...{ kind, name, id, entity, key },
      fields: mapFields(changes, (change, path) =>
        packChange(change, `${recordName(entity, key)} ${path}`, last),
      ),
    })),
  )
}

/** The levels that were kept in one row. */
export function unpackLevels(kept: readonly KeptLevel[]): readonly UndoLevel[] {
  const last = new Map<string, string>()
  return kept.map((level) =>
    level.map(({ fields, changes, ...record }) => ({
      ...record,
      changes: mapFields(fields ?? changesByPath(changes ?? {}), (change, path) =>
        unpackChange(change, `${recordName(record.entity, record.key)} ${path}`, last),
      ),
    })),
  )
}

function packChange(
  change: FieldChange | LongTextChange,
  place: string,
  last: Map<string, TextPieces>,
): KeptChange {
  if (isLongText(change)) return packText(change.from, change.to, place, last)
  const { from, to } = change
  if (typeof from === 'string' && typeof to === 'string' && to.length >= shortText)
    return packText([from], [to], place, last)
  if (typeof to === 'string') last.set(place, [to])
  return { from, to }
}

function packText(
  from: TextPieces,
  to: TextPieces,
  place: string,
  last: Map<string, TextPieces>,
): KeptChange {
  const { start, end, middle } = differenceOf(from, to)
  const before = last.get(place)
  const isContinued = before !== undefined && (before === from || joinText(before) === joinText(from))
  last.set(place, to)
  return { text: [isContinued ? 0 : joinText(from), start, end, middle] }
}

function unpackChange(
  { text, ...change }: KeptChange,
  place: string,
  last: Map<string, string>,
): FieldChange {
  if (text === undefined) {
    if (typeof change.to === 'string') last.set(place, change.to)
    return { from: change.from, to: change.to }
  }
  const [before, start, end, middle] = text
  const from = before === 0 ? (last.get(place) ?? '') : before
  const to = from.slice(0, start) + middle + from.slice(from.length - end)
  last.set(place, to)
  return { from, to }
}

function mapFields<Value, Result>(
  fields: { readonly [field: string]: Value },
  map: (value: Value, field: string) => Result,
): { readonly [field: string]: Result } {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, map(value, field)]))
}

/** Whether what was read can be levels: a page that is put back must not fail over them. */
export function areLevels(value: unknown): value is readonly KeptLevel[] {
  return (
    Array.isArray(value) &&
    value.every(
      (level) =>
        Array.isArray(level) &&
        level.every((change) => isRecord(change) && isRecord(change.fields ?? change.changes)),
    )
  )
}
