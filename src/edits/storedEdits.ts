import { weakMapMemoize } from 'reselect'
import type { EntityId, EntityKey } from '../core/keys'
import { isEmpty, own, type RecordData } from '../core/plain'
import type { Table } from '../core/recordTable'
import type { EditBasis, EditOrigin } from '../core/writeGate'
import { basesOfCells, valuesOfCells, type Cells } from './cells'
import { fieldPath } from './fieldPath'
import { cellsOf, isEdited, unansweredIn, type EditLog } from './log'
import type { StateWithPermissions } from '../permissions/reducer'

/** The edits of one record. */
export interface StoredEdits extends EditLog {
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

/** Edited values that a save would send, by property: of merged properties, only the entries that were edited. */
export function valuesOf(row: StoredEdits): RecordData
export function valuesOf(row: StoredEdits | undefined): RecordData | undefined
export function valuesOf(row: StoredEdits | undefined): RecordData | undefined {
  return row && valuesOfCells(cellsOf(row))
}

/**
 * What the edits of a record are based on; undefined where there are none, and nothing was sent.
 * @param save - The name of a save that is about to leave: what that sends is not sent yet.
 */
export function basisOf(row: StoredEdits | undefined, save?: string): EditBasis | undefined {
  if (!row || !(row.origin || row.log || isDirty(row))) return undefined
  return joinBasis(cellsOf(row), row.origin, row.log, save)
}

const joinBasis = /* @__PURE__ */ weakMapMemoize(
  (
    cells: Cells,
    origin: EditOrigin | undefined,
    log: EditLog['log'],
    save: string | undefined,
  ): EditBasis => {
    const unanswered = unansweredIn({ log }, save)
    return { values: basesOfCells(cells), ...origin, ...(unanswered.length > 0 && { unanswered }) }
  },
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
  row: Pick<StoredEdits, 'fields' | 'log' | 'transient'> | undefined,
  property: string,
): unknown {
  if (row === undefined) return undefined
  const cells = cellsOf(row)
  const cell = own(cells, fieldPath(property))
  return cell ? cell.value : (own(row.transient, property) ?? own(valuesOfCells(cells), property))
}
