import type { FieldChange } from '../edits/actions'
import { isStoredLazyEdit } from '../edits/lazyEdit'
import { withAllEntries } from '../edits/mergedChange'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import { isEqual } from '../core/isEqual'
import { own } from '../core/plain'

/** The record that a change is about. */
export interface ChangedRecord {
  readonly kind: string
  readonly name: string
  /** The id as it was given; absent for an entity without ids. */
  readonly id?: EntityId | undefined
  readonly entity: EntityKey
  readonly key: RecordKey
}

/** What changed in one record. */
export interface RecordChange extends ChangedRecord {
  /** Values before and after, by property. */
  readonly changes: { readonly [property: string]: FieldChange }
}

/** One step of the history; it may touch several records. */
export type UndoLevel = readonly RecordChange[]

/** Whether two changes are about the same record. */
export function isSameRecord(one: ChangedRecord, other: ChangedRecord): boolean {
  return one.key === other.key && one.entity === other.entity
}

/**
 * A level with later changes in it: per property the first value it came from and the last it went to. What came back
 * to where it started goes, and so do records of which nothing is left. Lazy edits can't be compared: they go along with
 * what else changed.
 */
export function joinChanges(level: UndoLevel, later: UndoLevel): UndoLevel {
  let joined = level
  for (const change of later) {
    const before = joined.find((one) => isSameRecord(one, change))
    const changes = joinFields(before?.changes, change.changes)
    const others = before ? joined.filter((one) => one !== before) : joined
    joined = isOnlyLazy(changes) ? others : others.concat([changeOf(change, changes)])
  }
  return joined
}

/** The change of a record, without what else the action of an edit says. */
function changeOf({ kind, name, id, entity, key }: ChangedRecord, changes: FieldChanges): RecordChange {
  return { kind, name, id, entity, key, changes }
}

type FieldChanges = RecordChange['changes']

/** The later changes themselves where they join none and all of them change something. */
function joinFields(before: FieldChanges | undefined, later: FieldChanges): FieldChanges {
  let fields: Record<string, FieldChange> | undefined = before && { ...before }
  for (const property of Object.keys(later)) {
    const field = joinField(own(before, property), later[property] as FieldChange)
    const isChange = isLazy(field) || !isEqual(field.from, field.to)
    if (isChange && fields === undefined) continue
    fields ??= { ...later }
    if (isChange) fields[property] = field
    else delete fields[property]
  }
  return fields ?? later
}

function isOnlyLazy(fields: FieldChanges): boolean {
  for (const property of Object.keys(fields)) if (!isStoredLazyEdit(fields[property]?.to)) return false
  return true
}

function joinField(first: FieldChange | undefined, later: FieldChange): FieldChange {
  if (first === undefined) return later
  if (!first.isMerged || !later.isMerged) return { from: first.from, to: later.to }
  const [one, other] = [withAllEntries(first), withAllEntries(later)]
  return {
    from: { ...(other.from as object), ...(one.from as object) },
    to: { ...(one.to as object), ...(other.to as object) },
    isMerged: true,
  }
}

function isLazy({ from, to }: FieldChange): boolean {
  return isStoredLazyEdit(from) || isStoredLazyEdit(to)
}
