import type { EntityId, EntityKey } from '../core/keys'
import { isEmpty, own, type RecordData } from '../core/plain'
import type { Table } from '../core/recordTable'
import type { EditOrigin } from '../core/writeGate'
import { valuesOfCells } from './cells'
import { fieldPath } from './fieldPath'
import { shownCells, type ShownLog } from './elsewhere'
import { cellsOf, isEdited } from './log'
import type { StateWithPermissions } from '../permissions/reducer'

/** The edits of one record. */
export interface StoredEdits extends ShownLog {
  readonly kind: string
  readonly name: string
  /** The id as it was given; absent for an entity without ids. */
  readonly id?: EntityId | undefined
  /** Edited values that are shown and never saved, such as blocks: as they were given, by identity. */
  readonly transient: RecordData
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

/** The state as far as it goes up to here, with what is edited. */
export interface StateWithEdits extends StateWithPermissions {
  readonly edits: EditsState
}

/** Whether a save of the record would send anything. */
export function isDirty(row: StoredEdits | undefined): row is StoredEdits {
  return row !== undefined && isEdited(row)
}

/** Whether a row says anything of this page's own: edits, also of what is never saved, or what saves have sent. */
export function isOfThisPage(row: StoredEdits | undefined): boolean {
  return row !== undefined && (row.log !== undefined || !isEmpty(row.fields) || !isEmpty(row.transient))
}

/** Whether a row says more than what may still be done of fields that are edited no more. */
export function isMoreThanStray(row: StoredEdits | undefined): boolean {
  return isOfThisPage(row) || row?.elsewhere !== undefined
}

/** Edited values that a save would send, by property: of merged properties, only the entries that were edited. */
export function valuesOf(row: StoredEdits): RecordData
export function valuesOf(row: StoredEdits | undefined): RecordData | undefined
export function valuesOf(row: StoredEdits | undefined): RecordData | undefined {
  return row && valuesOfCells(cellsOf(row))
}

const noFields: RecordData = {}

/** All edits of a record as they are stored, whether they are saved or not. */
export function storedEdits(row: StoredEdits | undefined): RecordData {
  if (row === undefined) return noFields
  const values = valuesOf(row)
  return isEmpty(row.transient) ? values : { ...values, ...row.transient }
}

/** What is shown of a property in the place of what the server has, as it is stored: its edit, or what another page has saved. */
export function shownEdit(
  row: (ShownLog & Pick<StoredEdits, 'transient'>) | undefined,
  property: string,
): unknown {
  if (row === undefined) return undefined
  const cells = shownCells(row)
  const cell = own(cells, fieldPath(property))
  return cell ? cell.value : (own(row.transient, property) ?? own(valuesOfCells(cells), property))
}
