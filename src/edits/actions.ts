import { scope, type EntityId, type EntityKey, type RecordKey } from '../keys'
import type { RecordData } from '../plain'
import type { Touch } from '../thunk'

/** A property before and after an edit. */
export interface FieldChange {
  readonly from: unknown
  readonly to: unknown
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
  /** What changed, in whole values. */
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

/** Edits are on their way to the server: until they are settled nothing that is typed counts as unchanged. */
export interface EditsSent {
  readonly type: 'edits/editsSent'
  readonly kind: string
  readonly name: string
  readonly id: EntityId | undefined
  readonly entity: EntityKey
  readonly key: RecordKey
  /** The values that were sent: of merged properties, the entries that were edited. */
  readonly sent: RecordData
  readonly touches: readonly Touch[]
}

/** A save failed: the edits stay, apart from those that turned out to change nothing. */
export interface EditsSettled {
  readonly type: 'edits/editsSettled'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly values: RecordData
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

export function editsSent(sent: Omit<EditsSent, 'type' | 'touches'>): EditsSent {
  return { type: 'edits/editsSent', ...sent, touches: [] }
}

export function editsSettled(entity: EntityKey, key: RecordKey, values: RecordData): EditsSettled {
  return { type: 'edits/editsSettled', entity, key, values, touches: touchesOf(entity, key) }
}
