import { fieldChange, type FieldChange, type FieldChanges } from '../edits/actions'
import { isStoredLazyEdit } from '../edits/lazyEdit'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import { own } from '../core/plain'
import { isUnchanged } from '../core/reuse'

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
  /** Values before and after, by path: `title`, or `meta.subtitle` for one entry of a merged property. */
  readonly changes: FieldChanges
}

/** One step of the history; it may touch several records. */
export type UndoLevel = readonly RecordChange[]

/** Whether two changes are about the same record. */
export function isSameRecord(one: ChangedRecord, other: ChangedRecord): boolean {
  return one.key === other.key && one.entity === other.entity
}

/**
 * A level with later changes in it: of each field the first value it came from and the last it went to. What came back
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

/** Whether a change goes on from what another one has made of a field; of lazy edits nobody can tell. */
export function continues(before: FieldChange, later: FieldChange): boolean {
  return isLazy(before) || isLazy(later) || isUnchanged(before.to, later.from)
}

/** What a level changes in a field of a record, if it does. */
export function changeIn(level: UndoLevel, record: ChangedRecord, path: string): FieldChange | undefined {
  return own(level.find((one) => isSameRecord(one, record))?.changes, path)
}

/** The change of a record, without what else the action of an edit says. */
function changeOf({ kind, name, id, entity, key }: ChangedRecord, changes: FieldChanges): RecordChange {
  return id === undefined ? { kind, name, entity, key, changes } : { kind, name, id, entity, key, changes }
}

/** The later changes themselves where they join none and all of them change something. */
function joinFields(before: FieldChanges | undefined, later: FieldChanges): FieldChanges {
  let fields: Record<string, FieldChange> | undefined = before && { ...before }
  for (const path of Object.keys(later)) {
    const change = later[path] as FieldChange
    const first = own(before, path)
    const field = first ? fieldChange(first.from, change.to) : change
    const isChange = isLazy(field) || !isUnchanged(field.from, field.to)
    if (isChange && fields === undefined) continue
    fields ??= { ...later }
    if (isChange) fields[path] = field
    else delete fields[path]
  }
  return fields ?? later
}

function isOnlyLazy(fields: FieldChanges): boolean {
  for (const property of Object.keys(fields)) if (!isStoredLazyEdit(fields[property]?.to)) return false
  return true
}

function isLazy({ from, to }: FieldChange): boolean {
  return isStoredLazyEdit(from) || isStoredLazyEdit(to)
}
