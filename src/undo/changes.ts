import deepEqual from 'fast-deep-equal'
import type { FieldChange } from '../edits/actions'
import type { EntityId, EntityKey, RecordKey } from '../keys'

/** What changed in one record. */
export interface RecordChange {
  readonly kind: string
  readonly name: string
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly entity: EntityKey
  readonly key: RecordKey
  /** Values before and after, by property. */
  readonly changes: { readonly [property: string]: FieldChange }
}

/** One step of the history; it may touch several records. */
export type UndoLevel = readonly RecordChange[]

/** A level with a later change in it: per property the first value it came from and the last it went to. */
export function mergeChange(level: UndoLevel, change: RecordChange): UndoLevel {
  const at = level.findIndex((other) => isSameRecord(other, change))
  const before = level[at]
  if (before === undefined) return [...level, change]
  const changes = { ...before.changes }
  for (const [property, { from, to }] of Object.entries(change.changes)) {
    changes[property] = { from: Object.hasOwn(changes, property) ? changes[property]?.from : from, to }
  }
  return level.map((other, i) => (i === at ? { ...before, changes } : other))
}

/** A level without what came back to where it started, and without records of which nothing is left. */
export function withoutIdentical(level: UndoLevel): UndoLevel {
  return level.flatMap((change) => {
    const entries = Object.entries(change.changes).filter(([, { from, to }]) => !deepEqual(from, to))
    return entries.length === 0 ? [] : [{ ...change, changes: Object.fromEntries(entries) }]
  })
}

/** A level without a record. */
export function withoutRecord(level: UndoLevel, record: Pick<RecordChange, 'entity' | 'key'>): UndoLevel {
  return level.some((change) => isSameRecord(change, record))
    ? level.filter((change) => !isSameRecord(change, record))
    : level
}

function isSameRecord(
  one: Pick<RecordChange, 'entity' | 'key'>,
  other: Pick<RecordChange, 'entity' | 'key'>,
): boolean {
  return one.entity === other.entity && one.key === other.key
}
