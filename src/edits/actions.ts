import { scope, type EntityId, type EntityKey, type RecordKey } from '../keys'
import type { RecordData } from '../plain'
import type { Touch } from '../thunk'

/** A property before and after an edit. */
export interface FieldChange {
  readonly from: unknown
  readonly to: unknown
  /** Whether both are only those entries of a merged property that were edited. */
  readonly isMerged?: boolean
}

/** Whether an edit makes an undo level, joins the next one, or can't be undone. */
export type UndoPolicy = 'record' | 'stage' | 'ignore'

/** Somebody changed fields of a record, or undo did. */
export interface RecordEdited {
  readonly type: 'edits/recordEdited'
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  /** Edits from now on: of merged properties, only the entries that differ from the record. */
  readonly values: RecordData
  /** Properties that are no longer edited. */
  readonly dropped: readonly string[]
  /** The turn of the newest data that the edits were compared with; older data drops none of them. */
  readonly base: number
  /** What changed. */
  readonly changes: { readonly [property: string]: FieldChange }
  readonly undo: UndoPolicy
  readonly touches: readonly Touch[]
}

/** All edits of a record were given up. */
export interface EditsCleared {
  readonly type: 'edits/editsCleared'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly touches: readonly Touch[]
}

/** The record that an edit is about. */
type EditTarget = Pick<RecordEdited, 'kind' | 'name' | 'entity' | 'key' | 'id'>

/** Edits are on their way to the server: until they are settled nothing that is typed counts as unchanged. */
export interface EditsSent extends EditTarget {
  readonly type: 'edits/editsSent'
  /** The properties that were sent. */
  readonly sent: readonly string[]
  readonly touches: readonly Touch[]
}

/** A save failed: the edits stay, apart from those that turned out to change nothing. */
export interface EditsSettled {
  readonly type: 'edits/editsSettled'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly values: RecordData
  /** For a failure that leaves open whether the server did it, the turn after which data tells; else absent. */
  readonly unsureSince?: number
  readonly touches: readonly Touch[]
}

export type EditsAction = RecordEdited | EditsCleared | EditsSent | EditsSettled

function touchesOf(entity: EntityKey, key: RecordKey): readonly Touch[] {
  return [{ scope: scope.record(entity), keys: [key] }, { scope: scope.dirty }]
}

export function recordEdited(edited: Omit<RecordEdited, 'type' | 'touches'>): RecordEdited {
  const touches = touchesOf(edited.entity, edited.key)
  return {
    type: 'edits/recordEdited',
    ...edited,
    touches: edited.undo === 'ignore' ? touches : [...touches, { scope: scope.undo }],
  }
}

export function editsCleared(entity: EntityKey, key: RecordKey): EditsCleared {
  return { type: 'edits/editsCleared', entity, key, touches: touchesOf(entity, key) }
}

export function editsSent({ kind, name, entity, key, id }: EditTarget, sent: readonly string[]): EditsSent {
  return { type: 'edits/editsSent', kind, name, entity, key, id, sent, touches: [] }
}

export function editsSettled(settled: Omit<EditsSettled, 'type' | 'touches'>): EditsSettled {
  return { type: 'edits/editsSettled', ...settled, touches: touchesOf(settled.entity, settled.key) }
}
