import type { Cell, Cells, Mutation } from '../core/cells'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { RecordVersion } from '../core/recordVersion'
import type { EditOrigin } from '../core/writeGate'
import type { StrayWrites } from './stray'

/** A field before and after an edit. */
export interface FieldChange {
  /** Absent where it had no value. */
  readonly from?: unknown
  /** Absent where the edit is given up. */
  readonly to?: unknown
}

/** A change of a field; a side on which there is no value is left out, as JSON has no undefined. */
export function fieldChange(from: unknown, to: unknown): FieldChange {
  if (from === undefined) return to === undefined ? {} : { to }
  return to === undefined ? { from } : { from, to }
}

/** What changed, by path: `title`, or `meta.subtitle` for one entry of a merged property. */
export interface FieldChanges {
  readonly [path: string]: FieldChange
}

/** Whether an edit makes an undo level, joins the next one, or can't be undone. */
export type UndoPolicy = 'record' | 'stage' | 'ignore'

/** The record that an edit is about. */
export interface EditTarget {
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
}

/** Somebody changed fields of a record. */
export interface RecordEdited extends EditTarget {
  readonly type: 'edits/recordEdited'
  /** Fields that a save would send as they are edited from now on; null for one that is edited no more. */
  readonly fields: { readonly [path: string]: Cell | null }
  /** Fields that are edited no more although a save has sent them: what that was stays known until the save has ended. */
  readonly givenUp?: readonly string[]
  /** Edits from now on that are shown and never saved. */
  readonly transient: RecordData
  /** The seq of the newest data that the edits were compared with; older data drops none of them. */
  readonly seq: number
  /** What changed; a field that is shown and has no value above is no longer edited. */
  readonly changes: FieldChanges
  /** How new the record is that the edits are based on: null where that is known no more, absent where it stays. */
  readonly version?: RecordVersion | null | undefined
  readonly undo: UndoPolicy
  /**
   * Which edits it makes one undo level with: of its record alone unless the group goes across records; and when it was
   * made, in milliseconds: without that, no pause ends the level. Absent for an edit of no group.
   */
  readonly group?: { readonly name: string; readonly at?: number; readonly isAcross?: boolean }
}

/** A level of the history was taken back or done again, with the edits that do so; they are recorded no more. */
export interface EditsReplayed {
  readonly type: 'undo/undone' | 'undo/redone'
  readonly edits: readonly RecordEdited[]
}

/** All edits of a record were given up. */
export interface EditsCleared {
  readonly type: 'edits/cleared'
  readonly entity: EntityKey
  readonly key: RecordKey
}

/** What a save sends of a record, by path: `title`, or `meta.subtitle` for one entry of a merged property. */
export interface SentFields {
  readonly [path: string]: unknown
}

/** What is known of a save besides how it begins and ends: it sends, or keeps to be sent, other fields than it said. */
export interface EditsSent extends EditTarget {
  readonly type: 'edits/sent'
  /** Names what is sent; the write that ends it says the same. */
  readonly mutation: string
  /** Whether it waits to be sent later. */
  readonly isQueued?: boolean
  /** What it sends; absent where nothing has left after all, or another save sends it from now on. */
  readonly sent?: SentFields
  /** The version of the record over which alone the server does it, as a mutation has it. */
  readonly version?: Mutation['version']
  /** Whether the server may have it, or where nothing is sent, what it sends no more. */
  readonly mayBeDone?: boolean
  /** The paths of what it sends no more and is no edit either, as the record says the same. */
  readonly unchanged?: readonly string[]
}

/** The edits of a record are based on other values of the server: they were compared with them, or merged. */
export interface EditsRebased extends EditTarget {
  readonly type: 'edits/rebased'
  /** What edited fields are based on from now on, by path: the others stay as they are. */
  readonly bases: RecordData
  readonly origin: EditOrigin
}

/** The edits of a record that an earlier page has left, with what was edited since. */
export interface RestoredEdits extends EditTarget {
  /** All that is edited then, by path. */
  readonly fields: Cells
  /** What earlier pages have sent of it, or may have, oldest first. */
  readonly log?: readonly Mutation[]
  /** What the server may still do of fields besides. */
  readonly stray?: StrayWrites
  /** The seq of the newest data that they were compared with; older data drops none of them. */
  readonly seq: number
  readonly origin?: EditOrigin
}

/** Edits that an earlier page has left were put back, in the order in which they were made first. */
export interface EditsRestored {
  readonly type: 'edits/restored'
  readonly records: readonly RestoredEdits[]
}

/** What other pages have saved of a record, and waits to be sent, is this from now on. */
export interface EditsSavedElsewhere extends EditTarget {
  readonly type: 'edits/savedElsewhere'
  /** All of it, by path, each with what it is based on. */
  readonly fields: Cells
  /** The paths of what they have saved over, by the names of what this page has sent: that is sent no more. */
  readonly over: { readonly [mutation: string]: readonly string[] }
}

/** A save of another page, or one that waited, is answered: what was sent before may still be done in the place of that. */
export interface EditsStrayed extends EditTarget {
  readonly type: 'edits/strayed'
  readonly stray: StrayWrites
}

export type EditsAction =
  | EditsStrayed
  | EditsSavedElsewhere
  | EditsRestored
  | RecordEdited
  | EditsReplayed
  | EditsCleared
  | EditsSent
  | EditsRebased

/** The edits of a record were given up. */
export function editsCleared({ entity, key }: Pick<EditTarget, 'entity' | 'key'>): EditsCleared {
  return { type: 'edits/cleared', entity, key }
}

/** A save sends other fields than it said when it began; nothing has left where none are given. */
export function editsSent(
  { kind, name, entity, key, id, mutation }: EditTarget & Pick<EditsSent, 'mutation'>,
  sent?: SentFields,
  isQueued?: boolean,
): EditsSent {
  const what = { ...(sent && { sent }), ...(isQueued && { isQueued }) }
  return { type: 'edits/sent', kind, name, entity, key, id, mutation, ...what }
}

/** Edits that an earlier page has left were put back. */
export const editsRestored = (records: readonly RestoredEdits[]): EditsRestored => ({
  type: 'edits/restored',
  records,
})
