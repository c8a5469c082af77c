import type { EntityId, EntityKey } from '../core/keys'
import { isEmpty, own, type RecordData } from '../core/plain'
import type { Table } from '../core/recordTable'
import type { EditBasis } from '../core/writeGate'
import type { SaveUncertainty } from './fields'

/** The edits of one record. */
export interface StoredEdits extends SaveUncertainty {
  readonly kind: string
  readonly name: string
  /** The id as it was given; absent for an entity without ids. */
  readonly id?: EntityId | undefined
  /** Edited values that a save would send, by property: of merged properties, only the entries that were edited. */
  readonly values: RecordData
  /** Edited values that are shown and never saved, such as blocks: as they were given, by identity. */
  readonly transient: RecordData
  /** The seq of the newest data that they were compared with; older data drops none of them. */
  readonly base: number
  /** Which of all records to become dirty this one was: the order of unsaved changes. 0 while it is not dirty. */
  readonly since: number
  /** What the server had when they were made. */
  readonly basis?: EditBasis | undefined
}

/** What was changed and not saved. */
export interface EditsState {
  readonly records: { readonly [entity: EntityKey]: Table<StoredEdits> }
  /** The newest `since`. */
  readonly lastSince: number
}

/** The part of the state that edits own. */
export interface EditsSliceState {
  readonly edits: EditsState
}

/** Whether a save of the record would send anything. */
export function isDirty(row: StoredEdits | undefined): row is StoredEdits {
  return row !== undefined && !isEmpty(row.values)
}

const noFields: RecordData = {}

/** All edits of a record as they are stored, whether they are saved or not. */
export function storedEdits(row: StoredEdits | undefined): RecordData {
  if (row === undefined) return noFields
  return isEmpty(row.transient) ? row.values : { ...row.values, ...row.transient }
}

/** The edit of a property as it is stored, whether it is saved or not. */
export function storedEdit(row: StoredEdits | undefined, property: string): unknown {
  return own(row?.values, property) ?? own(row?.transient, property)
}
