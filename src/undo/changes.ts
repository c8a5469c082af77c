import type { FieldChange } from '../edits/actions'
import { isStoredLazyEdit } from '../edits/lazyEdit'
import type { EntityId, EntityKey, RecordKey } from '../keys'
import { deepEqual, own } from '../plain'

/** What changed in one record. (spec.md, section 3) */
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

/** One step of the history; it may touch several records. (spec.md, section 3) */
export type UndoLevel = readonly RecordChange[]

/**
 * A level with later changes in it: per property the first value it came from and the last it went to. What came back
 * to where it started goes, and so do records of which nothing is left. Lazy edits can't be compared: they go along with
 * what else changed.
 */
export function join(level: UndoLevel, later: UndoLevel): UndoLevel {
  return later.reduce((joined, { kind, name, id, entity, key, changes }) => {
    const before = joined.find((change) => change.entity === entity && change.key === key)
    const fields = { ...before?.changes }
    for (const [property, change] of Object.entries(changes)) {
      const field = joinField(own(fields, property), change)
      if (isLazy(field) || !deepEqual(field.from, field.to)) fields[property] = field
      else delete fields[property]
    }
    const others = joined.filter((change) => change !== before)
    return Object.values(fields).every(({ to }) => isStoredLazyEdit(to))
      ? others
      : [...others, { kind, name, id, entity, key, changes: fields }]
  }, level)
}

function joinField(first: FieldChange | undefined, later: FieldChange): FieldChange {
  if (first === undefined) return later
  return first.isMerged && later.isMerged
    ? {
        from: { ...(later.from as object), ...(first.from as object) },
        to: { ...(first.to as object), ...(later.to as object) },
        isMerged: true,
      }
    : { from: first.from, to: later.to }
}

function isLazy({ from, to }: FieldChange): boolean {
  return isStoredLazyEdit(from) || isStoredLazyEdit(to)
}
