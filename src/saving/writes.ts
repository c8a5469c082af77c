import { addresses, type Address } from '../core/address'
import type { StoredError } from '../core/errors'
import type { EntityId } from '../core/keys'
import { isEmpty, withoutUndefined } from '../core/plain'
import { deleteRows, setRow, type Table } from '../core/recordTable'
import type { RemovedRecords, WriteTarget } from '../entities/actions'

/** A save or a deletion that is under way, or the last one where it failed. */
export interface StoredWrite extends Omit<WriteTarget, 'key' | 'id'> {
  /** The record; absent for a create. */
  readonly key?: WriteTarget['key']
  /** The id as it was given; absent for a create and for an entity without ids. */
  readonly id?: WriteTarget['id']
  readonly pending: boolean
  /** What other saves of the record that are under way send, under a lock of somebody's own; absent when none is. */
  readonly others?: readonly string[]
  /** Why it failed. */
  readonly error?: StoredError
  /** What others have written that it would have replaced, or has. */
  readonly conflict?: SaveConflict
  /** Whether it waits to be sent later. */
  readonly queued?: boolean
}

/** The status of a write that has ended without being done. */
export interface WriteStatus {
  readonly error?: StoredError | undefined
  readonly conflict?: SaveConflict | undefined
  readonly queued?: boolean
}

/** A part of a text that both sides changed: a block, or a paragraph. */
export interface ConflictPart {
  /** The part before; absent where it was inserted. */
  readonly base?: string
  /** What you made of it; absent where you deleted it. */
  readonly mine?: string
  /** What the server has of it; absent where it was deleted there. */
  readonly theirs?: string
  /** Where it stands among the parts of the server's text, counted from 0. */
  readonly at: number
}

/** What somebody else has written to fields that you edited, by field; entries of merged ones are named `meta.subtitle`. */
export interface SaveConflict {
  readonly kind: string
  readonly name: string
  /** The record; undefined for an entity without ids. */
  readonly key: EntityId | undefined
  /** `overtaken` says that the save was done, and what it has replaced meanwhile. */
  readonly reason: 'changed' | 'trashed' | 'gone' | 'overtaken'
  readonly fields: {
    readonly [field: string]: {
      /** What it was when you edited it first. */
      readonly base: unknown
      /** Your edit. */
      readonly mine: unknown
      /** What the server has. */
      readonly theirs: unknown
      /** For texts: the blocks or paragraphs in question. */
      readonly parts?: readonly ConflictPart[]
      /** For texts: all of it with everything else merged, by whose version of these parts it has; to choose as `{ value }`. */
      readonly proposals?: { readonly mine: string; readonly theirs: string }
    }
  }
  /** Fields that were merged without a question, and wait for the rest. */
  readonly merged: readonly string[]
  /** When the server's version was written, as the server writes it. */
  readonly modified?: string
}

/** Writes of one sort under way and failed, by the address of the record or create; one that is not in it went well or never was. */
export type WritesState = Table<StoredWrite>

/** How the names begin that creates get when the caller gives them none. */
export const unnamed = '#'

/** Where a save or a deletion stands in {@link WritesState}: at its record, or at a create of its own. */
export function writeAddress({
  entity,
  key,
  createId = '',
}: Pick<WriteTarget, 'entity' | 'key' | 'createId'>): Address {
  return key === undefined ? addresses.create(entity, createId) : addresses.record(entity, key)
}

/** A write as the state has it. */
export function storedWrite(
  target: WriteTarget,
  { conflict, ...status }: Omit<StoredWrite, keyof WriteTarget>,
): StoredWrite {
  return withoutUndefined({ ...target, ...status, ...(conflict && { conflict: storedConflict(conflict) }) })
}

/** What a write of the state is about. */
export function targetOfWrite({
  key,
  id,
  pending,
  error,
  conflict,
  queued,
  others,
  ...target
}: StoredWrite): WriteTarget {
  return { ...target, key, id }
}

function storedConflict(conflict: SaveConflict): SaveConflict {
  const fields = Object.entries(conflict.fields).map(([field, sides]) => [field, withoutUndefined(sides)])
  return withoutUndefined({ ...conflict, fields: Object.fromEntries(fields) as SaveConflict['fields'] })
}

/** The writes without those of records that are gone. */
export function withoutRemoved(writes: WritesState, { entity, keys }: RemovedRecords): WritesState {
  return deleteRows(
    writes,
    keys.map((key) => writeAddress({ entity, key })),
  )
}

/** The writes with one as it stands now; one that is done has nothing to say. */
export function settledWrite(
  writes: WritesState,
  { target, error, conflict, queued }: WriteStatus & { readonly target: WriteTarget },
): WritesState {
  const status = { ...(error && { error }), ...(conflict && { conflict }), ...(queued && { queued }) }
  return setRow(
    writes,
    writeAddress(target),
    isEmpty(status) ? undefined : storedWrite(target, { pending: false, ...status }),
  )
}
