import { weakMapMemoize } from 'reselect'
import type { EntityId, EntityKey } from '../core/keys'
import { isEmpty, own, type RecordData } from '../core/plain'
import type { Table } from '../core/recordTable'
import type { EditBasis, EditOrigin } from '../core/writeGate'
import { basesOfCells, valuesOfCells, type Cells } from './cells'
import { fieldPath } from './fieldPath'
import type { SaveUncertainty } from './fields'

/** The edits of one record. */
export interface StoredEdits extends SaveUncertainty {
  readonly kind: string
  readonly name: string
  /** The id as it was given; absent for an entity without ids. */
  readonly id?: EntityId | undefined
  /** What was edited and a save would send, by path. */
  readonly fields: Cells
  /** Edited values that are shown and never saved, such as blocks: as they were given, by identity. */
  readonly transient: RecordData
  /** What saves that were answered had sent, by their names, while others are still to be answered. */
  readonly answered?: { readonly [mutation: string]: readonly string[] }
  /** The seq of the newest data that they were compared with; older data drops none of them. */
  readonly seq: number
  /** Which of all records to become dirty this one was: the order of unsaved changes. 0 while it is not dirty. */
  readonly since: number
  /** What is known of where they come from. */
  readonly origin?: EditOrigin | undefined
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
  return row !== undefined && !isEmpty(row.fields)
}

/** Edited values that a save would send, by property: of merged properties, only the entries that were edited. */
export function valuesOf(row: StoredEdits): RecordData
export function valuesOf(row: StoredEdits | undefined): RecordData | undefined
export function valuesOf(row: StoredEdits | undefined): RecordData | undefined {
  return row && valuesOfCells(row.fields)
}

/** What the edits of a record are based on; undefined where there are none, and nothing was sent. */
export function basisOf(row: StoredEdits | undefined): EditBasis | undefined {
  return row && (row.origin || isDirty(row)) ? joinBasis(row.fields, row.origin) : undefined
}

const joinBasis = /* @__PURE__ */ weakMapMemoize(
  (fields: Cells, origin: EditOrigin | undefined): EditBasis => ({ values: basesOfCells(fields), ...origin }),
)

const noFields: RecordData = {}

/** All edits of a record as they are stored, whether they are saved or not. */
export function storedEdits(row: StoredEdits | undefined): RecordData {
  if (row === undefined) return noFields
  const values = valuesOf(row)
  return isEmpty(row.transient) ? values : { ...values, ...row.transient }
}

/** The edit of a property as it is stored, whether it is saved or not. */
export function storedEdit(
  row: Pick<StoredEdits, 'fields' | 'transient'> | undefined,
  property: string,
): unknown {
  if (row === undefined) return undefined
  const cell = own(row.fields, fieldPath(property))
  return cell ? cell.value : (own(row.transient, property) ?? own(valuesOfCells(row.fields), property))
}

/** Whether each property that a save has sent was sent again by one that has left later, and was answered before. */
export function isOvertaken(
  row: StoredEdits | undefined,
  mutation: string | undefined,
  properties: readonly string[],
): boolean {
  const later = Object.entries(row?.answered ?? {}).filter(([other]) => Number(other) > Number(mutation))
  return later.length > 0 && properties.every((one) => later.some(([, sent]) => sent.includes(one)))
}
