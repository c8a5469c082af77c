import { isRecord } from '../../core/plain'
import type { FieldChange } from '../../edits/actions'
import type { RecordChange, UndoLevel } from '../../undo/changes'
import { recordName } from '../capability'

/** The change of a text: what it was (0 for what the last level of these came to), and what stands in place of which part. */
type TextChange = readonly [from: string | 0, start: number, end: number, middle: string]

interface KeptChange {
  readonly text?: TextChange
  readonly from?: unknown
  readonly to?: unknown
  readonly isMerged?: boolean
}

/** A level as it is kept: of each text only what differs from the one before. */
export type KeptLevel = readonly (Omit<RecordChange, 'changes'> & {
  readonly changes: { readonly [property: string]: KeptChange }
})[]

/** Shorter texts are kept as they are. */
const shortText = 64

/** Levels as they are kept in one row. */
export function packLevels(levels: readonly UndoLevel[]): readonly KeptLevel[] {
  const last = new Map<string, string>()
  return levels.map((level) =>
    level.map(({ kind, name, id, entity, key, changes }) => ({
      ...{ kind, name, id, entity, key },
      changes: mapFields(changes, (change, property) =>
        packChange(change, `${recordName(entity, key)} ${property}`, last),
      ),
    })),
  )
}

/** The levels that were kept in one row. */
export function unpackLevels(kept: readonly KeptLevel[]): readonly UndoLevel[] {
  const last = new Map<string, string>()
  return kept.map((level) =>
    level.map((record) => ({
      ...record,
      changes: mapFields(record.changes, (change, property) =>
        unpackChange(change, `${recordName(record.entity, record.key)} ${property}`, last),
      ),
    })),
  )
}

function packChange(
  { from, to, isMerged }: FieldChange,
  place: string,
  last: Map<string, string>,
): KeptChange {
  if (typeof from !== 'string' || typeof to !== 'string' || to.length < shortText) {
    if (typeof to === 'string') last.set(place, to)
    return { from, to, ...(isMerged && { isMerged }) }
  }
  let start = 0
  const most = Math.min(from.length, to.length)
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start++
  let end = 0
  while (
    end < most - start &&
    from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)
  ) {
    end++
  }
  const text: TextChange = [last.get(place) === from ? 0 : from, start, end, to.slice(start, to.length - end)]
  last.set(place, to)
  return { text }
}

function unpackChange(
  { text, ...change }: KeptChange,
  place: string,
  last: Map<string, string>,
): FieldChange {
  if (text === undefined) {
    if (typeof change.to === 'string') last.set(place, change.to)
    return change.isMerged ? mergedChange(change.from, change.to) : { from: change.from, to: change.to }
  }
  const [before, start, end, middle] = text
  const from = before === 0 ? (last.get(place) ?? '') : before
  const to = from.slice(0, start) + middle + from.slice(from.length - end)
  last.set(place, to)
  return { from, to }
}

/** Both sides of a merged change have the same entries: JSON leaves out those that there were none of. */
function mergedChange(from: unknown, to: unknown): FieldChange {
  const none = Object.fromEntries(
    Object.keys({ ...(from as object), ...(to as object) }).map((entry) => [entry, undefined]),
  )
  return { from: { ...none, ...(from as object) }, to: { ...none, ...(to as object) }, isMerged: true }
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
        Array.isArray(level) && level.every((change) => isRecord(change) && isRecord(change.changes)),
    )
  )
}
