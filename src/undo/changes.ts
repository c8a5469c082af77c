import deepEqual from 'fast-deep-equal'
import type { FieldChange } from '../edits/actions'
import { isStoredLazyEdit } from '../edits/lazyEdit'
import type { EntityId, EntityKey, RecordKey } from '../keys'
import { own } from '../plain'

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
export function mergeChange(level: UndoLevel, later: RecordChange): UndoLevel {
  const at = level.findIndex(({ entity, key }) => entity === later.entity && key === later.key)
  const before = level[at]
  if (before === undefined) return [...level, later]
  const changes = { ...before.changes }
  for (const [property, change] of Object.entries(later.changes)) {
    changes[property] = mergeField(own(changes, property), change)
  }
  return level.map((other, i) => (i === at ? { ...before, changes } : other))
}

function mergeField(first: FieldChange | undefined, { from, to, isMerged }: FieldChange): FieldChange {
  if (first === undefined) return { from, to, ...(isMerged && { isMerged }) }
  return first.isMerged && isMerged
    ? {
        from: { ...(from as object), ...(first.from as object) },
        to: { ...(first.to as object), ...(to as object) },
        isMerged,
      }
    : { from: first.from, to }
}

/**
 * A level without what came back to where it started, and without records of which nothing is left. Lazy edits can't
 * be compared: they go along with what else changed.
 */
export function withoutIdentical(level: UndoLevel): UndoLevel {
  return level.flatMap((change) => {
    const lazy = (field: FieldChange) => isStoredLazyEdit(field.from) || isStoredLazyEdit(field.to)
    const fields = Object.entries(change.changes).filter(
      ([, field]) => lazy(field) || !deepEqual(field.from, field.to),
    )
    return fields.every(([, field]) => lazy(field))
      ? []
      : [{ ...change, changes: Object.fromEntries(fields) }]
  })
}
