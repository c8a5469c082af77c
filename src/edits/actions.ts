import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { SaveUncertainty } from './fields'

/** A property before and after an edit. (spec.md, section 4) */
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
  /** The turn of the newest data that the edits were compared with; older data drops none of them. */
  readonly base: number
  /** What changed; a property without a value above is no longer edited. */
  readonly changes: { readonly [property: string]: FieldChange }
  readonly undo: UndoPolicy
  /** Which edits it makes one undo level with, and when it was made; absent for an edit of no group. */
  readonly group?: { readonly name: string; readonly at: number }
}

/** A level of the history was taken back or done again, with the edits that do so; they are recorded no more. */
export interface EditsReplayed {
  readonly type: 'undo/undone' | 'undo/redone'
  readonly edits: readonly RecordEdited[]
}

/** The record that an edit is about. */
type EditTarget = Pick<RecordEdited, 'kind' | 'name' | 'entity' | 'key' | 'id'>

/** What is known of the edits of a record has changed: they were given up, sent, or a save of them has failed. */
export interface EditsMoved extends EditTarget {
  readonly type: 'edits/editsMoved'
  /** What is different now. */
  readonly now: SaveUncertainty & { readonly values?: RecordData; readonly base?: number }
}

export type EditsAction = RecordEdited | EditsMoved | EditsReplayed

/** The edits of a record are others now, or in doubt, without an undo level. */
export function editsMoved({ kind, name, entity, key, id }: EditTarget, now: EditsMoved['now']): EditsMoved {
  return { type: 'edits/editsMoved', kind, name, entity, key, id, now }
}

/** Edits are on their way to the server: until that has ended nothing that is typed counts as unchanged. */
export function editsSent(target: EditTarget, sent: readonly string[]): EditsMoved {
  return editsMoved(target, { sent })
}
